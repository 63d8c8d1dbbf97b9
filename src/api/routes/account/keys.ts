import type { FastifyInstance } from 'fastify'
import Type from 'typebox'
import {
  createNamedKey,
  maxNamedKeys,
  maxRotationOverlapSeconds,
  revokeKey,
  rotateKey,
  updateKey,
} from '../../../accounts/api-keys/api-keys.ts'
import { findKey, listKeys } from '../../../accounts/api-keys/queries.ts'
import type { ServerSecret } from '../../../accounts/server-secret.ts'
import type { DatabasePool } from '../../../platform/database/pool.ts'
import { accountOperation, addAccountPath } from '../../account-route.ts'
import { KeySchema, NewKeySchema } from '../../account-schemas.ts'
import { ApiError } from '../../errors.ts'

const path = Type.Object({ key_id: Type.Integer({ description: 'The id of the key' }) })

const name = Type.String({
  minLength: 1,
  maxLength: 100,
  description: 'What it is for: development, production, ci',
})
const expiry = Type.Union([Type.String({ format: 'date-time' }), Type.Null()], {
  description: 'The last moment it works, with a time zone; null: it does not expire',
})
const cap = Type.Union([Type.Integer({ minimum: 1, maximum: 1_000_000_000 }), Type.Null()], {
  description: 'Requests a minute of this key alone, on top of the limit of the plan; null: no cap',
})

const newKeyBody = Type.Object({
  name,
  scope: Type.Optional(Type.Enum(['read', 'full'], { type: 'string', description: 'read when not given' })),
  expires_at: Type.Optional(expiry),
  cap_per_minute: Type.Optional(cap),
})

const changesBody = Type.Object({
  name: Type.Optional(name),
  expires_at: Type.Optional(expiry),
  cap_per_minute: Type.Optional(cap),
})

const rotationBody = Type.Object({
  grace_period_seconds: Type.Optional(
    Type.Integer({
      minimum: 0,
      maximum: maxRotationOverlapSeconds,
      description: 'How long the old secret works on, at most a day; 0 when not given',
    }),
  ),
})

const keyNotFound = () => new ApiError(404, 'Key not found')
const nameInUse = () =>
  new ApiError(409, 'The account has a key of this name. Choose another name, or revoke that key first.')
const isAccountKey = () =>
  new ApiError(409, 'This is the account key. It cannot be changed, only replaced: POST /auth/account/key.')

export function addKeyRoutes(app: FastifyInstance, database: DatabasePool, secret: ServerSecret): void {
  addAccountPath(app, 'Account', '/auth/keys', [
    accountOperation({
      method: 'GET',
      operationId: 'listKeys',
      summary: 'Keys',
      description: 'The keys of the account that are not revoked, without their secrets.',
      response: Type.Array(KeySchema),
      responseDescription: 'The keys, the oldest first',
      answer: ({ accountId }) => listKeys(database, accountId),
    }),
    accountOperation({
      method: 'POST',
      operationId: 'createKey',
      summary: 'Create a named key',
      description: `The key itself is in the answer and cannot be read again. At most ${maxNamedKeys} an account.`,
      body: newKeyBody,
      response: NewKeySchema,
      responseDescription: 'The new key',
      status: 201,
      errors: { 409: 'The name is in use, or there are too many keys' },
      async answer({ accountId, by }, _parameters, body) {
        const created = await createNamedKey(
          database,
          secret,
          accountId,
          {
            name: body.name,
            scope: body.scope ?? 'read',
            expiresAt: body.expires_at ? new Date(body.expires_at) : null,
            capPerMinute: body.cap_per_minute ?? null,
          },
          by,
        )
        if (!('error' in created)) return created
        if (created.error === 'name_taken') throw nameInUse()
        if (created.error === 'account_not_found') throw keyNotFound() // it is being deleted
        throw new ApiError(
          409,
          `The account has ${maxNamedKeys} named keys, which is the most. Revoke one first.`,
        )
      },
    }),
  ])

  addAccountPath(app, 'Account', '/auth/keys/:key_id', [
    accountOperation({
      method: 'GET',
      operationId: 'getKey',
      summary: 'One key',
      description: 'Without its secret, which nobody can read again.',
      path,
      response: KeySchema,
      responseDescription: 'The key',
      errors: { 404: 'Key not found' },
      async answer({ accountId }, { key_id }) {
        const key = await findKey(database, accountId, key_id)
        if (key === undefined) throw keyNotFound()
        return key
      },
    }),
    accountOperation({
      method: 'PATCH',
      operationId: 'changeKey',
      summary: 'Change a named key',
      description: 'Its name, expiry or cap; what is not given stays. Every node knows within a second.',
      path,
      body: changesBody,
      response: KeySchema,
      responseDescription: 'The key as it is now',
      errors: { 404: 'Key not found', 409: 'The name is in use, or it is the account key' },
      async answer({ accountId, by }, { key_id }, { name, expires_at, cap_per_minute }) {
        const expiresAt = typeof expires_at === 'string' ? new Date(expires_at) : expires_at
        const changes = { name, expiresAt, capPerMinute: cap_per_minute }
        const key = await updateKey(database, accountId, key_id, changes, by)
        if (!('error' in key)) return key
        if (key.error === 'name_taken') throw nameInUse()
        throw key.error === 'account_key' ? isAccountKey() : keyNotFound()
      },
    }),
    accountOperation({
      method: 'DELETE',
      operationId: 'revokeKey',
      summary: 'Revoke a key',
      description: 'For good, on every node within a second, with an old secret that lived on.',
      path,
      responseDescription: 'It is revoked',
      errors: { 404: 'Key not found' },
      async answer({ accountId, by }, { key_id }) {
        if (!(await revokeKey(database, accountId, key_id, by))) throw keyNotFound()
      },
    }),
  ])

  addAccountPath(app, 'Account', '/auth/keys/:key_id/rotate', [
    accountOperation({
      method: 'POST',
      operationId: 'rotateKey',
      summary: 'Give a named key a new secret',
      description:
        'Name, scope, expiry and cap stay. The old secret can work on for a while, so that programs can change over.',
      path,
      body: rotationBody,
      response: NewKeySchema,
      responseDescription: 'The key with its new secret',
      errors: { 404: 'Key not found', 409: 'It is the account key' },
      async answer({ accountId, by }, { key_id }, { grace_period_seconds = 0 }) {
        const key = await rotateKey(database, secret, accountId, key_id, grace_period_seconds, by)
        if (!('error' in key)) return key
        throw key.error === 'account_key' ? isAccountKey() : keyNotFound()
      },
    }),
  ])
}
