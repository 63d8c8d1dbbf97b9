import type { FastifyInstance } from 'fastify'
import type { AccountError } from '../../../accounts/account-error.ts'
import { createNamedKey, maxNamedKeys, rotateAccountKey } from '../../../accounts/api-keys/api-keys.ts'
import { type Key, listKeys } from '../../../accounts/api-keys/queries.ts'
import { ownerActor } from '../../../accounts/client-info.ts'
import type { AccountContext } from '../../../accounts/context.ts'
import {
  reauthenticationNeeded,
  requireReauthentication,
} from '../../../accounts/sign-in/reauthentication.ts'
import { Day, Timestamp } from '../../components/timestamp.tsx'
import { sendNotFound } from '../../shell/error-pages.tsx'
import { Form, type Problem } from '../../shell/form.tsx'
import { type Page, sendFormError, sendPage } from '../../shell/responses.tsx'
import { sessionOf } from '../../shell/session-middleware.ts'
import {
  ReauthenticationField,
  type RequiredCredential,
  readCredentials,
  reauthenticationProblem,
} from '../reauthentication.tsx'
import { type KeyFormValues, KeyLimits, KeyName, KeyScope, readKeyForm } from './key-form.tsx'
import { newKeyPage } from './new-key-page.tsx'

export function addKeyListPages(app: FastifyInstance, context: AccountContext): void {
  const { database, secret } = context

  async function page(accountId: number, typed?: KeyFormValues, problem?: Problem): Promise<Page> {
    const keys = await listKeys(database, accountId)
    return { title: 'Keys', content: <Keys keys={keys} typed={typed} problem={problem} /> }
  }

  app.get('/account/keys', async (request, reply) =>
    sendPage(request, reply, await page(sessionOf(request).accountId)),
  )
  app.post('/account/keys', async (request, reply) => {
    const { accountId } = sessionOf(request)
    const { typed, wanted, problem } = readKeyForm(request)
    if (problem)
      return sendFormError(request, reply, { error: 'invalid' }, await page(accountId, typed, problem))
    const key = await createNamedKey(database, secret, accountId, wanted, ownerActor(request.visitor))
    if (!('error' in key)) return sendPage(request, reply, newKeyPage(key, 'Your new key'))
    const refused = createKeyProblems[key.error]
    return sendFormError(request, reply, { error: 'taken' }, await page(accountId, typed, refused))
  })

  app.get('/account/keys/account', async (request, reply) => {
    const { accountId } = sessionOf(request)
    return sendPage(request, reply, accountKeyPage(await reauthenticationNeeded(database, accountId)))
  })
  app.post('/account/keys/account', async (request, reply) => {
    const { accountId } = sessionOf(request)
    const needed = await reauthenticationNeeded(database, accountId)
    const refusal = await requireReauthentication(
      context,
      accountId,
      readCredentials(request),
      request.visitor,
    )
    if (refusal) return sendFormError(request, reply, refusal, accountKeyPage(needed, refusal))
    const key = await rotateAccountKey(database, secret, accountId, ownerActor(request.visitor))
    if (!key) return sendNotFound(request, reply) // deleted since its session was found
    return sendPage(request, reply, newKeyPage(key, 'Your account key'))
  })
}

const createKeyProblems: Record<'account_not_found' | 'name_taken' | 'too_many_keys', Problem> = {
  account_not_found: { text: 'There is no such account any more.' },
  name_taken: { field: 'name', text: 'You have a key of this name. Choose another, or revoke that one.' },
  too_many_keys: {
    text: `You have ${maxNamedKeys} keys, which is the most. Revoke one that you no longer need.`,
  },
}

interface KeysProps {
  keys: Key[]
  typed: KeyFormValues | undefined
  problem: Problem | undefined
}

function Keys({ keys, typed, problem }: KeysProps) {
  const named = keys.filter(({ kind }) => kind === 'named')
  const accountKey = keys.find(({ kind }) => kind === 'account')
  return (
    <section>
      <h1>Keys</h1>
      <p>
        A key for each place that calls the API: development, production, CI. When one leaks, you revoke that
        one.
      </p>
      {named.length === 0 ? (
        <p class="empty">No keys yet. Make the first below.</p>
      ) : (
        <ul class="rows">
          {named.map(key => (
            <KeyRow key={key.id} of={key} />
          ))}
        </ul>
      )}

      <h2 id="new">New key</h2>
      <Form id="key" action="/account/keys" submit="Make the key" problem={problem}>
        <KeyName value={typed?.name} />
        <KeyScope value={typed?.scope} />
        <KeyLimits expires={typed?.expires} cap={typed?.cap} />
      </Form>

      <h2>Account key</h2>
      <p>
        One key of its own manages your account over the API: it makes and revokes keys, and reads usage. Keep
        it away from programs that only look up foods.
      </p>
      <p>
        {accountKey ? (
          <>
            <code>{maskedKey(accountKey)}</code>, <LastUse of={accountKey} />.{' '}
          </>
        ) : (
          'You have none. '
        )}
        <a href="/account/keys/account">{accountKey ? 'Replace it' : 'Make one'}</a>
      </p>
    </section>
  )
}

function KeyRow({ of: key }: { of: Key }) {
  return (
    <li>
      <div>
        <a class="row-title" href={`/account/keys/${key.id}`}>
          {key.name}
        </a>{' '}
        <span class="tag">{key.scope === 'read' ? 'read only' : 'full access'}</span>
        {isExpired(key) && <span class="tag warn">expired</span>}
      </div>
      <div class="quiet">
        <code>{maskedKey(key)}</code>
        <span>
          <LastUse of={key} />
        </span>
        {key.expires_at && !isExpired(key) && (
          <span>
            expires <Day at={key.expires_at} />
          </span>
        )}
        {key.cap_per_minute !== null && <span>at most {key.cap_per_minute} a minute</span>}
      </div>
    </li>
  )
}

function LastUse({ of: { last_used_at } }: { of: Key }) {
  return last_used_at ? (
    <>
      last used <Timestamp at={last_used_at} />
    </>
  ) : (
    <>never used</>
  )
}

function isExpired({ expires_at }: Key): boolean {
  return expires_at !== null && expires_at.getTime() <= Date.now()
}

function maskedKey({ prefix, last_four }: Key): string {
  return `${prefix}_…${last_four}`
}

function accountKeyPage(needed: RequiredCredential, refusal?: AccountError): Page {
  return {
    title: 'Account key',
    content: (
      <section class="narrow">
        <h1>A new account key</h1>
        <p>If there is an account key already, it stops working everywhere within a second.</p>
        <Form
          id="account-key"
          action="/account/keys/account"
          submit="Make the account key"
          problem={refusal && reauthenticationProblem(refusal, needed)}
        >
          <ReauthenticationField needed={needed} />
        </Form>
        <p class="quiet">
          <a href="/account/keys">Back to your keys</a>
        </p>
      </section>
    ),
  }
}
