import type { FastifyInstance } from 'fastify'
import { isAccountError } from '../../accounts/account-error.ts'
import type { AccountContext } from '../../accounts/context.ts'
import {
  findPasswordReset,
  type PendingPasswordReset,
  requestPasswordReset,
  resetPassword,
} from '../../accounts/sign-in/password-reset.ts'
import { clearCookie, cookieNames } from '../shell/cookies.ts'
import { Field, Form, type Problem, problemOf, Username } from '../shell/form.tsx'
import { readForm, readQuery } from '../shell/form-input.ts'
import { redirect, sendFormError, sendPage } from '../shell/responses.tsx'

export function addPasswordResetPages(app: FastifyInstance, context: AccountContext): void {
  app.get('/forgot-password', (request, reply) => sendPage(request, reply, forgotPage(context, {})))
  app.post('/forgot-password', async (request, reply) => {
    const { email } = readForm(request, 'email')
    const outcome = await requestPasswordReset(context, email, request.visitor)
    if (isAccountError(outcome)) {
      const problem = problemOf(outcome, outcome.error === 'invalid' ? 'email' : undefined)
      return sendFormError(request, reply, outcome, forgotPage(context, { email, problem }))
    }
    return redirect(reply, '/sign-in', 'reset-sent')
  })

  app.get('/reset-password', async (request, reply) => {
    const token = readQuery(request, 'token')
    const reset = await findPasswordReset(context, token)
    return reset
      ? sendPage(request, reply, resetPage({ token, reset }))
      : sendFormError(request, reply, { error: 'unauthorized' }, expiredLinkPage)
  })
  app.post('/reset-password', async (request, reply) => {
    const { token, password } = readForm(request, 'token', 'password')
    const refusal = await resetPassword(context, token, password, request.visitor)
    if (!refusal) {
      // Every browser is signed out, this one too.
      clearCookie(reply, cookieNames.session)
      return redirect(reply, '/sign-in', 'password-reset')
    }
    const reset = refusal.error === 'unauthorized' ? undefined : await findPasswordReset(context, token)
    if (!reset) return sendFormError(request, reply, refusal, expiredLinkPage)
    const problem = problemOf(refusal, refusal.error === 'invalid' ? 'password' : undefined)
    return sendFormError(request, reply, refusal, resetPage({ token, reset, problem }))
  })
}

function forgotPage(context: AccountContext, { email = '', problem }: { email?: string; problem?: Problem }) {
  const form = (
    <>
      <p>Type the e-mail address that you confirmed for your account. We send you a link to it.</p>
      <Form id="forgot" action="/forgot-password" submit="Send the link" problem={problem}>
        <Field name="email" label="E-mail" type="email" value={email} autocomplete="email" maxlength={254} />
      </Form>
    </>
  )
  return {
    title: 'Forgot your password',
    content: (
      <section class="narrow">
        <h1>Forgot your password?</h1>
        {context.mailer ? form : <p>This service sends no mail. Ask the people who run it for help.</p>}
        <p class="quiet">
          <a href="/sign-in">Back to sign-in</a>
        </p>
      </section>
    ),
  }
}

function resetPage({
  token,
  reset,
  problem,
}: {
  token: string
  reset: PendingPasswordReset
  problem?: Problem
}) {
  const minLength = reset.hasTwoFactor ? 8 : 15
  return {
    title: 'A new password',
    content: (
      <section class="narrow">
        <h1>A new password</h1>
        <p>
          For the account <strong>{reset.name}</strong>. All browsers are signed out when you set it.
        </p>
        <Form id="reset" action="/reset-password" submit="Set the password" problem={problem}>
          <input type="hidden" name="token" value={token} />
          <Username name={reset.name} />
          <Field
            name="password"
            label="New password"
            type="password"
            autocomplete="new-password"
            hint={`At least ${minLength} characters. A few words in a row are easy to remember.`}
          />
        </Form>
      </section>
    ),
  }
}

const expiredLinkPage = {
  title: 'Link not valid',
  content: (
    <section class="narrow">
      <h1>This link does not work any more</h1>
      <p>It was used already, is older than an hour, or was not copied whole.</p>
      <p>
        <a href="/forgot-password">Ask for a new one</a>
      </p>
    </section>
  ),
}
