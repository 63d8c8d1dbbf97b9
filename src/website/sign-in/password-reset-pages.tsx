import type { FastifyInstance, FastifyRequest } from 'fastify'
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
import { messages } from '../messages/compiled/index.ts'
import { clearCookie, cookieNames, setCookie } from '../shell/cookies.ts'
import { Field, Form, type Problem, passwordFieldScript, problemOf, Username } from '../shell/form.tsx'
import { readForm, readQuery } from '../shell/form-input.ts'
import { type Page, redirect, sendFormError, sendPage } from '../shell/responses.tsx'
import { AuthCard } from './auth-card.tsx'

export function addPasswordResetPages(app: FastifyInstance, context: AccountContext): void {
  app.get('/forgot-password', (request, reply) => sendPage(request, reply, forgotPage(context, request, {})))
  app.post('/forgot-password', async (request, reply) => {
    const { email } = readForm(request, 'email')
    const outcome = await requestPasswordReset(context, email, request.visitor)
    if (isAccountError(outcome)) {
      const problem = problemOf(outcome, outcome.error === 'invalid' ? 'email' : undefined)
      return sendFormError(request, reply, outcome, forgotPage(context, request, { email, problem }))
    }
    return redirect(reply, '/sign-in', 'reset-sent')
  })

  app.get('/reset-password', async (request, reply) => {
    const token = readQuery(request, 'token')
    const reset = await findPasswordReset(context, token)
    return reset
      ? sendPage(request, reply, resetPage(request, { token, reset }))
      : sendFormError(request, reply, { error: 'unauthorized' }, expiredLinkPage(request))
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
    if (!reset) return sendFormError(request, reply, error, expiredLinkPage(request))
    const problem = problemOf(error, error.error === 'invalid' ? 'password' : undefined)
    return sendFormError(request, reply, error, resetPage(request, { token, reset, problem }))
  })
}

function forgotPage(
  context: AccountContext,
  { locale }: FastifyRequest,
  { email = '', problem }: { email?: string; problem?: Problem },
): Page {
  const t = messages[locale].signIn
  return {
    title: t.forgot.title,
    footer: 'slim',
    content: (
      <AuthCard title={t.forgot.title} lead={context.isMailEnabled ? t.forgot.lead : t.forgot.noMail}>
        {context.isMailEnabled && (
          <Form id="forgot" action="/forgot-password" submit={t.forgot.submit} problem={problem} isBlock>
            <Field
              name="email"
              label={t.email}
              type="email"
              value={email}
              autocomplete="email"
              maxlength={254}
            />
          </Form>
        )}
        <p class="form-links">
          <a href="/sign-in">{t.backToSignIn}</a>
        </p>
      </AuthCard>
    ),
  }
}

function resetPage(
  { locale }: FastifyRequest,
  { token, reset, problem }: { token: string; reset: PendingPasswordReset; problem?: Problem },
): Page {
  const t = messages[locale].signIn
  const minLength = minLengthFor(reset)
  return {
    title: t.reset.title,
    scripts: [passwordFieldScript],
    footer: 'slim',
    content: (
      <AuthCard title={t.reset.title} lead={t.reset.lead({ account: reset.name })}>
        <Form id="reset" action="/reset-password" submit={t.reset.submit} problem={problem} isBlock>
          <input type="hidden" name="token" value={token} />
          <Username name={reset.name} />
          <Field
            name="password"
            label={t.newPassword}
            type="password"
            autocomplete="new-password"
            minlength={minLength}
            hint={t.newPasswordHint({ minLength })}
          />
        </Form>
      </AuthCard>
    ),
  }
}

function expiredLinkPage({ locale }: FastifyRequest): Page {
  const t = messages[locale].signIn.expired
  return {
    title: t.title,
    footer: 'slim',
    content: (
      <AuthCard title={t.title} lead={t.lead}>
        <a class="btn btn-primary btn-block" href="/forgot-password">
          {t.again}
        </a>
      </AuthCard>
    ),
  }
}
