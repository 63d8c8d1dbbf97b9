// Every setting of Larder: name, meaning, default, and how it is read. The only place that reads the
// environment; `.env.example` is made from this table (`larder settings`).
import { existsSync } from 'node:fs'
import { planTable } from '../accounts/plans.ts'
import type { ServerSecret } from '../accounts/secrets.ts'
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
    meaning: 'PostgreSQL 15 or newer, as a URL. tools/services start makes a private one',
    isSecret: true,
    read: url(['postgres:', 'postgresql:']),
  },
  REDIS_URL: {
    meaning: 'Redis 7 or newer (or Valkey), as a URL: counts the limits over all nodes',
    isSecret: true,
    read: url(['redis:', 'rediss:']),
  },
  DATABASE_READ_URLS: {
    meaning:
      'Servers that hold a copy of the database, as URLs separated by commas: the catalog is read from them, and from DATABASE_URL when none of them can answer. Empty: all is read from DATABASE_URL',
    default: '',
    isSecret: true,
    read: listOf(url(['postgres:', 'postgresql:'])),
  },
  DATABASE_READ_LAG_MS: {
    meaning: 'How far behind a server of DATABASE_READ_URLS may be before it is read no more',
    default: '5000',
    read: integer(0, 3_600_000),
  },
  REDIS_SENTINELS: {
    meaning:
      'Sentinels that know which Redis counts, as host:port separated by commas; of REDIS_URL only user, password and database number are used then. Empty: the Redis of REDIS_URL counts',
    default: '',
    read: listOf(hostAndPort),
  },
  REDIS_SENTINEL_NAME: {
    meaning: 'What the sentinels call the Redis that counts',
    default: 'larder',
    read: text,
  },
  KEY_SECRET: {
    meaning:
      'Secret under which API keys, sessions and the seeds of six-digit codes are stored, 32 characters or more: openssl rand -hex 32. To change it, keep the old one in KEY_SECRET_PREVIOUS, or every key is invalid and everyone is signed out',
    isSecret: true,
    read: secret(32),
  },
  KEY_SECRET_PREVIOUS: {
    meaning:
      'Other secrets under which keys, sessions and codes are found too, a line each: the one before KEY_SECRET, or the one to come. larder secrets rotate says when it can go',
    default: '',
    isSecret: true,
    read: linesOf(secret(32)),
  },
  API_HOST: { meaning: 'Address the API listens on', default: '127.0.0.1', read: text },
  API_PORT: { meaning: 'Port of the API', default: '8080', read: integer(0, 65_535) },
  API_URL: {
    meaning:
      'Public address of the API; the examples on the website ask there. Empty: where it listens, API_HOST and API_PORT',
    default: '',
    read: optional(baseUrl),
  },
  WEB_HOST: { meaning: 'Address the website listens on', default: '127.0.0.1', read: text },
  WEB_PORT: { meaning: 'Port of the website', default: '8081', read: integer(0, 65_535) },
  WEBSITE_URL: {
    meaning:
      'Where people reach the website; the links in mails lead there, providers send people back there, and forms are accepted from there only. Empty: where it listens, WEB_HOST and WEB_PORT',
    default: '',
    read: optional(baseUrl),
  },
  KEPT_PAGES_MB: {
    meaning:
      'Memory in which a process keeps finished food pages until the catalog changes, in megabytes; a page takes 15 to 25 KB',
    default: '64',
    read: integer(0, 100_000),
  },
  SMTP_URL: {
    meaning:
      'Mail server, like smtps://user:password@host. Empty: no mail, so no confirmed e-mail and no reset',
    default: '',
    isSecret: true,
    read: optional(url(['smtp:', 'smtps:'])),
  },
  MAIL_FROM: { meaning: 'Sender of the mails', default: 'Larder <larder@localhost>', read: text },
  OIDC_PROVIDERS: {
    meaning:
      'Providers for third-party sign-in (OpenID Connect), as JSON: [{"id":"example","name":"Example","issuer":"https://id.example.com","clientId":"…","clientSecret":"…"}]. Each must send people back to WEBSITE_URL/sign-in/{id}/callback. Empty: none',
    default: '',
    isSecret: true,
    read: providerList,
  },
  STRIPE_SECRET_KEY: {
    meaning: 'Secret key of the payment service (Stripe). Empty: no billing, operators set plans by hand',
    default: '',
    isSecret: true,
    read: optional(text),
  },
  STRIPE_WEBHOOK_SECRET: {
    meaning: 'Secret with which the payment service signs its messages',
    default: '',
    isSecret: true,
    read: optional(text),
  },
  STRIPE_PRICE_PRO: { meaning: 'Id of the price of the Pro plan', default: '', read: optional(text) },
  STRIPE_PRICE_SCALE: { meaning: 'Id of the price of the Scale plan', default: '', read: optional(text) },
  STRIPE_API_URL: {
    meaning: 'Where the payment service is asked',
    default: 'https://api.stripe.com',
    read: url(['https:', 'http:']),
  },
  BILLING_GRACE_DAYS: {
    meaning: 'Days that a paid plan lives on after a payment failed',
    default: '7',
    read: integer(0, 365),
  },
  METRICS_HOST: {
    meaning: 'Address of the Prometheus metrics; keep it off the public network',
    default: '127.0.0.1',
    read: text,
  },
  METRICS_PORT: { meaning: 'Port of the Prometheus metrics', default: '9464', read: integer(0, 65_535) },
  OTLP_URL: {
    meaning:
      'Receiver of traces (OpenTelemetry over HTTP), like http://localhost:4318; /v1/traces is added. Empty: no traces',
    default: '',
    read: optional(baseUrl),
  },
  TRACES_PER_THOUSAND: {
    meaning: 'How many of a thousand requests are traced',
    default: '1000',
    read: integer(0, 1_000),
  },
  TRUSTED_PROXIES: {
    meaning:
      'Proxies whose X-Forwarded-For is believed: addresses or CIDR ranges, separated by commas. Empty: none',
    default: '',
    read: addressList,
  },
  LIMIT_ANONYMOUS_PER_MINUTE: {
    meaning: 'Requests a minute and address without a key',
    default: '30',
    read: integer(1, 1_000_000_000),
  },
  LIMIT_STARTER_PER_MINUTE: {
    meaning: 'Requests a minute and address with a free key (shared with anonymous calls from there)',
    default: String(planTable.starter.requestsPerMinute),
    read: integer(1, 1_000_000_000),
  },
  LIMIT_PRO_PER_MINUTE: {
    meaning: 'Requests a minute and account on the Pro plan',
    default: String(planTable.pro.requestsPerMinute),
    read: integer(1, 1_000_000_000),
  },
  LIMIT_SCALE_PER_MINUTE: {
    meaning: 'Requests a minute and account on the Scale plan',
    default: String(planTable.scale.requestsPerMinute),
    read: integer(1, 1_000_000_000),
  },
  LIMIT_PER_HOUR: {
    meaning: 'Anti-scraping cap: requests an hour and address, anonymous and free keys together',
    default: '600',
    read: integer(1, 1_000_000_000),
  },
  LIMIT_FAILED_KEYS_PER_MINUTE: {
    meaning: 'Wrong keys a minute and address before they are answered 429',
    default: '300',
    read: integer(1, 1_000_000_000),
  },
  OVERLOAD_REQUESTS: {
    meaning:
      'Requests that a process of the API works on at once at each endpoint; more are answered 503. Those that only wait for FAIRNESS_DELAY_MS do not count',
    default: '100',
    read: integer(1, 1_000_000),
  },
  FAIRNESS_DELAY_MS: {
    meaning: 'How long an anonymous or free read waits, so that paying callers are served first',
    default: '350',
    read: integer(0, 60_000),
  },
  DATABASE_POOL: {
    meaning: 'Connections to PostgreSQL a process holds for lookups, and as many again for search',
    default: '10',
    read: integer(1, 1_000),
  },
  DATABASE_CONNECT_TIMEOUT_MS: {
    meaning: 'How long a request waits for a free connection before it is answered 503',
    default: '300',
    read: integer(10, 60_000),
  },
  DATABASE_QUERY_TIMEOUT_MS: {
    meaning: 'How long a request waits for PostgreSQL before it is answered 503',
    default: '600',
    read: integer(10, 60_000),
  },
  REDIS_TIMEOUT_MS: {
    meaning: 'How long a request waits for Redis before the process counts by itself',
    default: '80',
    read: integer(1, 10_000),
  },
  USAGE_COUNTING: {
    meaning: 'on or off: whether requests with a key are counted for their owners',
    default: 'on',
    read: oneOf('on', 'off'),
  },
  RETENTION_USAGE_DAYS: {
    meaning: 'Days that the usage of keys is kept; owners are shown the last 90',
    default: '400',
    read: integer(90, 36_500),
  },
  RETENTION_AUDIT_DAYS: {
    meaning: 'Days that the activity of accounts is kept: who did what to keys, plans and sign-in',
    default: '400',
    read: integer(30, 36_500),
  },
  STOP_DRAIN_MS: {
    meaning:
      'How long a node that was told to stop still takes requests, while /health says 503: longer than a balancer needs to see that, 3000 with deploy/haproxy.cfg',
    default: '0',
    read: integer(0, 600_000),
  },
  STOP_TIMEOUT_MS: {
    meaning: 'How long a stopping server lets running requests finish',
    default: '10000',
    read: integer(0, 600_000),
  },
  LOG_LEVEL: {
    meaning: 'trace, debug, info, warn, error or silent. From info on, each request is a line',
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

/** KEY_SECRET, with the others that are read too behind it. */
export function serverSecretOf({ KEY_SECRET, KEY_SECRET_PREVIOUS }: Config): ServerSecret {
  return KEY_SECRET_PREVIOUS.length === 0 ? KEY_SECRET : [KEY_SECRET, ...KEY_SECRET_PREVIOUS]
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
