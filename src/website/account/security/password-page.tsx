import type { FastifyInstance } from 'fastify'
import type { AccountError } from '../../../accounts/account-error.ts'
import {
  changePassword,
  findOwnAccount,
  type OwnAccount,
  setPassword,
} from '../../../accounts/account-settings.ts'
import type { AccountContext } from '../../../accounts/context.ts'
import { minLengthFor } from '../../../accounts/sign-in/passwords.ts'
import { sendNotFound } from '../../shell/error-pages.tsx'
import { Field, Form, newPasswordPage, problemOf, Username } from '../../shell/form.tsx'
import { readForm } from '../../shell/form-input.ts'
import { type Page, redirect, sendFormError, sendPage } from '../../shell/responses.tsx'
import { keepDeviceTrusted, sessionOf } from '../../shell/session-middleware.ts'
import {
  type Confirmation,
  Confirmed,
  confirmationScripts,
  findConfirmation,
  ReauthenticationField,
} from '../reauthentication.tsx'
import { accessReviewPath } from './access-review-page.tsx'

const path = '/account/security/password'

export function addPasswordPage(app: FastifyInstance, context: AccountContext): void {
  const find = (accountId: number) => findOwnAccount(context.database, accountId)

  app.get(path, async (request, reply) => {
    const account = await find(sessionOf(request).accountId)
    if (!account) return sendNotFound(request, reply)
    return sendPage(request, reply, page(account, await findConfirmation(context, request)))
  })
  app.post(path, async (request, reply) => {
    const { accountId, id: sessionId } = sessionOf(request)
    const account = await find(accountId)
    if (!account) return sendNotFound(request, reply)
    const values = readForm(request, 'old', 'new', 'code')
    const session = { accountId, sessionId }
    const error = account.hasPassword
      ? await changePassword(context, session, values, request.visitor)
      : await setPassword(context, session, { password: values.new, code: values.code }, request.visitor)
    if (error) {
      const by = await findConfirmation(context, request)
      return sendFormError(request, reply, error, page(account, by, error))
    }
    await keepDeviceTrusted(reply, context, accountId)
    return redirect(reply, accessReviewPath, 'password-changed')
  })
}

function page({ hasPassword, hasTwoFactor }: OwnAccount, by: Confirmation, error?: AccountError): Page {
  const title = hasPassword ? 'Change password' : 'Set password'
  const field =
    error?.error === 'invalid'
      ? 'new'
      : error?.error === 'unauthorized'
        ? hasPassword
          ? 'old'
          : by.credential
        : undefined
  const minLength = minLengthFor({ hasTwoFactor })
  const form = (
    <Form id="password" action={path} submit={title} problem={error && problemOf(error, field)}>
      <Username />
      {hasPassword && (
        <Field name="old" label="Current password" type="password" autocomplete="current-password" />
      )}
      <Field
        name="new"
        label="New password"
        type="password"
        autocomplete="new-password"
        minlength={minLength}
        hint={`At least ${minLength} characters. Several random words make a strong password.`}
      />
      {!hasPassword && <ReauthenticationField by={by} />}
    </Form>
  )
  return {
    title,
    ...newPasswordPage,
    scripts: [...newPasswordPage.scripts, ...(hasPassword ? [] : confirmationScripts(by))],
    content: (
      <section class="narrow">
        <h1>{title}</h1>
        <p>You will be signed out of all other sessions.</p>
        {hasPassword ? (
          form
        ) : (
          <Confirmed by={by} returnTo={path}>
            {form}
          </Confirmed>
        )}
        <p class="quiet">
          <a href="/account/security">Back to security</a>
        </p>
      </section>
    ),
  }
}
