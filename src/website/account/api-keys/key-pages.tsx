// Pages of a single API key: edit, rotate, revoke.
import type { FastifyInstance, FastifyRequest } from 'fastify'
import {
  maxRotationOverlapSeconds,
  revokeKey,
  rotateKey,
  updateKey,
} from '../../../accounts/api-keys/api-keys.ts'
import { checkKeyRateLimit } from '../../../accounts/api-keys/key-rate-limit.ts'
import { findKey, type Key } from '../../../accounts/api-keys/queries.ts'
import { ownerActor } from '../../../accounts/client-info.ts'
import type { AccountContext } from '../../../accounts/context.ts'
import type { Plan } from '../../../accounts/plans.ts'
import { Timestamp } from '../../components/timestamp.tsx'
import { sendNotFound } from '../../shell/error-pages.tsx'
import { Form, type Problem, Select } from '../../shell/form.tsx'
import { readForm, readId } from '../../shell/form-input.ts'
import { type Page, redirect, sendFormError, sendPage } from '../../shell/responses.tsx'
import { sessionOf } from '../../shell/session-middleware.ts'
import { type KeyFormValues, KeyLimits, KeyName, rateLimitProblem, readKeyForm } from './key-form.tsx'
import { newKeyPage } from './new-key-page.tsx'

export function addKeyPages(
  app: FastifyInstance,
  { database, secret }: AccountContext,
  requestsPerMinute: Record<Plan, number>,
): void {
  const find = (request: FastifyRequest) => findKey(database, sessionOf(request).accountId, readId(request))

  app.get('/account/keys/:id', async (request, reply) => {
    const key = await find(request)
    return key?.kind === 'named' ? sendPage(request, reply, keyPage(key)) : sendNotFound(request, reply)
  })

  app.post('/account/keys/:id', async (request, reply) => {
    const key = await find(request)
    if (key?.kind !== 'named') return sendNotFound(request, reply)
    const { values, input, problem: invalid } = readKeyForm(request)
    const { name, expiresAt, capPerMinute } = input
    const { accountId } = sessionOf(request)
    // A limit that was allowed on an earlier plan may stay.
    const newCap = capPerMinute === key.cap_per_minute ? null : capPerMinute
    const problem =
      invalid ?? rateLimitProblem(await checkKeyRateLimit(database, accountId, newCap, requestsPerMinute))
    if (problem) return sendFormError(request, reply, { error: 'invalid' }, keyPage(key, values, problem))
    const changes = { name, expiresAt, capPerMinute }
    const updated = await updateKey(database, accountId, key.id, changes, ownerActor(request.visitor))
    if (!('error' in updated)) return redirect(reply, '/account/keys', 'key-updated')
    if (updated.error !== 'name_taken') return sendNotFound(request, reply)
    return sendFormError(request, reply, { error: 'taken' }, keyPage(key, values, nameInUse))
  })

  app.post('/account/keys/:id/rotate', async (request, reply) => {
    const { accountId } = sessionOf(request)
    const chosen = Number(readForm(request, 'overlap').overlap)
    const seconds = overlaps.some(({ value }) => Number(value) === chosen) ? chosen : 0
    const key = await rotateKey(
      database,
      secret,
      accountId,
      readId(request),
      seconds,
      ownerActor(request.visitor),
    )
    if ('error' in key) return sendNotFound(request, reply)
    return sendPage(request, reply, newKeyPage(key, `New secret for ${key.name}`))
  })

  app.get('/account/keys/:id/revoke', async (request, reply) => {
    const key = await find(request)
    return key ? sendPage(request, reply, revokePage(key)) : sendNotFound(request, reply)
  })
  app.post('/account/keys/:id/revoke', async (request, reply) => {
    const { accountId } = sessionOf(request)
    const isRevoked = await revokeKey(database, accountId, readId(request), ownerActor(request.visitor))
    return isRevoked ? redirect(reply, '/account/keys', 'key-revoked') : sendNotFound(request, reply)
  })
}

const nameInUse: Problem = {
  field: 'name',
  text: 'You already have a key with this name. Choose another name.',
}

const overlaps = [
  { value: '0', label: 'Expires immediately' },
  { value: '3600', label: 'Valid for 1 hour' },
  { value: '21600', label: 'Valid for 6 hours' },
  { value: String(maxRotationOverlapSeconds), label: 'Valid for 24 hours' },
]

function keyPage(key: Key, values?: KeyFormValues, problem?: Problem): Page {
  return {
    title: key.name,
    content: (
      <section>
        <p class="quiet">
          <a href="/account/keys">API keys</a> /
        </p>
        <h1>{key.name}</h1>
        <p>
          <code>
            {key.prefix}_…{key.last_four}
          </code>
          , {key.scope === 'read' ? 'read-only' : 'full access'}, created <Timestamp at={key.created_at} />
          {key.last_used_at ? (
            <>
              , last used <Timestamp at={key.last_used_at} />
            </>
          ) : (
            ', never used'
          )}
          .
        </p>
        {key.previous_secret_expires_at && (
          <p class="callout">
            The previous secret is valid until <Timestamp at={key.previous_secret_expires_at} />.
          </p>
        )}
        <h2>Settings</h2>
        <Form id="change" action={`/account/keys/${key.id}`} submit="Save changes" problem={problem}>
          <KeyName value={values?.name ?? key.name} />
          <KeyLimits
            expires={values?.expires ?? key.expires_at?.toISOString().slice(0, 10)}
            cap={values?.cap ?? key.cap_per_minute?.toString()}
          />
        </Form>
        <h2>Rotate secret</h2>
        <p>
          Rotating creates a new secret; the key keeps its name and limits. The old secret can remain valid
          for a while so that you can switch without downtime.
        </p>
        <Form id="rotate" action={`/account/keys/${key.id}/rotate`} submit="Rotate secret" variant="quiet">
          <Select name="overlap" label="Old secret" options={overlaps} />
        </Form>
        <h2>Revoke key</h2>
        <p>
          <a class="button danger" href={`/account/keys/${key.id}/revoke`}>
            Revoke this key
          </a>
        </p>
      </section>
    ),
  }
}

function revokePage(key: Key): Page {
  return {
    title: `Revoke ${key.name}`,
    content: (
      <section class="narrow">
        <h1>Revoke {key.name}?</h1>
        <p>
          Requests that use{' '}
          <code>
            {key.prefix}_…{key.last_four}
          </code>{' '}
          will be rejected immediately. This cannot be undone.
        </p>
        <Form id="revoke" action={`/account/keys/${key.id}/revoke`} submit="Revoke key" variant="danger" />
        <p class="quiet">
          <a href="/account/keys">Cancel</a>
        </p>
      </section>
    ),
  }
}
