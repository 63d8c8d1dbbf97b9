import Type from 'typebox'
import {
  type CapAbovePlan,
  createNamedKey,
  explainCapAbovePlan,
  type KeyContext,
  maxNamedKeys,
  maxRotationOverlapSeconds,
  revokeKey,
  rotateKey,
  updateKey,
} from '../../../accounts/api-keys/api-keys.ts'
import { findKey, listKeys } from '../../../accounts/api-keys/queries.ts'
import { nullable } from '../../../food/food.ts'
import { accountOperation, accountRoute } from '../../account-route.ts'
import { KeySchema, NewKeySchema } from '../../account-schemas.ts'
import type { Route } from '../../api-request.ts'
import { ApiError } from '../../errors.ts'

const path = Type.Object({ key_id: Type.Integer({ description: 'Key id', examples: [7] }) })

const name = Type.String({
  minLength: 1,
  maxLength: 100,
  description: 'What the key is for, such as development, production or ci',
})
const expiry = nullable(
  Type.String({ format: 'date-time', description: 'Expiry time with time zone; null for no expiry' }),
)
const cap = nullable(
  Type.Integer({
    minimum: 1,
    maximum: 1_000_000_000,
    description:
      'Rate limit of this key in requests per minute, at most the limit of the plan; null for none',
  }),
)

const createKeyBody = Type.Object({
  name,
  scope: Type.Optional(Type.Enum(['read', 'full'], { type: 'string', description: 'read by default' })),
  expires_at: Type.Optional(expiry),
  cap_per_minute: Type.Optional(cap),
})

const updateKeyBody = Type.Object({
  name: Type.Optional(name),
  expires_at: Type.Optional(expiry),
  cap_per_minute: Type.Optional(cap),
})

const rotationBody = Type.Object({
  grace_period_seconds: Type.Optional(
    Type.Integer({
      minimum: 0,
      maximum: maxRotationOverlapSeconds,
      description: 'How long the old secret stays valid, at most one day; 0 by default',
    }),
  ),
})

const keyNotFound = () => new ApiError(404, 'Key not found')
const describedNotFound = { description: 'Key not found', example: keyNotFound() }
const nameInUse = () =>
  new ApiError(409, 'The account has a key of this name. Choose another name, or revoke that key first.')
const isAccountKey = () =>
  new ApiError(409, 'This is the account key. It cannot be changed, only replaced: POST /auth/account/key.')

export function keyRoutes(deps: KeyContext): Route[] {
  return [
    accountRoute('Account', '/auth/keys', [listOperation(deps), createOperation(deps)]),
    accountRoute('Account', '/auth/keys/:key_id', [
      getOperation(deps),
      updateOperation(deps),
      revokeOperation(deps),
    ]),
    accountRoute('Account', '/auth/keys/:key_id/rotate', [rotateOperation(deps)]),
  ]
}

const capAbovePlan = (error: CapAbovePlan, cap: number | null | undefined) =>
  new ApiError(422, [
    {
      type: 'less_than_equal',
      loc: ['body', 'cap_per_minute'],
      msg: explainCapAbovePlan(error),
      input: cap,
      ctx: { le: error.planLimit },
    },
  ])

const listOperation = ({ database }: KeyContext) =>
  accountOperation({
    method: 'GET',
    operationId: 'listKeys',
    summary: 'List keys',
    description: 'All keys that are not revoked, without their secrets.',
    response: Type.Array(KeySchema),
    responseDescription: 'Keys, oldest first',
    handle: ({ accountId }) => listKeys(database, accountId),
  })

const createOperation = (deps: KeyContext) =>
  accountOperation({
    method: 'POST',
    operationId: 'createKey',
    summary: 'Create a named key',
    description: `The key itself is returned only in this response. An account can have up to ${maxNamedKeys} named keys.`,
    body: createKeyBody,
    response: NewKeySchema,
    responseDescription: 'The new key',
    status: 201,
    errors: {
      409: {
        description: 'The name is already in use, or the account has too many keys',
        example: nameInUse(),
      },
    },
    async handle({ accountId, by }, _parameters, body) {
      const created = await createNamedKey(
        deps,
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
      if (created.error === 'cap_above_plan') throw capAbovePlan(created, body.cap_per_minute)
      if (created.error === 'name_taken') throw nameInUse()
      if (created.error === 'account_not_found') throw keyNotFound() // the account is being deleted
      throw new ApiError(
        409,
        `The account has ${maxNamedKeys} named keys, which is the most. Revoke one first.`,
      )
    },
  })

const getOperation = ({ database }: KeyContext) =>
  accountOperation({
    method: 'GET',
    operationId: 'getKey',
    summary: 'Get a key',
    description: 'Returns the key without its secret.',
    path,
    response: KeySchema,
    responseDescription: 'The key',
    errors: { 404: describedNotFound },
    async handle({ accountId }, { key_id }) {
      const key = await findKey(database, accountId, key_id)
      if (key === undefined) throw keyNotFound()
      return key
    },
  })

const updateOperation = (deps: KeyContext) =>
  accountOperation({
    method: 'PATCH',
    operationId: 'updateKey',
    summary: 'Update a named key',
    description:
      'Changes the name, expiry or rate limit; omitted fields keep their value. Takes effect within a second.',
    path,
    body: updateKeyBody,
    response: KeySchema,
    responseDescription: 'The updated key',
    errors: {
      404: describedNotFound,
      409: { description: 'The name is already in use, or this is the account key', example: nameInUse() },
    },
    async handle({ accountId, by }, { key_id }, { name, expires_at, cap_per_minute }) {
      const expiresAt = typeof expires_at === 'string' ? new Date(expires_at) : expires_at
      const changes = { name, expiresAt, capPerMinute: cap_per_minute }
      const key = await updateKey(deps, accountId, key_id, changes, by)
      if (!('error' in key)) return key
      if (key.error === 'cap_above_plan') throw capAbovePlan(key, cap_per_minute)
      if (key.error === 'name_taken') throw nameInUse()
      throw key.error === 'account_key' ? isAccountKey() : keyNotFound()
    },
  })

const revokeOperation = ({ database }: KeyContext) =>
  accountOperation({
    method: 'DELETE',
    operationId: 'revokeKey',
    summary: 'Revoke a key',
    description:
      'Permanent, and effective within a second. Also revokes a previous secret in its grace period.',
    path,
    responseDescription: 'The key was revoked',
    errors: { 404: describedNotFound },
    async handle({ accountId, by }, { key_id }) {
      if (!(await revokeKey(database, accountId, key_id, by))) throw keyNotFound()
    },
  })

const rotateOperation = ({ database, secret }: KeyContext) =>
  accountOperation({
    method: 'POST',
    operationId: 'rotateKey',
    summary: 'Rotate a named key',
    description:
      'Issues a new secret; name, scope, expiry and rate limit are kept. The old secret can stay valid for a grace period.',
    path,
    body: rotationBody,
    response: NewKeySchema,
    responseDescription: 'The key with its new secret',
    errors: {
      404: describedNotFound,
      409: { description: 'This is the account key', example: isAccountKey() },
    },
    async handle({ accountId, by }, { key_id }, { grace_period_seconds = 0 }) {
      const key = await rotateKey(database, secret, accountId, key_id, grace_period_seconds, by)
      if (!('error' in key)) return key
      throw key.error === 'account_key' ? isAccountKey() : keyNotFound()
    },
  })
