import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { AccountParts } from '../../accounts/parts.ts'
import { isRefusal } from '../../accounts/refusal.ts'
import { endSession } from '../../accounts/sessions.ts'
import { answerChallenge, signIn } from '../../accounts/sign-in.ts'
import { ownerAt } from '../../accounts/visitor.ts'
import { cookieNames, dropCookie, setCookie } from '../shell/cookies.ts'
import { Field, Form, type Problem, problemOf } from '../shell/form.tsx'
import { readTyped } from '../shell/form-input.ts'
import { seeOther, show, showRefused } from '../shell/responses.tsx'
import { enter } from '../shell/session-middleware.ts'
import { ProviderButtons } from './provider-buttons.tsx'

interface SignInProps {
  login?: string
  problem?: Problem
}

export function addSignInPages(app: FastifyInstance, parts: AccountParts): void {
  const page = (props: SignInProps) => ({ title: 'Sign in', content: <SignIn {...props} parts={parts} /> })

  app.get('/sign-in', (request, reply) =>
    request.session ? seeOther(reply, '/account') : show(request, reply, page({})),
  )
  app.post('/sign-in', async (request, reply) => {
    const typed = readTyped(request, 'login', 'password')
    const outcome = await signIn(parts, typed, request.visitor)
    if (isRefusal(outcome)) {
      const problem = problemOf(outcome, outcome.refused === 'wrong' ? 'password' : undefined)
      return showRefused(request, reply, outcome, page({ login: typed.login, problem }))
    }
    if ('challenge' in outcome) return askForCode(reply, outcome.challenge)
    return enter(request, reply, parts.database, outcome)
  })

  app.get('/sign-in/code', (request, reply) => {
    if (request.session) return seeOther(reply, '/account')
    if (request.cookies[cookieNames.challenge] === undefined) return seeOther(reply, '/sign-in')
    return show(request, reply, codePage())
  })
  app.post('/sign-in/code', async (request, reply) => {
    const { code, recovery_code } = readTyped(request, 'code', 'recovery_code')
    const challenge = request.cookies[cookieNames.challenge] ?? ''
    const outcome = await answerChallenge(parts, challenge, code.trim() || recovery_code, request.visitor)
    if (!isRefusal(outcome)) return enter(request, reply, parts.database, outcome)
    if (outcome.refused === 'not now') {
      dropCookie(reply, cookieNames.challenge)
      return showRefused(request, reply, outcome, page({ problem: problemOf(outcome) }))
    }
    const field = code.trim() === '' && recovery_code.trim() !== '' ? 'recovery_code' : 'code'
    const problem = problemOf(outcome, outcome.refused === 'wrong' ? field : undefined)
    return showRefused(request, reply, outcome, codePage(problem))
  })

  app.post('/sign-out', async (request, reply) => {
    if (request.session) {
      const { accountId, id } = request.session
      await endSession(parts.database, accountId, id, ownerAt(request.visitor))
    }
    dropCookie(reply, cookieNames.session)
    return seeOther(reply, '/sign-in', 'signed-out')
  })
}

/** The first factor was right. */
export function askForCode(reply: FastifyReply, challenge: string): FastifyReply {
  setCookie(reply, cookieNames.challenge, challenge)
  return seeOther(reply, '/sign-in/code')
}

function codePage(problem?: Problem) {
  return { title: 'Your code', content: <Code problem={problem} /> }
}

export function showSignInRefused(
  request: FastifyRequest,
  reply: FastifyReply,
  parts: AccountParts,
  refusal: Parameters<typeof showRefused>[2] & { text: string },
): FastifyReply {
  return showRefused(request, reply, refusal, {
    title: 'Sign in',
    content: <SignIn problem={problemOf(refusal)} parts={parts} />,
  })
}

function SignIn({ login, problem, parts }: SignInProps & { parts: AccountParts }) {
  return (
    <section class="narrow">
      <h1>Sign in</h1>
      <Form id="sign-in" action="/sign-in" submit="Sign in" problem={problem}>
        <Field
          name="login"
          label={parts.mailer ? 'Name or e-mail' : 'Name'}
          value={login ?? ''}
          autocomplete="username"
          maxlength={254}
        />
        <Field name="password" label="Password" type="password" autocomplete="current-password" />
      </Form>
      {parts.mailer && (
        <p class="quiet">
          <a href="/forgot-password">Forgot your password?</a>
        </p>
      )}
      <ProviderButtons providers={parts.providers.list} />
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
