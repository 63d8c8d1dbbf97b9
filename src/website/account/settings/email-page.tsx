import type { FastifyInstance, FastifyRequest } from 'fastify'
import { type AccountError, isAccountError } from '../../../accounts/account-error.ts'
import { findOwnAccount } from '../../../accounts/account-settings.ts'
import type { AccountContext } from '../../../accounts/context.ts'
import { changeEmail, removeEmail } from '../../../accounts/email/email-address.ts'
import { messages } from '../../messages/compiled/index.ts'
import { Field, Form } from '../../shell/form.tsx'
import { readForm } from '../../shell/form-input.ts'
import { redirect, sendFormError, sendPage } from '../../shell/responses.tsx'
import { keepDeviceTrusted, sessionOf } from '../../shell/session-middleware.ts'
import { AccountForm } from '../account-form.tsx'
import {
  Confirmed,
  confirmationScripts,
  findConfirmation,
  ReauthenticationField,
  readCredentials,
  reauthenticationProblem,
} from '../reauthentication.tsx'
import { accessReviewPath } from '../security/access-review-page.tsx'
import { settingsPath } from './settings-page.tsx'

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
    const { emailPage: t, ...settings } = messages[request.locale].settings
    return {
      title: t.title,
      area: 'app' as const,
      scripts: confirmationScripts(by),
      content: (
        <AccountForm
          title={t.title}
          lead={account?.email ? undefined : t.none}
          back={settingsPath}
          backName={settings.back}
        >
          {account?.email && (
            <p class="cluster">
              <b>{account.email}</b>
              {account.emailIsConfirmed ? (
                <span class="badge badge-ok">{settings.confirmed}</span>
              ) : (
                <span class="badge badge-partly">{settings.notConfirmed}</span>
              )}
            </p>
          )}
          <Confirmed by={by} returnTo="/account/email">
            {context.isMailEnabled ? (
              <>
                <h2 class={account?.email ? 'h-s section-top' : 'h-s'}>
                  {account?.email ? t.changeTitle : t.addTitle}
                </h2>
                <p class="muted">{t.lead}</p>
                <Form id="change" action="/account/email" submit={t.submit} problem={problem('change')}>
                  <Field
                    name="email"
                    label={account?.email ? t.newEmail : settings.email}
                    type="email"
                    value={failed?.email ?? (account?.emailIsConfirmed ? '' : (account?.email ?? ''))}
                    autocomplete="email"
                    maxlength={254}
                  />
                  <ReauthenticationField by={by} />
                </Form>
              </>
            ) : (
              <p>{t.notAvailable}</p>
            )}
            {account?.email && (
              <>
                <h2 class="h-s section-top">{t.removeTitle}</h2>
                <p class="muted">{t.removeLead}</p>
                <Form
                  id="remove"
                  action="/account/email/remove"
                  submit={t.remove}
                  variant="danger"
                  problem={problem('remove')}
                >
                  <ReauthenticationField by={by} />
                </Form>
              </>
            )}
          </Confirmed>
        </AccountForm>
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
