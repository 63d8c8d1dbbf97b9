import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { AccountError } from '../../../accounts/account-error.ts'
import {
  changePassword,
  findOwnAccount,
  type OwnAccount,
  setPassword,
} from '../../../accounts/account-settings.ts'
import type { AccountContext } from '../../../accounts/context.ts'
import { minLengthFor } from '../../../accounts/sign-in/passwords.ts'
import { messages } from '../../messages/compiled/index.ts'
import { sendNotFound } from '../../shell/error-pages.tsx'
import { Field, Form, passwordFieldScript, problemOf, Username } from '../../shell/form.tsx'
import { readForm } from '../../shell/form-input.ts'
import { type Page, redirect, sendFormError, sendPage } from '../../shell/responses.tsx'
import { keepDeviceTrusted, sessionOf } from '../../shell/session-middleware.ts'
import { AccountForm } from '../account-form.tsx'
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
    return sendPage(request, reply, page(request, account, await findConfirmation(context, request)))
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
      return sendFormError(request, reply, error, page(request, account, by, error))
    }
    await keepDeviceTrusted(reply, context, accountId)
    return redirect(reply, accessReviewPath, 'password-changed')
  })
}

function page(
  { locale }: FastifyRequest,
  { hasPassword, hasTwoFactor }: OwnAccount,
  by: Confirmation,
  error?: AccountError,
): Page {
  const t = messages[locale].security
  const { newPassword, newPasswordHint } = messages[locale].signIn
  const title = hasPassword ? t.changePassword : t.setPassword
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
        <Field name="old" label={t.passwordPage.current} type="password" autocomplete="current-password" />
      )}
      <Field
        name="new"
        label={newPassword}
        type="password"
        autocomplete="new-password"
        minlength={minLength}
        hint={newPasswordHint({ minLength })}
      />
      {!hasPassword && <ReauthenticationField by={by} />}
    </Form>
  )
  return {
    title,
    area: 'app',
    scripts: [...new Set([passwordFieldScript, ...(hasPassword ? [] : confirmationScripts(by))])],
    content: (
      <AccountForm title={title} lead={t.passwordPage.lead} back="/account/security" backName={t.back}>
        {hasPassword ? (
          form
        ) : (
          <Confirmed by={by} returnTo={path}>
            {form}
          </Confirmed>
        )}
      </AccountForm>
    ),
  }
}
