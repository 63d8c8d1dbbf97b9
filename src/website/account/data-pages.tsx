// Data export and account deletion.
import type { FastifyInstance } from 'fastify'
import type { AccountError } from '../../accounts/account-error.ts'
import { collectAccountData } from '../../accounts/account-export.ts'
import { deleteOwnAccount } from '../../accounts/account-settings.ts'
import { ownerActor } from '../../accounts/client-info.ts'
import type { WebsiteAccounts } from '../context.ts'
import { clearCookie, cookieNames } from '../shell/cookies.ts'
import { sendNotFound } from '../shell/error-pages.tsx'
import { Field, Form } from '../shell/form.tsx'
import { readForm } from '../shell/form-input.ts'
import { type Page, redirect, sendFormError, sendPage } from '../shell/responses.tsx'
import { sessionOf } from '../shell/session-middleware.ts'
import {
  type Confirmation,
  Confirmed,
  confirmationScripts,
  findConfirmation,
  ReauthenticationField,
  readCredentials,
  reauthenticationProblem,
} from './reauthentication.tsx'

export function addDataPages(app: FastifyInstance, context: WebsiteAccounts): void {
  app.get('/account/data', (request, reply) => sendPage(request, reply, dataPage))
  app.post('/account/data', async (request, reply) => {
    const data = await collectAccountData(
      context.database,
      sessionOf(request).accountId,
      ownerActor(request.visitor),
    )
    if (!data) return sendNotFound(request, reply) // deleted after the session was loaded
    return reply
      .type('application/json; charset=utf-8')
      .header('content-disposition', `attachment; filename="larder-${sessionOf(request).accountName}.json"`)
      .send(JSON.stringify(data, null, 2))
  })

  app.get('/account/delete', async (request, reply) => {
    const { accountName } = sessionOf(request)
    return sendPage(request, reply, deletePage(accountName, await findConfirmation(context, request)))
  })
  app.post('/account/delete', async (request, reply) => {
    const { accountId, accountName } = sessionOf(request)
    const by = await findConfirmation(context, request)
    const { name } = readForm(request, 'name')
    const confirmation = { name, ...readCredentials(request) }
    const error = await deleteOwnAccount(context, accountId, confirmation, request.visitor)
    if (error) return sendFormError(request, reply, error, deletePage(accountName, by, error, name))
    clearCookie(reply, cookieNames.session)
    clearCookie(reply, cookieNames.device)
    return redirect(reply, '/sign-in', 'account-deleted')
  })
}

const dataPage: Page = {
  title: 'Your data',
  content: (
    <section class="narrow">
      <h1>Your data</h1>
      <p>
        Download everything we store about your account as a JSON file: API keys (without secrets), usage,
        sessions, linked providers and activity.
      </p>
      <Form id="download" action="/account/data" submit="Download data" />
      <h2>Delete account</h2>
      <p>Permanently deletes your account and all its data. Your API keys stop working immediately.</p>
      <p>
        <a class="button danger" href="/account/delete">
          Delete account
        </a>
      </p>
    </section>
  ),
}

function deletePage(accountName: string, by: Confirmation, error?: AccountError, typedName = ''): Page {
  return {
    title: 'Delete account',
    scripts: confirmationScripts(by),
    content: (
      <section class="narrow">
        <h1>Delete account?</h1>
        <p>
          Your API keys, usage and activity will be deleted permanently. This cannot be undone.{' '}
          <a href="/account/data">Download your data</a> first if you want to keep a copy.
        </p>
        <Confirmed by={by} returnTo="/account/delete">
          <Form
            id="delete"
            action="/account/delete"
            submit="Delete account"
            variant="danger"
            problem={
              error && reauthenticationProblem(error, by, error.error === 'invalid' ? 'name' : undefined)
            }
          >
            <Field
              name="name"
              label={`Type ${accountName} to confirm`}
              value={typedName}
              autocomplete="off"
              maxlength={63}
            />
            <ReauthenticationField by={by} />
          </Form>
        </Confirmed>
        <p class="quiet">
          <a href="/account">Cancel</a>
        </p>
      </section>
    ),
  }
}
