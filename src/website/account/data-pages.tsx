// Taking everything along, and leaving.
import type { FastifyInstance } from 'fastify'
import type { AccountError } from '../../accounts/account-error.ts'
import { collectAccountData } from '../../accounts/account-export.ts'
import { deleteOwnAccount } from '../../accounts/account-settings.ts'
import { ownerActor } from '../../accounts/client-info.ts'
import { reauthenticationNeeded } from '../../accounts/sign-in/reauthentication.ts'
import type { WebsiteAccounts } from '../context.ts'
import { clearCookie, cookieNames } from '../shell/cookies.ts'
import { sendNotFound } from '../shell/error-pages.tsx'
import { Field, Form } from '../shell/form.tsx'
import { readForm } from '../shell/form-input.ts'
import { type Page, redirect, sendFormError, sendPage } from '../shell/responses.tsx'
import { sessionOf } from '../shell/session-middleware.ts'
import {
  ReauthenticationField,
  type RequiredCredential,
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
    if (!data) return sendNotFound(request, reply) // deleted since its session was found
    return reply
      .type('application/json; charset=utf-8')
      .header('content-disposition', `attachment; filename="larder-${sessionOf(request).accountName}.json"`)
      .send(JSON.stringify(data, null, 2))
  })

  app.get('/account/delete', async (request, reply) => {
    const { accountId, accountName } = sessionOf(request)
    return sendPage(
      request,
      reply,
      deletePage(accountName, await reauthenticationNeeded(context.database, accountId)),
    )
  })
  app.post('/account/delete', async (request, reply) => {
    const { accountId, accountName } = sessionOf(request)
    const needed = await reauthenticationNeeded(context.database, accountId)
    const { name } = readForm(request, 'name')
    const typed = { name, ...readCredentials(request) }
    const refusal = await deleteOwnAccount(context, accountId, typed, request.visitor)
    if (refusal) return sendFormError(request, reply, refusal, deletePage(accountName, needed, refusal, name))
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
        Everything that is kept about your account, as one JSON file: keys without their secrets, usage,
        sessions, linked providers, activity.
      </p>
      <Form id="download" action="/account/data" submit="Download it" />
      <h2>Leave</h2>
      <p>Deletes your account with everything it owns. Your keys stop working within a second.</p>
      <p>
        <a class="button danger" href="/account/delete">
          Delete the account
        </a>
      </p>
    </section>
  ),
}

function deletePage(
  accountName: string,
  needed: RequiredCredential,
  refusal?: AccountError,
  typed = '',
): Page {
  return {
    title: 'Delete the account',
    content: (
      <section class="narrow">
        <h1>Delete the account?</h1>
        <p>
          Its keys, usage and history are gone at once and for good.{' '}
          <a href="/account/data">Download your data</a> first if you may want it.
        </p>
        <Form
          id="delete"
          action="/account/delete"
          submit="Delete it for good"
          variant="danger"
          problem={
            refusal &&
            reauthenticationProblem(refusal, needed, refusal.error === 'invalid' ? 'name' : undefined)
          }
        >
          <Field
            name="name"
            label={`Type ${accountName} to be sure`}
            value={typed}
            autocomplete="off"
            maxlength={63}
          />
          <ReauthenticationField needed={needed} />
        </Form>
        <p class="quiet">
          <a href="/account">No, keep it</a>
        </p>
      </section>
    ),
  }
}
