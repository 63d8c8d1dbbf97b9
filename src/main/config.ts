// Every setting of Larder: name, meaning, default, and how it is read. The only place that reads the
// environment; `.env.example` is made from this table (`larder settings`).
import { existsSync } from 'node:fs'
import { planTable } from '../accounts/plans.ts'
import type { ServerSecret } from '../accounts/server-secret.ts'
import {
  addressList,
  baseUrl,
  hostAndPort,
  integer,
  linesOf,
  listOf,
  oneOf,
  optional,
  providerList,
  readSecretFile,
  secret,
  text,
  url,
} from './config-readers.ts'
import { findMisspelledSettings } from './misspelled-settings.ts'

interface Setting<T> {
  meaning: string
  /** As it would be written in the environment; without one the setting is required. */
  default?: string
  /** May also be given as the name of a file that holds it: NAME_FILE=path. */
  isSecret?: true
  /** Returns the value, or throws an Error that says what is expected. */
  read: (text: string) => T
}

class ConfigError extends Error {
  readonly faults: string[]
  constructor(faults: string[]) {
    super(
      `The configuration has ${faults.length === 1 ? 'a fault' : `${faults.length} faults`}:\n  ${faults.join('\n  ')}`,
    )
    this.faults = faults
  }
}

const settings = {
  DATABASE_URL: {
    meaning: 'PostgreSQL 15 or newer, as a URL. To start a private one: scripts/services start',
    isSecret: true,
    read: url(['postgres:', 'postgresql:']),
  },
  REDIS_URL: {
    meaning: 'Redis 7 or newer (or Valkey), as a URL. It counts the rate limits of all nodes',
    isSecret: true,
    read: url(['redis:', 'rediss:']),
  },
  DATABASE_REPLICA_URLS: {
    meaning:
      'Read replicas, as comma-separated URLs. The catalog is read from them, and from DATABASE_URL if none is available. Default: read everything from DATABASE_URL',
    default: '',
    isSecret: true,
    read: listOf(url(['postgres:', 'postgresql:'])),
  },
  DATABASE_REPLICA_MAX_LAG_MS: {
    meaning: 'Maximum replication lag; replicas further behind are taken out of rotation',
    default: '5000',
    read: integer(0, 3_600_000),
  },
  REDIS_SENTINELS: {
    meaning:
      'Redis Sentinel addresses (host:port, comma-separated). When set, only the user, password and database number of REDIS_URL are used. Default: connect to REDIS_URL directly',
    default: '',
    read: listOf(hostAndPort),
  },
  REDIS_SENTINEL_MASTER: {
    meaning: 'Name of the master in the Sentinel configuration',
    default: 'larder',
    read: text,
  },
  SECRET_KEY: {
    meaning:
      'Server secret (32+ characters, for example from openssl rand -hex 32) used to hash API keys and session tokens and to encrypt TOTP secrets. To rotate it, put the old value in SECRET_KEY_FALLBACKS; otherwise all keys become invalid and everyone is signed out',
    isSecret: true,
    read: secret(32),
  },
  SECRET_KEY_FALLBACKS: {
    meaning:
      'Further server secrets that are accepted during a rotation, one per line: the previous SECRET_KEY, or the next one. larder secret status shows when they are safe to remove',
    default: '',
    isSecret: true,
    read: linesOf(secret(32)),
  },
  API_HOST: { meaning: 'Address the API listens on', default: '127.0.0.1', read: text },
  API_PORT: { meaning: 'Port of the API', default: '8080', read: integer(0, 65_535) },
  API_PUBLIC_URL: {
    meaning:
      'Public URL of the API, used by the examples on the website. Empty: http with API_HOST and API_PORT',
    default: '',
    read: optional(baseUrl),
  },
  WEB_HOST: { meaning: 'Address the website listens on', default: '127.0.0.1', read: text },
  WEB_PORT: { meaning: 'Port of the website', default: '8081', read: integer(0, 65_535) },
  WEB_PUBLIC_URL: {
    meaning:
      'Public URL of the website, used for links in mails and as the redirect target of providers; forms are accepted only from it. Empty: http with WEB_HOST and WEB_PORT',
    default: '',
    read: optional(baseUrl),
  },
  PAGE_CACHE_MB: {
    meaning:
      'Memory for cached food pages per process, in megabytes; a page takes 15 to 25 KB. The cache is emptied when the catalog changes',
    default: '64',
    read: integer(0, 100_000),
  },
  SMTP_URL: {
    meaning:
      'Mail server, such as smtps://user:password@host. Empty: no mail is sent, so addresses cannot be confirmed and passwords cannot be reset',
    default: '',
    isSecret: true,
    read: optional(url(['smtp:', 'smtps:'])),
  },
  MAIL_FROM: { meaning: 'Sender of the mails', default: 'Larder <larder@localhost>', read: text },
  OIDC_PROVIDERS: {
    meaning:
      'Providers for third-party sign-in (OpenID Connect), as JSON: [{"id":"example","name":"Example","issuer":"https://id.example.com","clientId":"…","clientSecret":"…"}]. The redirect URL of each is WEB_PUBLIC_URL/sign-in/{id}/callback. Empty: none',
    default: '',
    isSecret: true,
    read: providerList,
  },
  STRIPE_SECRET_KEY: {
    meaning: 'Secret key of Stripe. Empty: no billing; operators set plans by hand',
    default: '',
    isSecret: true,
    read: optional(text),
  },
  STRIPE_WEBHOOK_SECRET: {
    meaning: 'Signing secret of the Stripe webhook',
    default: '',
    isSecret: true,
    read: optional(text),
  },
  STRIPE_PRICE_PRO: { meaning: 'Stripe price id of the Pro plan', default: '', read: optional(text) },
  STRIPE_PRICE_SCALE: { meaning: 'Stripe price id of the Scale plan', default: '', read: optional(text) },
  STRIPE_API_URL: {
    meaning: 'Base URL of the Stripe API',
    default: 'https://api.stripe.com',
    read: url(['https:', 'http:']),
  },
  BILLING_GRACE_DAYS: {
    meaning: 'Days that a paid plan continues after a failed payment',
    default: '7',
    read: integer(0, 365),
  },
  METRICS_HOST: {
    meaning: 'Address the Prometheus metrics are served on; keep it off the public network',
    default: '127.0.0.1',
    read: text,
  },
  METRICS_PORT: { meaning: 'Port of the Prometheus metrics', default: '9464', read: integer(0, 65_535) },
  OTLP_URL: {
    meaning:
      'OpenTelemetry receiver of traces (OTLP over HTTP), such as http://localhost:4318; /v1/traces is appended. Empty: tracing is off',
    default: '',
    read: optional(baseUrl),
  },
  TRACES_PER_THOUSAND: {
    meaning: 'Requests traced per thousand',
    default: '1000',
    read: integer(0, 1_000),
  },
  TRUSTED_PROXIES: {
    meaning:
      'Proxies whose X-Forwarded-For is trusted: comma-separated addresses or CIDR ranges. Empty: none',
    default: '',
    read: addressList,
  },
  RATE_LIMIT_ANONYMOUS_PER_MINUTE: {
    meaning: 'Requests per minute and address without a key',
    default: '30',
    read: integer(1, 1_000_000_000),
  },
  RATE_LIMIT_STARTER_PER_MINUTE: {
    meaning:
      'Requests per minute and address with a free key (shared with anonymous requests from the same address)',
    default: String(planTable.starter.requestsPerMinute),
    read: integer(1, 1_000_000_000),
  },
  RATE_LIMIT_PRO_PER_MINUTE: {
    meaning: 'Requests per minute and account on the Pro plan',
    default: String(planTable.pro.requestsPerMinute),
    read: integer(1, 1_000_000_000),
  },
  RATE_LIMIT_SCALE_PER_MINUTE: {
    meaning: 'Requests per minute and account on the Scale plan',
    default: String(planTable.scale.requestsPerMinute),
    read: integer(1, 1_000_000_000),
  },
  RATE_LIMIT_FREE_PER_HOUR: {
    meaning: 'Anti-scraping limit: requests per hour and address, anonymous and free keys together',
    default: '600',
    read: integer(1, 1_000_000_000),
  },
  RATE_LIMIT_INVALID_KEYS_PER_MINUTE: {
    meaning: 'Invalid keys per minute and address before they are answered 429',
    default: '300',
    read: integer(1, 1_000_000_000),
  },
  MAX_CONCURRENT_REQUESTS: {
    meaning:
      'Concurrent requests per endpoint and API process; further requests are answered 503. Requests in the fairness delay do not count',
    default: '100',
    read: integer(1, 1_000_000),
  },
  FAIRNESS_DELAY_MS: {
    meaning: 'Delay of anonymous and free reads, so that paying clients are served first',
    default: '350',
    read: integer(0, 60_000),
  },
  DATABASE_POOL_SIZE: {
    meaning: 'PostgreSQL connections per process for lookups, and as many again for search',
    default: '10',
    read: integer(1, 1_000),
  },
  DATABASE_POOL_TIMEOUT_MS: {
    meaning: 'How long a request waits for a free connection before it is answered 503',
    default: '300',
    read: integer(10, 60_000),
  },
  DATABASE_STATEMENT_TIMEOUT_MS: {
    meaning: 'How long a request waits for PostgreSQL before it is answered 503',
    default: '600',
    read: integer(10, 60_000),
  },
  REDIS_TIMEOUT_MS: {
    meaning: 'Redis timeout; after it, rate limits are counted in this process only',
    default: '80',
    read: integer(1, 10_000),
  },
  USAGE_METERING: {
    meaning: 'on or off: whether requests with a key are counted for their owners',
    default: 'on',
    read: oneOf('on', 'off'),
  },
  USAGE_RETENTION_DAYS: {
    meaning: 'Days that the usage of keys is kept; owners see the last 90',
    default: '400',
    read: integer(90, 36_500),
  },
  AUDIT_LOG_RETENTION_DAYS: {
    meaning: 'Days that the audit log of accounts is kept: who did what to keys, plans and sign-in',
    default: '400',
    read: integer(30, 36_500),
  },
  SHUTDOWN_DELAY_MS: {
    meaning:
      'How long a stopping node still accepts requests while /health answers 503; should exceed the time a load balancer needs to notice, 3000 with deploy/haproxy.cfg',
    default: '0',
    read: integer(0, 600_000),
  },
  SHUTDOWN_TIMEOUT_MS: {
    meaning: 'How long a stopping server lets running requests finish',
    default: '10000',
    read: integer(0, 600_000),
  },
  LOG_LEVEL: {
    meaning: 'trace, debug, info, warn, error or silent. Requests are logged at info',
    default: 'info',
    read: oneOf('trace', 'debug', 'info', 'warn', 'error', 'silent'),
  },
} satisfies Record<string, Setting<unknown>>

