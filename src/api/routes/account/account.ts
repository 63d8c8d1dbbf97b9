import type { FastifyInstance } from 'fastify'
import Type from 'typebox'
import { collectAccountData } from '../../../accounts/account-export.ts'
import { findOwnAccount } from '../../../accounts/account-settings.ts'
import { rotateAccountKey } from '../../../accounts/api-keys/api-keys.ts'
import type { Actor } from '../../../accounts/audit-log.ts'
import type { ClientInfo } from '../../../accounts/client-info.ts'
import type { AccountContext } from '../../../accounts/context.ts'
import { planTable } from '../../../accounts/plans.ts'
import { requireTwoFactorCode } from '../../../accounts/sign-in/reauthentication.ts'
import { accountOperation, addAccountPath } from '../../account-route.ts'
import { AccountDataSchema, AccountSchema, NewKeySchema } from '../../account-schemas.ts'
import { toApiError, unauthorized } from '../../errors.ts'
import { type Limits, requestsPerMinute } from '../../rate-limits.ts'

const codeBody = Type.Object({
  code: Type.Optional(
    Type.String({
      maxLength: 100,
      description: 'Needed when the second factor is on: six digits, or a recovery code',
    }),
  ),
})

export function addOwnAccountRoutes(app: FastifyInstance, deps: AccountContext, limits: Limits): void {
  addAccountPath(app, 'Account', '/auth/account', [
    accountOperation({
      method: 'GET',
      operationId: 'getAccount',
      summary: 'The account',
      description: 'Who this key belongs to, and what its plan allows.',
      response: AccountSchema,
      responseDescription: 'The account',
      async answer({ accountId }) {
        const account = await findOwnAccount(deps.database, accountId)
        if (account === undefined) throw unauthorized() // deleted since its key was found
        return {
          id: account.id,
          name: account.name,
          email: account.email,
          email_confirmed: account.emailIsConfirmed,
          second_factor: account.hasTwoFactor,
          plan: account.plan,
          created_at: account.createdAt,
          requests_per_minute: requestsPerMinute(account.plan, limits),
          rate_limit_scope: planTable[account.plan].rateLimitScope,
        }
      },
    }),
  ])

  addAccountPath(app, 'Account', '/auth/account/data', [
    accountOperation({
      method: 'GET',
      operationId: 'downloadAccountData',
      summary: 'All that is held of the account',
      description: 'For taking along: keys without their secrets, usage, sessions, audit and the rest.',
      response: AccountDataSchema,
      responseDescription: 'The data',
      async answer({ accountId, by }) {
        const data = await collectAccountData(deps.database, accountId, by)
        if (data === undefined) throw unauthorized() // deleted since its key was found
        return data
      },
    }),
  ])

  addAccountPath(app, 'Account', '/auth/account/key', [
    accountOperation({
      method: 'POST',
      operationId: 'rotateAccountKey',
      summary: 'Replace the account key',
      description: 'The old account key stops at once, on every node within a second. Named keys stay.',
      body: codeBody,
      response: NewKeySchema,
      responseDescription: 'The new account key',
      errors: { 403: 'A named key was sent, or the code is missing or wrong' },
      async answer({ accountId, by }, _parameters, { code = '' }) {
        const error = await requireTwoFactorCode(deps, accountId, code, visitorOf(by))
        if (error) throw toApiError(error)
        const key = await rotateAccountKey(deps.database, deps.secret, accountId, by)
        if (key === undefined) throw unauthorized() // deleted since its key was found
        return key
      },
    }),
  ])
}

/** Codes are guessed here as anywhere else: counted under the address, and no browser is known. */
function visitorOf(by: Actor): ClientInfo {
  return { ipAddress: by.ipAddress ?? '', userAgent: '' }
}
