import type { FastifyInstance } from 'fastify'
import type { AccountError } from '../../../accounts/account-error.ts'
import { createNamedKey, maxNamedKeys, rotateAccountKey } from '../../../accounts/api-keys/api-keys.ts'
import { checkKeyRateLimit } from '../../../accounts/api-keys/key-rate-limit.ts'
import { type Key, listKeys } from '../../../accounts/api-keys/queries.ts'
import { ownerActor } from '../../../accounts/client-info.ts'
import type { AccountContext } from '../../../accounts/context.ts'
import type { Plan } from '../../../accounts/plans.ts'
import { requireReauthentication } from '../../../accounts/sign-in/reauthentication.ts'
import { Day, Timestamp } from '../../components/timestamp.tsx'
import { sendNotFound } from '../../shell/error-pages.tsx'
import { Form, type Problem } from '../../shell/form.tsx'
import { type Page, sendFormError, sendPage } from '../../shell/responses.tsx'
import { sessionOf } from '../../shell/session-middleware.ts'
import {
  type Confirmation,
  Confirmed,
  confirmationScripts,
  findConfirmation,
  ReauthenticationField,
  readCredentials,
  reauthenticationProblem,
} from '../reauthentication.tsx'
import {
  type KeyFormValues,
  KeyLimits,
  KeyName,
  KeyScope,
  rateLimitProblem,
  readKeyForm,
} from './key-form.tsx'
import { newKeyPage } from './new-key-page.tsx'

export function addKeyListPages(
  app: FastifyInstance,
  context: AccountContext,
  requestsPerMinute: Record<Plan, number>,
): void {
  const { database, secret } = context

  async function page(accountId: number, values?: KeyFormValues, problem?: Problem): Promise<Page> {
    const keys = await listKeys(database, accountId)
    return { title: 'API keys', content: <Keys keys={keys} values={values} problem={problem} /> }
  }

  app.get('/account/keys', async (request, reply) =>
    sendPage(request, reply, await page(sessionOf(request).accountId)),
  )
  app.post('/account/keys', async (request, reply) => {
    const { accountId } = sessionOf(request)
    const { values, input, problem: invalid } = readKeyForm(request)
    const problem =
      invalid ??
      rateLimitProblem(await checkKeyRateLimit(database, accountId, input.capPerMinute, requestsPerMinute))
    if (problem)
      return sendFormError(request, reply, { error: 'invalid' }, await page(accountId, values, problem))
    const key = await createNamedKey(database, secret, accountId, input, ownerActor(request.visitor))
    if (!('error' in key)) return sendPage(request, reply, newKeyPage(key, 'Your new API key'))
    const conflict = createKeyProblems[key.error]
    return sendFormError(request, reply, { error: 'taken' }, await page(accountId, values, conflict))
  })

  app.get('/account/keys/account', async (request, reply) =>
    sendPage(request, reply, accountKeyPage(await findConfirmation(context, request))),
  )
  app.post('/account/keys/account', async (request, reply) => {
    const { accountId } = sessionOf(request)
    const by = await findConfirmation(context, request)
    const error = await requireReauthentication(context, accountId, readCredentials(request), request.visitor)
    if (error) return sendFormError(request, reply, error, accountKeyPage(by, error))
    const key = await rotateAccountKey(database, secret, accountId, ownerActor(request.visitor))
    if (!key) return sendNotFound(request, reply) // deleted after the session was loaded
    return sendPage(request, reply, newKeyPage(key, 'Your account key'))
  })
}

const createKeyProblems: Record<'account_not_found' | 'name_taken' | 'too_many_keys', Problem> = {
  account_not_found: { text: 'This account no longer exists.' },
  name_taken: {
    field: 'name',
    text: 'You already have a key with this name. Choose another name or revoke that key.',
  },
  too_many_keys: {
    text: `You have reached the limit of ${maxNamedKeys} keys. Revoke one you no longer need.`,
  },
}

interface KeysProps {
  keys: Key[]
  values: KeyFormValues | undefined
  problem: Problem | undefined
}

function Keys({ keys, values, problem }: KeysProps) {
  const named = keys.filter(({ kind }) => kind === 'named')
  const accountKey = keys.find(({ kind }) => kind === 'account')
  return (
    <section>
      <h1>API keys</h1>
      <p>
        Create a separate key for each environment, such as development, production and CI. If one leaks, you
        can revoke it without affecting the others.
      </p>
      {named.length === 0 ? (
        <p class="empty">No API keys yet. Create your first one below.</p>
      ) : (
        <ul class="rows">
          {named.map(key => (
            <KeyRow key={key.id} of={key} />
          ))}
        </ul>
      )}

      <h2 id="new">Create API key</h2>
      <Form id="key" action="/account/keys" submit="Create key" problem={problem}>
        <KeyName value={values?.name} />
        <KeyScope value={values?.scope} />
        <KeyLimits expires={values?.expires} cap={values?.cap} />
      </Form>

      <h2>Account key</h2>
      <p>
        The account key manages your account through the API: it can create and revoke keys and read usage.
        Don’t use it in applications that only look up foods.
      </p>
      <p>
        {accountKey ? (
          <>
            <code>{maskedKey(accountKey)}</code>, <LastUse of={accountKey} />.{' '}
          </>
        ) : (
          'You don’t have an account key. '
        )}
        <a href="/account/keys/account">{accountKey ? 'Replace account key' : 'Create account key'}</a>
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
        <span class="tag">{key.scope === 'read' ? 'read-only' : 'full access'}</span>
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
        {key.cap_per_minute !== null && <span>max. {key.cap_per_minute} requests per minute</span>}
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

function accountKeyPage(by: Confirmation, error?: AccountError): Page {
  return {
    title: 'Account key',
    scripts: confirmationScripts(by),
    content: (
      <section class="narrow">
        <h1>Create account key</h1>
        <p>If you already have an account key, it stops working immediately.</p>
        <Confirmed by={by} returnTo="/account/keys/account">
          <Form
            id="account-key"
            action="/account/keys/account"
            submit="Create account key"
            problem={error && reauthenticationProblem(error, by)}
          >
            <ReauthenticationField by={by} />
          </Form>
        </Confirmed>
        <p class="quiet">
          <a href="/account/keys">Back to API keys</a>
        </p>
      </section>
    ),
  }
}
