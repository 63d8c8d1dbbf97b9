import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { isAccountError } from '../../accounts/account-error.ts'
import { ownerActor } from '../../accounts/client-info.ts'
import type { AccountContext } from '../../accounts/context.ts'
import { deleteSession } from '../../accounts/sign-in/sessions.ts'
import { completeMfaChallenge, signIn } from '../../accounts/sign-in/sign-in.ts'
import { clearCookie, cookieNames, setCookie } from '../shell/cookies.ts'
import { Field, Form, type Problem, problemOf } from '../shell/form.tsx'
import { readForm } from '../shell/form-input.ts'
import { redirect, sendFormError, sendPage } from '../shell/responses.tsx'
import { startSession } from '../shell/session-middleware.ts'
import { ProviderButtons } from './provider-buttons.tsx'

interface SignInProps {
  login?: string
  problem?: Problem
}

export function addSignInPages(app: FastifyInstance, context: AccountContext): void {
  const page = (props: SignInProps) => ({
    title: 'Sign in',
    content: <SignIn {...props} context={context} />,
  })

  app.get('/sign-in', (request, reply) =>
    request.session ? redirect(reply, '/account') : sendPage(request, reply, page({})),
  )
  app.post('/sign-in', async (request, reply) => {
    const typed = readForm(request, 'login', 'password')
    const outcome = await signIn(context, typed, request.visitor)
    if (isAccountError(outcome)) {
      const problem = problemOf(outcome, outcome.error === 'unauthorized' ? 'password' : undefined)
      return sendFormError(request, reply, outcome, page({ login: typed.login, problem }))
    }
    if ('challenge' in outcome) return startMfaChallenge(reply, outcome.challenge)
    return startSession(request, reply, context.database, outcome)
  })

  app.get('/sign-in/code', (request, reply) => {
    if (request.session) return redirect(reply, '/account')
    if (request.cookies[cookieNames.challenge] === undefined) return redirect(reply, '/sign-in')
    return sendPage(request, reply, codePage())
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
      return sendFormError(request, reply, outcome, page({ problem: problemOf(outcome) }))
    }
    const field = code.trim() === '' && recovery_code.trim() !== '' ? 'recovery_code' : 'code'
    const problem = problemOf(outcome, outcome.error === 'unauthorized' ? field : undefined)
    return sendFormError(request, reply, outcome, codePage(problem))
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

/** The first factor was right. */
export function startMfaChallenge(reply: FastifyReply, challenge: string): FastifyReply {
  setCookie(reply, cookieNames.challenge, challenge)
  return redirect(reply, '/sign-in/code')
}

function codePage(problem?: Problem) {
  return { title: 'Your code', content: <Code problem={problem} /> }
}

export function sendSignInError(
  request: FastifyRequest,
  reply: FastifyReply,
  context: AccountContext,
  refusal: Parameters<typeof sendFormError>[2] & { message: string },
): FastifyReply {
  return sendFormError(request, reply, refusal, {
    title: 'Sign in',
    content: <SignIn problem={problemOf(refusal)} context={context} />,
  })
}

function SignIn({ login, problem, context }: SignInProps & { context: AccountContext }) {
  return (
    <section class="narrow">
      <h1>Sign in</h1>
      <Form id="sign-in" action="/sign-in" submit="Sign in" problem={problem}>
        <Field
          name="login"
          label={context.mailer ? 'Name or e-mail' : 'Name'}
          value={login ?? ''}
          autocomplete="username"
          maxlength={254}
        />
        <Field name="password" label="Password" type="password" autocomplete="current-password" />
      </Form>
      {context.mailer && (
        <p class="quiet">
          <a href="/forgot-password">Forgot your password?</a>
        </p>
      )}
      <ProviderButtons providers={context.providers.list} />
      <p class="quiet">
        New here? <a href="/sign-up">Sign up</a>
      </p>
    </section>
  )
}

function Code({ problem }: { problem: Problem | undefined }) {
  return (
    <section class="narrow">
      <h1>Your code</h1>
      <p>Your account has a second factor. Open your app and type the six digits it shows for Larder.</p>
      <Form id="code" action="/sign-in/code" submit="Sign in" problem={problem}>
        <Field
          name="code"
          label="Six digits"
          autocomplete="one-time-code"
          inputmode="numeric"
          maxlength={40}
        />
        <details open={problem?.field === 'recovery_code'}>
          <summary>Your phone is not at hand?</summary>
          <Field
            name="recovery_code"
            label="Recovery code"
            autocomplete="off"
            maxlength={40}
            required={false}
            hint="One of the ten codes you got when you switched the second factor on. Each works once."
          />
        </details>
      </Form>
      <p class="quiet">
        <a href="/sign-in">Begin again</a>
      </p>
    </section>
  )
}
