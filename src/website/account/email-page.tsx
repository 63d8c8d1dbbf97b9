import type { FastifyInstance, FastifyRequest } from 'fastify'
import { type AccountError, isAccountError } from '../../accounts/account-error.ts'
import { findOwnAccount } from '../../accounts/account-settings.ts'
import type { AccountContext } from '../../accounts/context.ts'
import { changeEmail, removeEmail } from '../../accounts/email/email-address.ts'
import { Field, Form } from '../shell/form.tsx'
import { readForm } from '../shell/form-input.ts'
import { redirect, sendFormError, sendPage } from '../shell/responses.tsx'
import { keepDeviceTrusted, sessionOf } from '../shell/session-middleware.ts'
import {
  Confirmed,
  confirmationScripts,
  findConfirmation,
  ReauthenticationField,
  readCredentials,
  reauthenticationProblem,
} from './reauthentication.tsx'
import { accessReviewPath } from './security/access-review-page.tsx'

interface FailedSubmission {
  form: 'change' | 'remove'
  error: AccountError
  email?: string
}

export function addEmailPage(app: FastifyInstance, context: AccountContext): void {
  async function page(request: FastifyRequest, failed?: FailedSubmission) {
    const account = await findOwnAccount(context.database, sessionOf(request).accountId)
    const by = await findConfirmation(context, request)
    const problem = (form: FailedSubmission['form']) =>
      failed?.form === form
        ? reauthenticationProblem(failed.error, by, failed.error.error === 'invalid' ? 'email' : undefined)
        : undefined
    return {
      title: 'E-mail',
      scripts: confirmationScripts(by),
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
              You haven’t added an e-mail address. Add one so that you can reset your password if you forget
              it.
            </p>
          )}
          <Confirmed by={by} returnTo="/account/email">
            {context.isMailEnabled ? (
              <>
                <h2>{account?.email ? 'Change e-mail address' : 'Add e-mail address'}</h2>
                <p>
                  We’ll send a confirmation link to the new address. Your current confirmed address stays
                  active until you open the link, and receives a notice with a link that cancels the change.
                </p>
                <Form
                  id="change"
                  action="/account/email"
                  submit="Send confirmation link"
                  problem={problem('change')}
                >
                  <Field
                    name="email"
                    label="E-mail"
                    type="email"
                    value={failed?.email ?? (account?.emailIsConfirmed ? '' : (account?.email ?? ''))}
                    autocomplete="email"
                    maxlength={254}
                  />
                  <ReauthenticationField by={by} />
                </Form>
              </>
            ) : (
              <p>E-mail is not available on this service.</p>
            )}
            {account?.email && (
              <>
                <h2>Remove e-mail address</h2>
                <p>Without an e-mail address you cannot reset a forgotten password.</p>
                <Form
                  id="remove"
                  action="/account/email/remove"
                  submit="Remove e-mail address"
                  variant="danger"
                  problem={problem('remove')}
                >
                  <ReauthenticationField by={by} />
                </Form>
              </>
            )}
          </Confirmed>
        </section>
      ),
    }
  }

  app.get('/account/email', async (request, reply) => sendPage(request, reply, await page(request)))
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
    const failed = { form: 'change' as const, error: outcome, email }
    return sendFormError(request, reply, outcome, await page(request, failed))
  })
  app.post('/account/email/remove', async (request, reply) => {
    const { accountId, id: sessionId } = sessionOf(request)
    const session = { accountId, sessionId }
    const error = await removeEmail(context, session, readCredentials(request), request.visitor)
    if (!error) {
      await keepDeviceTrusted(reply, context, accountId)
      return redirect(reply, accessReviewPath, 'email-removed')
    }
    return sendFormError(request, reply, error, await page(request, { form: 'remove', error }))
  })
}
