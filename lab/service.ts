import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import type { KeyContext } from '../src/accounts/api-keys/api-keys.ts'
import { readConfig } from '../src/main/config.ts'
import { type RunningService, serve } from '../src/main/serve.ts'
import type { DatabasePool } from '../src/platform/database/pool.ts'
import type { ServerSecret } from '../src/platform/server-secret.ts'
import { programArguments } from './build.ts'

export interface StoreUrls {
  databaseUrl: string
  redisUrl: string
}

export const keySecret = 'a secret of the tests, which is long enough'

export function keyContext(database: DatabasePool, secret: ServerSecret = keySecret): KeyContext {
  return { database, secret, requestsPerMinute: { starter: 30, pro: 500, scale: 3_000 } }
}

/** Settings of a service on the stores of a test: free ports, no effective rate limits, no fairness delay. */
export function environmentFor(
  stores: StoreUrls,
  overrides: Record<string, string> = {},
): Record<string, string> {
  return {
    DATABASE_URL: stores.databaseUrl,
    REDIS_URL: stores.redisUrl,
    SECRET_KEY: keySecret,
    API_PORT: '0',
    WEB_PORT: '0',
    MANAGEMENT_PORT: '0',
    LOG_LEVEL: 'silent',
    FAIRNESS_DELAY_MS: '0',
    SHUTDOWN_DELAY_MS: '0',
    // Tests run in parallel on few cores, so timeouts are generous unless a test is about them.
    DATABASE_STATEMENT_TIMEOUT_MS: '20000',
    REDIS_TIMEOUT_MS: '5000',
    TEST_SETTINGS: JSON.stringify({ maxConcurrentRequests: 100_000 }),
    RATE_LIMIT_ANONYMOUS_PER_MINUTE: '1000000',
    RATE_LIMIT_FREE_PER_HOUR: '1000000',
    RATE_LIMIT_WEBSITE_PER_MINUTE: '1000000',
    ...overrides,
  }
}

/** Starts the service inside the test's process. */
export function startService(
  stores: StoreUrls,
  overrides: Record<string, string> = {},
): Promise<RunningService> {
  return serve(readConfig(environmentFor(stores, overrides)))
}

export interface ServiceProcess {
  apiUrl: string
  websiteUrl: string
  metricsUrl: string
  process: ChildProcess
  /** Its output so far: logs and messages. */
  output(): string
  stop(signal?: NodeJS.Signals): Promise<void>
}

/** Starts the service as a separate process, as in production. */
export async function spawnService(
  stores: StoreUrls,
  overrides: Record<string, string> = {},
  /** Receives the log instead of `output()`. */
  logDescriptor?: number,
  args: string[] = [],
): Promise<ServiceProcess> {
  const child = spawn(process.execPath, [...programArguments(), 'serve', ...args], {
    env: { PATH: process.env['PATH'] ?? '', ...environmentFor(stores, overrides) },
    stdio: ['ignore', logDescriptor ?? 'pipe', 'pipe'],
  })
  let output = ''
  child.stdout?.on('data', chunk => {
    output += chunk
  })
  const ended = once(child, 'exit')
  const [apiUrl, metricsUrl, websiteUrl] = await new Promise<[string, string, string]>((resolve, reject) => {
    if (child.stderr === null) throw new Error('stderr is required to detect when the service is ready')
    createInterface({ input: child.stderr }).on('line', line => {
      output += `${line}\n`
      const urlAfter = (words: RegExp) => words.exec(line)?.[1] ?? ''
      const metricsUrl = urlAfter(/metrics on ([^\s,]+)/)
      if (metricsUrl === '') return
      resolve([
        urlAfter(/API listening on ([^\s,]+)/),
        metricsUrl,
        urlAfter(/website (?:listening )?on ([^\s,]+)/),
      ])
    })
    child.once('exit', () => reject(new Error(`the service did not start:\n${output}`)))
  })
  return {
    apiUrl,
    websiteUrl,
    metricsUrl,
    process: child,
    output: () => output,
    async stop(signal = 'SIGTERM') {
      if (child.exitCode === null && child.signalCode === null) child.kill(signal)
      await ended
    },
  }
}
