import Type from 'typebox'
import { collectAccountData } from '../../../accounts/account-export.ts'
import { findOwnAccount } from '../../../accounts/account-settings.ts'
import { rotateAccountKey } from '../../../accounts/api-keys/api-keys.ts'
import type { Actor } from '../../../accounts/audit-log.ts'
import type { ClientInfo } from '../../../accounts/client-info.ts'
import type { AccountContext } from '../../../accounts/context.ts'
import { planTable } from '../../../accounts/plans.ts'
import { requireTwoFactorCode } from '../../../accounts/sign-in/reauthentication.ts'
import { accountOperation, accountRoute } from '../../account-route.ts'
import { AccountDataSchema, AccountSchema, NewKeySchema } from '../../account-schemas.ts'
import type { Route } from '../../api-request.ts'
import { accountKeyNeeded, toApiError, unauthorized } from '../../errors.ts'
import { type Limits, requestsPerMinute } from '../../rate-limits.ts'

const codeBody = Type.Object({
  code: Type.Optional(
    Type.String({
      maxLength: 100,
      description: 'Required when two-factor authentication is on: a TOTP code or a recovery code',
    }),
  ),
})

export function ownAccountRoutes(deps: AccountContext, limits: Limits): Route[] {
  return [
    accountRoute('Account', '/auth/account', [
      accountOperation({
        method: 'GET',
        operationId: 'getAccount',
        summary: 'Get the account',
        description: 'The account this key belongs to, with its plan and rate limit.',
        response: AccountSchema,
        responseDescription: 'The account',
        async handle({ accountId }) {
          const account = await findOwnAccount(deps.database, accountId)
          if (account === undefined) throw unauthorized() // deleted after the key was looked up
          return {
            id: account.id,
            name: account.name,
            email: account.email,
            email_confirmed: account.emailIsConfirmed,
            two_factor_enabled: account.hasTwoFactor,
            plan: account.plan,
            created_at: account.createdAt,
            requests_per_minute: requestsPerMinute(account.plan, limits),
            rate_limit_scope: planTable[account.plan].rateLimitScope,
          }
        },
      }),
    ]),
    accountRoute('Account', '/auth/account/data', [
      accountOperation({
        method: 'GET',
        operationId: 'downloadAccountData',
        summary: 'Export account data',
        description:
          'All data stored about the account: keys without their secrets, usage, sessions, audit log and more.',
        response: AccountDataSchema,
        responseDescription: 'The account data',
        async handle({ accountId, by }) {
          const data = await collectAccountData(deps, accountId, by)
          if (data === undefined) throw unauthorized() // deleted after the key was looked up
          return data
        },
      }),
    ]),
    accountRoute('Account', '/auth/account/key', [
      accountOperation({
        method: 'POST',
        operationId: 'rotateAccountKey',
        summary: 'Replace the account key',
        description: 'The old account key stops working within a second. Named keys are not affected.',
        body: codeBody,
        response: NewKeySchema,
        responseDescription: 'The new account key',
        errors: {
          403: {
            description: 'A named key was used, or the code is missing or wrong',
            example: accountKeyNeeded(),
          },
        },
        async handle({ accountId, by }, _parameters, { code = '' }) {
          const error = await requireTwoFactorCode(deps, accountId, code, clientOf(by))
          if (error) throw toApiError(error)
          const key = await rotateAccountKey(deps.database, deps.secret, accountId, by)
          if (key === undefined) throw unauthorized() // deleted after the key was looked up
          return key
        },
      }),
    ]),
  ]
}

/** Code attempts are counted by IP address; API clients have no trusted device. */
function clientOf(by: Actor): ClientInfo {
  return { ipAddress: by.ipAddress ?? '', userAgent: '' }
}
