import { once } from 'node:events'
import { setTimeout as wait } from 'node:timers/promises'
import type { Redis } from 'ioredis'
import { URI } from 'otpauth'
import { onTestFinished } from 'vitest'
import { keySecret } from '../../lab/service.ts'
import { type AccountError, isAccountError } from '../../src/accounts/account-error.ts'
import type { ClientInfo } from '../../src/accounts/client-info.ts'
import type { AccountContext } from '../../src/accounts/context.ts'
import { composeMail } from '../../src/accounts/email/compose-mail.ts'
import {
  type MailWorker,
  type MailWorkerOptions,
  startMailWorker,
} from '../../src/accounts/email/mail-worker.ts'
import { createMailer } from '../../src/accounts/email/mailer.ts'
import { createAttemptLimiter } from '../../src/accounts/sign-in/attempt-limiter.ts'
import { openProviders, type ProviderSettings } from '../../src/accounts/sign-in/oidc-providers.ts'
import { listSessions } from '../../src/accounts/sign-in/sessions.ts'
import type { SignedIn } from '../../src/accounts/sign-in/sign-in.ts'
import { signUp } from '../../src/accounts/sign-in/sign-up.ts'
import { beginTwoFactorSetup, confirmTwoFactorSetup } from '../../src/accounts/sign-in/two-factor.ts'
import { openPool, withConnection } from '../../src/platform/database/pool.ts'
import { connectRedis } from '../../src/platform/rate-limit/redis.ts'
import { createMailWriter } from '../../src/website/mails/write-mail.ts'
import { type Contents, storesForTest, type TestStores } from './database.ts'

export const websiteUrl = 'http://larder.test'
export const password = 'seven lamps on a quiet boat'
export const visitor: ClientInfo = { ipAddress: '192.0.2.1', userAgent: 'A test' }

export interface TestAccounts extends AccountContext {
  stores: TestStores
  redis: Redis
  /** Resets the delays after failed attempts. */
  skipDelays(): Promise<void>
  /** Resolves when the mail queue is empty. */
  mailsDelivered(): Promise<void>
}

/** Everything that sign-in needs, on separate stores that are removed when the test ends. */
export async function accountsForTest(
  more: { smtpUrl?: string; providers?: ProviderSettings[]; redisUrl?: string; contents?: Contents } = {},
): Promise<TestAccounts> {
  const stores = await storesForTest(more.contents)
  const database = openPool({
    url: stores.databaseUrl,
    connections: 10,
    connectTimeoutMs: 10_000,
    queryTimeoutMs: 10_000,
    applicationName: 'test',
    onIdleError: () => undefined,
  })
  const redis = connectRedis(more.redisUrl ?? stores.redisUrl)
  redis.on('error', () => undefined)
  if (more.redisUrl === undefined) await once(redis, 'ready')
  const accounts = {
    stores,
    redis,
    database,
    secret: keySecret,
    attemptLimiter: createAttemptLimiter(redis, 5_000),
    isMailEnabled: more.smtpUrl !== undefined,
    providers: openProviders(more.providers ?? [], () => undefined),
    websiteUrl,
    async skipDelays() {
      for (const key of await redis.keys('attempts:*')) await redis.hset(key, 'next', 0)
    },
    async mailsDelivered() {
      while ((await stores.sql('select from mail_queue')).length > 0) await wait(10)
    },
  }
  const worker = more.smtpUrl === undefined ? undefined : startTestMailWorker(accounts, more.smtpUrl)
  onTestFinished(async () => {
    await worker?.stop()
    await database.close()
    redis.disconnect()
  })
  return accounts
}

/** Sends mails like a node, with shorter waits. */
export function startTestMailWorker(
  accounts: Pick<AccountContext, 'database' | 'secret' | 'websiteUrl'>,
  smtpUrl: string,
  handlers: Partial<MailWorkerOptions> = {},
): MailWorker {
  return startMailWorker({
    database: accounts.database,
    mailer: createMailer({ url: smtpUrl, from: 'Larder <larder@larder.test>' }),
    compose: queued => composeMail(accounts, queued, createMailWriter(accounts.websiteUrl)),
    onSent: () => undefined,
    onFailure: () => undefined,
    onGivenUp: () => undefined,
    onError: () => undefined,
    timing: { pollMs: 20 },
    ...handlers,
  })
}

/** Throws if the outcome is an error. */
export function granted<T>(outcome: T | AccountError): T {
  if (isAccountError(outcome)) throw new Error(`refused: ${outcome.error}: ${outcome.message}`)
  return outcome
}

export async function signUpAs(parts: AccountContext, name: string, email?: string): Promise<SignedIn> {
  return granted(await signUp(parts, { name, password, ...(email && { email }) }, visitor))
}

export interface TestSecondFactor {
  recoveryCodes: string[]
  /** The current code; optionally resets the last used time step. */
  code(): Promise<string>
}

export async function switchOnSecondFactor(
  parts: TestAccounts,
  accountId: number,
): Promise<TestSecondFactor> {
  const setup = granted(await beginTwoFactorSetup(parts, accountId, { password }, visitor))
  const app = URI.parse(setup.uri)
  if (!('period' in app)) throw new Error('not a TOTP URI')
  const [session] = await listSessions(parts.database, accountId)
  const { recoveryCodes } = granted(
    await confirmTwoFactorSetup(parts, { accountId, sessionId: session?.id ?? null }, app.generate(), {
      actor: 'owner',
      ipAddress: null,
    }),
  )
  return {
    recoveryCodes,
    async code() {
      await parts.stores.sql('update accounts set totp_last_step = 0 where id = $1', [accountId])
      return app.generate()
    },
  }
}

/** Holds the locks of `statement` until `work` waits for them, to force a conflict. */
export async function whileLocked<T>(
  { stores }: TestAccounts,
  statement: string,
  waiting: number,
  work: () => Promise<T>,
): Promise<T> {
  return withConnection(stores.databaseUrl, async client => {
    await client.query('begin')
    await client.query(statement)
    const outcome = work()
    for (let blocked = 0; blocked < waiting; await wait(10)) {
      const [row] = await stores.sql<{ blocked: number }>(
        `select count(*) as blocked from pg_stat_activity
           where datname = current_database() and wait_event_type = 'Lock'`,
      )
      blocked = row?.blocked ?? 0
    }
    await client.query('commit')
    return outcome
  })
}
