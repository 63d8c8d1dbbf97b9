import type { FastifyInstance } from 'fastify'
import type { AccountError } from '../../../accounts/account-error.ts'
import {
  changePassword,
  findOwnAccount,
  type OwnAccount,
  setPassword,
} from '../../../accounts/account-settings.ts'
import type { AccountContext } from '../../../accounts/context.ts'
import { sendNotFound } from '../../shell/error-pages.tsx'
import { Field, Form, problemOf, Username } from '../../shell/form.tsx'
import { readForm } from '../../shell/form-input.ts'
import { type Page, redirect, sendFormError, sendPage } from '../../shell/responses.tsx'
import { sessionOf } from '../../shell/session-middleware.ts'
import { CodeField } from '../reauthentication.tsx'

const path = '/account/security/password'

export function addPasswordPage(app: FastifyInstance, context: AccountContext): void {
  const find = (accountId: number) => findOwnAccount(context.database, accountId)

  app.get(path, async (request, reply) => {
    const account = await find(sessionOf(request).accountId)
    return account ? sendPage(request, reply, page(account)) : sendNotFound(request, reply)
  })
  app.post(path, async (request, reply) => {
    const { accountId, id: sessionId } = sessionOf(request)
    const account = await find(accountId)
    if (!account) return sendNotFound(request, reply)
    const typed = readForm(request, 'old', 'new', 'code')
    const own = { accountId, sessionId }
    const refusal = account.hasPassword
      ? await changePassword(context, own, typed, request.visitor)
      : await setPassword(context, own, { password: typed.new, code: typed.code }, request.visitor)
    if (refusal) return sendFormError(request, reply, refusal, page(account, refusal))
    return redirect(reply, '/account/security', 'password-changed')
  })
}

function page({ hasPassword, hasTwoFactor }: OwnAccount, refusal?: AccountError): Page {
  const title = hasPassword ? 'Change your password' : 'Set a password'
  const field =
    refusal?.error === 'invalid'
      ? 'new'
      : refusal?.error === 'unauthorized'
        ? hasPassword
          ? 'old'
          : 'code'
        : undefined
  return {
    title,
    content: (
      <section class="narrow">
        <h1>{title}</h1>
        <p>All other browsers are signed out.</p>
        <Form id="password" action={path} submit={title} problem={refusal && problemOf(refusal, field)}>
          <Username />
          {hasPassword && (
            <Field name="old" label="Your password now" type="password" autocomplete="current-password" />
          )}
          <Field
            name="new"
            label="New password"
            type="password"
            autocomplete="new-password"
            hint={`At least ${hasTwoFactor ? 8 : 15} characters. A few words in a row are easy to remember.`}
          />
          {!hasPassword && hasTwoFactor && <CodeField />}
        </Form>
        <p class="quiet">
          <a href="/account/security">Back to security</a>
        </p>
      </section>
    ),
  }
}
