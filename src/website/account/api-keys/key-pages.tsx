// One key: its name and limits, a new secret, and its end.
import type { FastifyInstance, FastifyRequest } from 'fastify'
import {
  maxRotationOverlapSeconds,
  revokeKey,
  rotateKey,
  updateKey,
} from '../../../accounts/api-keys/api-keys.ts'
import { findKey, type Key } from '../../../accounts/api-keys/queries.ts'
import { ownerActor } from '../../../accounts/client-info.ts'
import type { AccountContext } from '../../../accounts/context.ts'
import { Timestamp } from '../../components/timestamp.tsx'
import { sendNotFound } from '../../shell/error-pages.tsx'
import { Form, type Problem, Select } from '../../shell/form.tsx'
import { readForm, readId } from '../../shell/form-input.ts'
import { type Page, redirect, sendFormError, sendPage } from '../../shell/responses.tsx'
import { sessionOf } from '../../shell/session-middleware.ts'
import { type KeyFormValues, KeyLimits, KeyName, readKeyForm } from './key-form.tsx'
import { newKeyPage } from './new-key-page.tsx'

export function addKeyPages(app: FastifyInstance, { database, secret }: AccountContext): void {
  const find = (request: FastifyRequest) => findKey(database, sessionOf(request).accountId, readId(request))

  app.get('/account/keys/:id', async (request, reply) => {
    const key = await find(request)
    return key?.kind === 'named' ? sendPage(request, reply, keyPage(key)) : sendNotFound(request, reply)
  })

  app.post('/account/keys/:id', async (request, reply) => {
    const key = await find(request)
    if (key?.kind !== 'named') return sendNotFound(request, reply)
    const { typed, wanted, problem } = readKeyForm(request)
    if (problem) return sendFormError(request, reply, { error: 'invalid' }, keyPage(key, typed, problem))
    const { name, expiresAt, capPerMinute } = wanted
    const changes = { name, expiresAt, capPerMinute }
    const { accountId } = sessionOf(request)
    const changed = await updateKey(database, accountId, key.id, changes, ownerActor(request.visitor))
    if (!('error' in changed)) return redirect(reply, '/account/keys', 'key-changed')
    if (changed.error !== 'name_taken') return sendNotFound(request, reply)
    return sendFormError(request, reply, { error: 'taken' }, keyPage(key, typed, nameInUse))
  })

  app.post('/account/keys/:id/rotate', async (request, reply) => {
    const { accountId } = sessionOf(request)
    const lives = Number(readForm(request, 'overlap').overlap)
    const seconds = overlaps.some(({ value }) => Number(value) === lives) ? lives : 0
    const key = await rotateKey(
      database,
      secret,
      accountId,
      readId(request),
      seconds,
      ownerActor(request.visitor),
    )
    if ('error' in key) return sendNotFound(request, reply)
    return sendPage(request, reply, newKeyPage(key, `The new secret of ${key.name}`))
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

const nameInUse: Problem = { field: 'name', text: 'You have another key of this name. Choose another.' }

const overlaps = [
  { value: '0', label: 'not at all: it stops at once' },
  { value: '3600', label: 'for one hour' },
  { value: '21600', label: 'for six hours' },
  { value: String(maxRotationOverlapSeconds), label: 'for one day' },
]

function keyPage(key: Key, typed?: KeyFormValues, problem?: Problem): Page {
  return {
    title: key.name,
    content: (
      <section>
        <p class="quiet">
          <a href="/account/keys">Keys</a> /
        </p>
        <h1>{key.name}</h1>
        <p>
          <code>
            {key.prefix}_…{key.last_four}
          </code>
          , {key.scope === 'read' ? 'read only' : 'full access'}, made <Timestamp at={key.created_at} />
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
            The secret before this one works until <Timestamp at={key.previous_secret_expires_at} />.
          </p>
        )}
        <h2>Name and limits</h2>
        <Form id="change" action={`/account/keys/${key.id}`} submit="Save" problem={problem}>
          <KeyName value={typed?.name ?? key.name} />
          <KeyLimits
            expires={typed?.expires ?? key.expires_at?.toISOString().slice(0, 10)}
            cap={typed?.cap ?? key.cap_per_minute?.toString()}
          />
        </Form>
        <h2>A new secret</h2>
        <p>
          The key keeps its name and limits. Its old secret can live on for a while, so that nothing stops.
        </p>
        <Form
          id="rotate"
          action={`/account/keys/${key.id}/rotate`}
          submit="Make a new secret"
          variant="quiet"
        >
          <Select name="overlap" label="The old secret works on" options={overlaps} />
        </Form>
        <h2>The end</h2>
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
          Everything that calls with{' '}
          <code>
            {key.prefix}_…{key.last_four}
          </code>{' '}
          is refused within a second. This cannot be undone.
        </p>
        <Form id="revoke" action={`/account/keys/${key.id}/revoke`} submit="Revoke it" variant="danger" />
        <p class="quiet">
          <a href="/account/keys">No, keep it</a>
        </p>
      </section>
    ),
  }
}
