import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { type AccountError, isAccountError } from '../../accounts/account-error.ts'
import { ownerActor } from '../../accounts/client-info.ts'
import type { AccountContext } from '../../accounts/context.ts'
import { deleteSession } from '../../accounts/sign-in/sessions.ts'
import { completeMfaChallenge, findMfaChallenge, signIn } from '../../accounts/sign-in/sign-in.ts'
import { findSecondFactors, type SecondFactors } from '../../accounts/sign-in/two-factor.ts'
import { Icon } from '../components/icon.tsx'
import { useMessages } from '../i18n/messages.ts'
import { messages } from '../messages/compiled/index.ts'
import { clearCookie, cookieNames, setCookie } from '../shell/cookies.ts'
import { Field, Form, type Problem, passwordFieldScript, problemOf } from '../shell/form.tsx'
import { readForm } from '../shell/form-input.ts'
import { type Page, redirect, sendFormError, sendPage } from '../shell/responses.tsx'
import { startSession } from '../shell/session-middleware.ts'
import { AuthCard } from './auth-card.tsx'
import { PasskeyForm } from './passkey-ceremony.tsx'
import { Or, ProviderButtons } from './provider-buttons.tsx'

interface SignInProps {
  login?: string
  problem?: Problem
}

export function addSignInPages(app: FastifyInstance, context: AccountContext): void {
  app.get('/sign-in', (request, reply) =>
    request.session
      ? redirect(reply, '/account')
      : sendPage(request, reply, signInPage(context, request, {})),
  )
  app.post('/sign-in', async (request, reply) => {
    const credentials = readForm(request, 'login', 'password')
    const outcome = await signIn(context, credentials, request.visitor)
    if (isAccountError(outcome)) {
      const problem = problemOf(outcome, outcome.error === 'unauthorized' ? 'password' : undefined)
      return sendFormError(
        request,
        reply,
        outcome,
        signInPage(context, request, { login: credentials.login, problem }),
      )
    }
    if ('challenge' in outcome) return startMfaChallenge(reply, outcome.challenge)
    return startSession(request, reply, context.database, outcome)
  })

  app.get('/sign-in/code', async (request, reply) => {
    if (request.session) return redirect(reply, '/account')
    if (request.cookies[cookieNames.challenge] === undefined) return redirect(reply, '/sign-in')
    return sendPage(request, reply, await codePage(context, request))
  })
  app.post('/sign-in/code', async (request, reply) => {
    const { code, recovery_code } = readForm(request, 'code', 'recovery_code')
    const challenge = request.cookies[cookieNames.challenge] ?? ''
    const outcome = await completeMfaChallenge(
      context,
      challenge,
      code.trim() || recovery_code,
      request.visitor,
    )
    if (!isAccountError(outcome)) return startSession(request, reply, context.database, outcome)
    if (outcome.error === 'conflict') {
      clearCookie(reply, cookieNames.challenge)
      return sendFormError(
        request,
        reply,
        outcome,
        signInPage(context, request, { problem: problemOf(outcome) }),
      )
    }
    const field = code.trim() === '' && recovery_code.trim() !== '' ? 'recovery_code' : 'code'
    const problem = problemOf(outcome, outcome.error === 'unauthorized' ? field : undefined)
    return sendFormError(request, reply, outcome, await codePage(context, request, problem))
  })

  app.post('/sign-out', async (request, reply) => {
    if (request.session) {
      const { accountId, id } = request.session
      await deleteSession(context.database, accountId, id, ownerActor(request.visitor))
    }
    clearCookie(reply, cookieNames.session)
    return redirect(reply, '/sign-in', 'signed-out')
  })
}

/** Continues to the code page after the password or provider has been accepted. */
export function startMfaChallenge(reply: FastifyReply, challenge: string): FastifyReply {
  setCookie(reply, cookieNames.challenge, challenge)
  return redirect(reply, '/sign-in/code')
}

async function codePage(context: AccountContext, request: FastifyRequest, problem?: Problem): Promise<Page> {
  const challenge = await findMfaChallenge(context, request.cookies[cookieNames.challenge] ?? '')
  const factors = challenge
    ? await findSecondFactors(context.database, challenge.accountId)
    : { hasApp: true, hasPasskey: false }
  return {
    title: messages[request.locale].signIn.code.title,
    footer: 'slim',
    scripts: factors.hasPasskey ? ['passkey'] : [],
    content: <CodeForm problem={problem} {...factors} />,
  }
}

export async function sendCodePageError(
  request: FastifyRequest,
  reply: FastifyReply,
  context: AccountContext,
  error: AccountError,
): Promise<FastifyReply> {
  return sendFormError(request, reply, error, await codePage(context, request, problemOf(error)))
}

export function sendSignInError(
  request: FastifyRequest,
  reply: FastifyReply,
  context: AccountContext,
  error: AccountError,
): FastifyReply {
  return sendFormError(request, reply, error, signInPage(context, request, { problem: problemOf(error) }))
}

function signInPage(context: AccountContext, { locale }: FastifyRequest, props: SignInProps): Page {
  return {
    title: messages[locale].signIn.signIn.title,
    footer: 'slim',
    scripts: [passwordFieldScript, 'passkey'],
    content: <SignIn {...props} context={context} />,
  }
}

function SignIn({ login, problem, context }: SignInProps & { context: AccountContext }) {
  const t = useMessages('signIn')
  return (
    <AuthCard
      title={t.signIn.title}
      lead={
        <>
          {t.signIn.lead} <a href="/sign-up">{t.signIn.signUp}</a>
        </>
      }
    >
      <Form id="sign-in" action="/sign-in" submit={t.signIn.submit} problem={problem} isBlock focusesField>
        <Field
          name="login"
          label={context.isMailEnabled ? t.usernameOrEmail : t.username}
          value={login ?? ''}
          autocomplete="username"
          maxlength={254}
        />
        <Field name="password" label={t.password} type="password" autocomplete="current-password" />
      </Form>
      {context.isMailEnabled && (
        <p class="form-links">
          <a href="/forgot-password">{t.signIn.forgot}</a>
        </p>
      )}
      {context.providers.list.length > 0 && <Or />}
      <ProviderButtons providers={context.providers.list} />
      <PasskeyForm
        id="with-passkey"
        action="/sign-in/passkey"
        submit={t.signIn.withPasskey}
        isAlternative={context.providers.list.length === 0}
      />
    </AuthCard>
  )
}

function CodeForm({ problem, hasApp, hasPasskey }: SecondFactors & { problem: Problem | undefined }) {
  const t = useMessages('signIn').code
  return (
    <AuthCard title={t.title} lead={hasApp ? t.appLead : t.passkeyLead}>
      <Form id="code" action="/sign-in/code" submit={t.submit} problem={problem} isBlock>
        {hasApp && (
          <Field name="code" label={t.code} autocomplete="one-time-code" inputmode="numeric" maxlength={40} />
        )}
        <details class="disclose" open={!hasApp || problem?.field === 'recovery_code'}>
          <summary>
            <Icon name="chevron-right" small />
            {t.useRecoveryCode}
          </summary>
          <Field
            name="recovery_code"
            label={t.recoveryCode}
            autocomplete="off"
            maxlength={40}
            required={false}
            hint={t.recoveryHint}
          />
        </details>
      </Form>
      {hasPasskey && (
        <PasskeyForm id="passkey-factor" action="/sign-in/code/passkey" submit={t.usePasskey} isAlternative />
      )}
      <p class="form-links">
        <a href="/sign-in">{t.startOver}</a>
      </p>
    </AuthCard>
  )
}
