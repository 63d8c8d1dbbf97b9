// Taking everything along, and leaving.
import type { FastifyInstance } from 'fastify'
import { collectAccountData } from '../../accounts/account-data.ts'
import { deleteOwnAccount } from '../../accounts/own-account.ts'
import { proofNeeded } from '../../accounts/proof.ts'
import type { Refusal } from '../../accounts/refusal.ts'
import { ownerAt } from '../../accounts/visitor.ts'
import type { WebsiteAccounts } from '../context.ts'
import { cookieNames, dropCookie } from '../shell/cookies.ts'
import { showNotFound } from '../shell/error-pages.tsx'
import { Field, Form } from '../shell/form.tsx'
import { readTyped } from '../shell/form-input.ts'
import { type Page, seeOther, show, showRefused } from '../shell/responses.tsx'
import { sessionOf } from '../shell/session-middleware.ts'
import { type NeededProof, ProofField, proofProblem, readProof } from './reauthentication.tsx'

export function addDataPages(app: FastifyInstance, parts: WebsiteAccounts): void {
  app.get('/account/data', (request, reply) => show(request, reply, dataPage))
  app.post('/account/data', async (request, reply) => {
    const data = await collectAccountData(
      parts.database,
      sessionOf(request).accountId,
      ownerAt(request.visitor),
    )
    if (!data) return showNotFound(request, reply) // deleted since its session was found
    return reply
      .type('application/json; charset=utf-8')
      .header('content-disposition', `attachment; filename="larder-${sessionOf(request).accountName}.json"`)
      .send(JSON.stringify(data, null, 2))
  })

  app.get('/account/delete', async (request, reply) => {
    const { accountId, accountName } = sessionOf(request)
    return show(request, reply, deletePage(accountName, await proofNeeded(parts.database, accountId)))
  })
  app.post('/account/delete', async (request, reply) => {
    const { accountId, accountName } = sessionOf(request)
    const needed = await proofNeeded(parts.database, accountId)
    const { name } = readTyped(request, 'name')
    const typed = { name, ...readProof(request) }
    const refusal = await deleteOwnAccount(parts, accountId, typed, request.visitor)
    if (refusal) return showRefused(request, reply, refusal, deletePage(accountName, needed, refusal, name))
    dropCookie(reply, cookieNames.session)
    dropCookie(reply, cookieNames.device)
    return seeOther(reply, '/sign-in', 'account-deleted')
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

function deletePage(accountName: string, needed: NeededProof, refusal?: Refusal, typed = ''): Page {
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
          look="danger"
          problem={
            refusal && proofProblem(refusal, needed, refusal.refused === 'invalid' ? 'name' : undefined)
          }
        >
          <Field
            name="name"
            label={`Type ${accountName} to be sure`}
            value={typed}
            autocomplete="off"
            maxlength={63}
          />
          <ProofField needed={needed} />
        </Form>
        <p class="quiet">
          <a href="/account">No, keep it</a>
        </p>
      </section>
    ),
  }
}
