import type { FastifyInstance } from 'fastify'
import { type AccountError, isAccountError } from '../../accounts/account-error.ts'
import { findOwnAccount } from '../../accounts/account-settings.ts'
import type { AccountContext } from '../../accounts/context.ts'
import { changeEmail, removeEmail } from '../../accounts/email/email-address.ts'
import { reauthenticationNeeded } from '../../accounts/sign-in/reauthentication.ts'
import { Field, Form } from '../shell/form.tsx'
import { readForm } from '../shell/form-input.ts'
import { redirect, sendFormError, sendPage } from '../shell/responses.tsx'
import { sessionOf } from '../shell/session-middleware.ts'
import { ReauthenticationField, readCredentials, reauthenticationProblem } from './reauthentication.tsx'

interface Sent {
  form: 'change' | 'remove'
  refusal: AccountError
  email?: string
}

export function addEmailPage(app: FastifyInstance, context: AccountContext): void {
  async function page(accountId: number, sent?: Sent) {
    const account = await findOwnAccount(context.database, accountId)
    const needed = await reauthenticationNeeded(context.database, accountId)
    const problem = (form: Sent['form']) =>
      sent?.form === form
        ? reauthenticationProblem(
            sent.refusal,
            needed,
            sent.refusal.error === 'invalid' ? 'email' : undefined,
          )
        : undefined
    return {
      title: 'E-mail',
      content: (
        <section class="narrow">
          <h1>E-mail</h1>
          {account?.email ? (
            <p>
              <strong>{account.email}</strong>{' '}
              {account.emailIsConfirmed ? (
                <span class="tag good">confirmed</span>
              ) : (
                <span class="tag warn">not confirmed</span>
              )}
            </p>
          ) : (
            <p>
              Your account has no e-mail address. With one you can get a new password when you forget yours.
            </p>
          )}
          {context.mailer ? (
            <>
              <h2>{account?.email ? 'Another address' : 'Add an address'}</h2>
              <p>
                We send a link to it. The address counts from when you open that link; a confirmed one before
                it stays until then.
              </p>
              <Form id="change" action="/account/email" submit="Send the link" problem={problem('change')}>
                <Field
                  name="email"
                  label="E-mail"
                  type="email"
                  value={sent?.email ?? (account?.emailIsConfirmed ? '' : (account?.email ?? ''))}
                  autocomplete="email"
                  maxlength={254}
                />
                <ReauthenticationField needed={needed} />
              </Form>
            </>
          ) : (
            <p>This service sends no mail, so it cannot use e-mail addresses.</p>
          )}
          {account?.email && (
            <>
              <h2>Remove it</h2>
              <p>Without an address, nobody can send you a new password.</p>
              <Form
                id="remove"
                action="/account/email/remove"
                submit="Remove the address"
                variant="danger"
                problem={problem('remove')}
              >
                <ReauthenticationField needed={needed} />
              </Form>
            </>
          )}
        </section>
      ),
    }
  }

  app.get('/account/email', async (request, reply) =>
    sendPage(request, reply, await page(sessionOf(request).accountId)),
  )
  app.post('/account/email', async (request, reply) => {
    const { accountId } = sessionOf(request)
    const { email } = readForm(request, 'email')
    const outcome = await changeEmail(
      context,
      accountId,
      email.trim(),
      readCredentials(request),
      request.visitor,
    )
    if (!isAccountError(outcome)) return redirect(reply, '/account/email', 'email-sent')
    const sent = { form: 'change' as const, refusal: outcome, email }
    return sendFormError(request, reply, outcome, await page(accountId, sent))
  })
  app.post('/account/email/remove', async (request, reply) => {
    const { accountId } = sessionOf(request)
    const refusal = await removeEmail(context, accountId, readCredentials(request), request.visitor)
    if (!refusal) return redirect(reply, '/account/email', 'email-removed')
    return sendFormError(request, reply, refusal, await page(accountId, { form: 'remove', refusal }))
  })
}
