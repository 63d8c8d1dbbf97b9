// PostgreSQL is killed between any two steps of an important change: afterwards all of it has happened or none.
import { once } from 'node:events'
import { setTimeout as wait } from 'node:timers/promises'
import { isDeepStrictEqual } from 'node:util'
import { expect, it, onTestFinished } from 'vitest'
import { startPaymentServer } from '../../../lab/servers/payment-server.ts'
import { keyContext, keySecret } from '../../../lab/service.ts'
import { changePassword } from '../../../src/accounts/account-settings.ts'
import { changePlan, createAccount } from '../../../src/accounts/accounts.ts'
import { createNamedKey, rotateAccountKey, rotateKey } from '../../../src/accounts/api-keys/api-keys.ts'
import { createBilling } from '../../../src/accounts/billing/billing.ts'
import type { AccountContext } from '../../../src/accounts/context.ts'
import { createAttemptLimiter } from '../../../src/accounts/sign-in/attempt-limiter.ts'
import { openProviders } from '../../../src/accounts/sign-in/oidc-providers.ts'
import { createSession, findSession } from '../../../src/accounts/sign-in/sessions.ts'
import { type DatabasePool, DatabaseUnavailable } from '../../../src/platform/database/pool.ts'
import { connectRedis } from '../../../src/platform/rate-limit/redis.ts'
import { type Difference, differenceOf, readState } from '../../support/account-state.ts'
import { granted, password, signUpAs, visitor, websiteUrl } from '../../support/accounts.ts'
import { checkoutUrls } from '../../support/billing.ts'
import { byTest, openTestPool } from '../../support/keys.ts'
import { ownPostgres } from '../../support/own-servers.ts'
import { withSteps } from '../../support/stepwise-database.ts'

type Make = (database: DatabasePool) => Promise<unknown>

interface Change {
  name: string
  /** Creates the prerequisites and returns the change, which throws when it fails. */
  prepare(): Promise<Make>
  /** The complete effect of the change. */
  whole: Difference
}

it('applies changes completely or not at all when killed at any step, and can then repeat them', async () => {
  const postgres = await ownPostgres()
  const database = openTestPool(postgres, 3)
  const redis = connectRedis(postgres.redisUrl)
  onTestFinished(async () => {
    await database.close()
    redis.disconnect()
  })
  await once(redis, 'ready')
  const changes = await changesOf({
    database,
    secret: keySecret,
    attemptLimiter: createAttemptLimiter(redis, 5_000),
    isMailEnabled: false,
    providers: openProviders([], () => undefined),
    websiteUrl,
  })

  const seen = { kills: 0, nothing: 0, all: 0 }
  /** Returns the number of steps when the change completed before the kill. */
  async function killAt(fatal: number, { name, prepare, whole }: Change, msAfterIt?: number) {
    const make = await prepare()
    const before = await readState(postgres.databaseUrl)
    let steps = 0
    let killing: Promise<void> | undefined
    const outcome: unknown = await make(
      withSteps(database, async () => {
        if (++steps !== fatal) return
        killing = msAfterIt === undefined ? postgres.kill() : wait(msAfterIt).then(postgres.kill)
        if (msAfterIt === undefined) await killing
      }),
    ).then(
      () => 'made',
      error => error,
    )
    await (killing ?? postgres.kill())
    seen.kills++
    await postgres.start()

    const label = `${name}, killed at step ${fatal}`
    const after = await readState(postgres.databaseUrl)
    if (outcome !== 'made') expect(outcome, label).toBeInstanceOf(DatabaseUnavailable)
    if (outcome !== 'made' && isDeepStrictEqual(after, before)) {
      seen.nothing++
      await make(database)
      expect(differenceOf(before, await readState(postgres.databaseUrl)), label).toEqual(whole)
    } else {
      seen.all++
      expect(differenceOf(before, after), label).toEqual(whole)
    }
    return killing ? undefined : steps
  }

  const stepsOf: string[] = []
  for (const change of changes) {
    let steps: number | undefined
    for (let fatal = 1; steps === undefined; fatal++) steps = await killAt(fatal, change)
    stepsOf.push(`${change.name} ${steps}`)
    // Also during the commit, where either result is possible.
    for (const ms of [0, 1, 3]) await killAt(steps, change, ms)
  }
  console.log(
    `killed ${seen.kills} times: ${seen.nothing} times nothing had happened, ${seen.all} times all. ` +
      `Steps: ${stepsOf.join(', ')}`,
  )
  expect(seen.nothing).toBeGreaterThanOrEqual(25)
  expect(seen.all).toBeGreaterThanOrEqual(changes.length)
})

