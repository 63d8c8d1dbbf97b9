import type { FastifyInstance } from 'fastify'
import { isAccountError } from '../../accounts/account-error.ts'
import type { AccountContext } from '../../accounts/context.ts'
import {
  findPasswordReset,
  type PendingPasswordReset,
  requestPasswordReset,
  resetPassword,
} from '../../accounts/sign-in/password-reset.ts'
import { minLengthFor } from '../../accounts/sign-in/passwords.ts'
import { accessReviewPath } from '../account/security/access-review-page.tsx'
import { clearCookie, cookieNames, setCookie } from '../shell/cookies.ts'
import { Field, Form, newPasswordPage, type Problem, problemOf, Username } from '../shell/form.tsx'
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
    const error = await resetPassword(context, token, password, request.visitor)
    if (!error) {
      // A reset ends every session, including this one.
      clearCookie(reply, cookieNames.session)
      setCookie(reply, cookieNames.returnTo, accessReviewPath)
      return redirect(reply, '/sign-in', 'password-reset')
    }
    const reset = error.error === 'unauthorized' ? undefined : await findPasswordReset(context, token)
    if (!reset) return sendFormError(request, reply, error, expiredLinkPage)
    const problem = problemOf(error, error.error === 'invalid' ? 'password' : undefined)
    return sendFormError(request, reply, error, resetPage({ token, reset, problem }))
  })
}

function forgotPage(context: AccountContext, { email = '', problem }: { email?: string; problem?: Problem }) {
  const form = (
    <>
      <p>Enter your account’s confirmed e-mail address and we’ll send you a link to reset your password.</p>
      <Form id="forgot" action="/forgot-password" submit="Send reset link" problem={problem}>
        <Field name="email" label="E-mail" type="email" value={email} autocomplete="email" maxlength={254} />
      </Form>
    </>
  )
  return {
    title: 'Reset your password',
    content: (
      <section class="narrow">
        <h1>Reset your password</h1>
        {context.isMailEnabled ? (
          form
        ) : (
          <p>This service does not send e-mail. Contact the service operator for help.</p>
        )}
        <p class="quiet">
          <a href="/sign-in">Back to sign in</a>
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
  const minLength = minLengthFor(reset)
  return {
    title: 'Choose a new password',
    ...newPasswordPage,
    content: (
      <section class="narrow">
        <h1>Choose a new password</h1>
        <p>
          For the account <strong>{reset.name}</strong>. You will be signed out of all sessions.
        </p>
        <Form id="reset" action="/reset-password" submit="Set new password" problem={problem}>
          <input type="hidden" name="token" value={token} />
          <Username name={reset.name} />
          <Field
            name="password"
            label="New password"
            type="password"
            autocomplete="new-password"
            minlength={minLength}
            hint={`At least ${minLength} characters. Several random words make a strong password.`}
          />
        </Form>
      </section>
    ),
  }
}

const expiredLinkPage = {
  title: 'Link expired',
  content: (
    <section class="narrow">
      <h1>This link has expired</h1>
      <p>It has already been used, is more than an hour old, or is incomplete.</p>
      <p>
        <a href="/forgot-password">Request a new link</a>
      </p>
    </section>
  ),
}