// With the first of them billing is on, and it needs the others.
const billingSettings = [
  'STRIPE_SECRET_KEY',
  'STRIPE_WEBHOOK_SECRET',
  'STRIPE_PRICE_PRO',
  'STRIPE_PRICE_SCALE',
] as const

export type Config = { readonly [Name in keyof typeof settings]: ReturnType<(typeof settings)[Name]['read']> }

/** Reads all settings and reports all faults at once. */
export function readConfig(environment: Record<string, string | undefined>): Config {
  const faults: string[] = []
  const config: Record<string, unknown> = {}
  for (const [name, setting] of Object.entries<Setting<unknown>>(settings)) {
    try {
      const written = writtenValue(environment, name, setting)
      if (written === undefined) faults.push(`${name} is not set. ${setting.meaning}`)
      else config[name] = setting.read(written)
    } catch (fault) {
      faults.push(`${name} ${(fault as Error).message}`)
    }
  }
  if (config[billingSettings[0]] !== undefined) {
    for (const name of billingSettings) {
      if (config[name] === undefined) {
        faults.push(`${name} is not set, but ${billingSettings[0]} is. ${settings[name].meaning}`)
      }
    }
  }
  if (faults.length > 0) throw new ConfigError(faults)
  return config as Config
}

function writtenValue(
  environment: Record<string, string | undefined>,
  name: string,
  setting: Setting<unknown>,
): string | undefined {
  // An empty variable counts as unset: compose files and CI pass those on.
  const given = environment[name] || undefined
  const file = (setting.isSecret && environment[`${name}_FILE`]) || undefined
  if (given !== undefined && file !== undefined)
    throw new Error(`and ${name}_FILE are both set; set one of them`)
  return given ?? (file === undefined ? undefined : readSecretFile(file)) ?? setting.default
}