async function changesOf(accounts: AccountContext): Promise<Change[]> {
  const { database, secret } = accounts
  const ann = await createAccount(database, secret, { name: 'ann', plan: 'starter' }, byTest)
  if (!ann) throw new Error('no account')
  const input = { name: 'shop', scope: 'read', expiresAt: null, capPerMinute: null } as const
  const key = done(await createNamedKey(keyContext(database, secret), ann.id, input, byTest))
  const plans = alternate('pro', 'scale')

  return [
    {
      name: 'key rotated',
      prepare: async () => async over => done(await rotateKey(over, secret, ann.id, key.id, 60, byTest)),
      whole: {
        changed: {
          api_keys: ['last_four', 'previous_expires_at', 'previous_secret_hash', 'rotated_at', 'secret_hash'],
        },
        gone: {},
        audit: ['key rotated'],
      },
    },
    {
      name: 'account key rotated',
      prepare: async () => async over => done(await rotateAccountKey(over, secret, ann.id, byTest)),
      whole: {
        changed: { api_keys: ['last_four', 'rotated_at', 'secret_hash'] },
        gone: {},
        audit: ['account key rotated'],
      },
    },
    await changeByBilling(database),
    {
      name: 'plan changed by the operator',
      async prepare() {
        const plan = plans()
        return async over => done(await changePlan(over, 'ann', plan, byTest))
      },
      whole: { changed: { accounts: ['plan'] }, gone: {}, audit: ['plan changed'] },
    },
    await changeOfPassword(accounts),
  ]
}

async function changeByBilling(database: DatabasePool): Promise<Change> {
  const payments = await startPaymentServer()
  onTestFinished(payments.stop)
  const billingOver = (over: DatabasePool) => createBilling({ database: over, ...payments.settings })
  const bea = await createAccount(database, keySecret, { name: 'bea', plan: 'starter' }, byTest)
  if (!bea) throw new Error('no account')
  const account = { id: bea.id, name: 'bea', email: null, plan: 'starter' } as const
  const { url } = done(await billingOver(database).checkout(account, 'pro', checkoutUrls))
  const subscription = payments.pay(url)
  const take = async (over: DatabasePool, { body, signature }: ReturnType<typeof payments.message>) => {
    const { processed } = done(await billingOver(over).handleWebhookEvent(body, signature))
    if (!processed) throw new Error('the message was taken before')
  }
  await take(database, payments.message('customer.subscription.created', subscription))
  const prices = alternate(payments.settings.prices.scale, payments.settings.prices.pro)

  return {
    name: 'plan changed by billing',
    async prepare() {
      for (const item of subscription.items.data) item.price.id = prices()
      const message = payments.message('customer.subscription.updated', subscription)
      return over => take(over, message)
    },
    whole: {
      changed: {
        accounts: ['plan'],
        subscriptions: ['checked_at', 'plan'],
        billing_events: ['id', 'received_at', 'type'],
      },
      gone: {},
      audit: ['plan changed'],
    },
  }
}

async function changeOfPassword(accounts: AccountContext): Promise<Change> {
  const { database, secret } = accounts
  const { accountId, session } = await signUpAs(accounts, 'marmalade')
  await database.query({
    text: "update accounts set email = 'orange@example.com', email_confirmed_at = now() where id = $1",
    values: [accountId],
  })
  const kept = await findSession(database, secret, session)
  if (!kept) throw new Error('no session')
  const passwords = alternate('nine clouds above a red barn', password)
  let old = password

  return {
    name: 'password changed',
    async prepare() {
      // Another session and a pending sign-in: both end with the change.
      await createSession(database, secret, accountId, visitor)
      await database.query({
        text: "insert into mfa_challenges (token_hash, account_id, expires_at) values ('', $1, now() + interval '1 day')",
        values: [accountId],
      })
      const typed = { old, new: passwords() }
      old = typed.new
      return async over =>
        granted(
          await changePassword(
            { ...accounts, database: over },
            { accountId, sessionId: kept.id },
            typed,
            visitor,
          ),
        )
    },
    whole: {
      changed: {
        accounts: ['device_generation', 'password_hash'],
        mail_queue: [
          'account_id',
          'attempts',
          'id',
          'kind',
          'last_error',
          'message_id',
          'next_attempt_at',
          'parameters',
          'queued_at',
          'recipient',
        ],
      },
      gone: { sessions: 1, mfa_challenges: 1 },
      audit: ['password changed'],
    },
  }
}

/** Throws when the change failed. */
function done<T>(outcome: T) {
  if (!outcome) throw new Error('nothing was done')
  if (typeof outcome === 'object' && 'error' in outcome) throw new Error(`failed: ${outcome.error}`)
  return outcome as Exclude<T, { error: string } | undefined | false>
}

function alternate<const T>(...values: [T, ...T[]]): () => T {
  let turn = 0
  return () => values[turn++ % values.length] ?? values[0]
}