/** SECRET_KEY, with the others that are read too behind it. */
export function serverSecretOf({ SECRET_KEY, SECRET_KEY_FALLBACKS }: Config): ServerSecret {
  return SECRET_KEY_FALLBACKS.length === 0 ? SECRET_KEY : [SECRET_KEY, ...SECRET_KEY_FALLBACKS]
}

let hasWarned = false

/** The settings of this process: `.env` in the working directory, overridden by the environment. */
export function loadConfig(): Config {
  if (existsSync('.env')) process.loadEnvFile('.env')
  if (!hasWarned) warnOfMisspelled(process.env)
  hasWarned = true
  return readConfig(process.env)
}

function warnOfMisspelled(environment: Record<string, string | undefined>): void {
  const names = listSettings().flatMap(({ name, isSecret }) => (isSecret ? [name, `${name}_FILE`] : [name]))
  for (const { name, meant } of findMisspelledSettings(environment, names)) {
    process.stderr.write(`larder: warning: ${name} is not a setting; did you mean ${meant}?\n`)
  }
}

export function isConfigError(error: unknown): error is ConfigError {
  return error instanceof ConfigError
}

export interface DescribedSetting {
  name: string
  meaning: string
  /** Undefined: it must be set. */
  default: string | undefined
  isSecret: boolean
}

export function listSettings(): DescribedSetting[] {
  return Object.entries<Setting<unknown>>(settings).map(([name, setting]) => ({
    name,
    meaning: setting.meaning,
    default: setting.default,
    isSecret: setting.isSecret === true,
  }))
}
