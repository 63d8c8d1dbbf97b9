// Every setting of Larder: name, meaning, default, and how it is read. The only place that reads the
// environment; `.env.example` is made from this table (`larder settings`).
import { existsSync } from 'node:fs'
import { planTable } from './accounts/plans.ts'
import {
  addressList,
  baseUrl,
  integer,
  oneOf,
  optional,
  providerList,
  secret,
  text,
  url,
} from './config-readers.ts'

interface Setting<T> {
  meaning: string
  /** As it would be written in the environment; without one the setting is required. */
  default?: string
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
    read: url(['postgres:', 'postgresql:']),
  },
  REDIS_URL: {
    meaning: 'Redis 7 or newer (or Valkey), as a URL: counts the limits over all nodes',
    read: url(['redis:', 'rediss:']),
  },
  KEY_SECRET: {
    meaning:
      'Secret under which API keys, sessions and the seeds of six-digit codes are stored, 32 characters or more: openssl rand -hex 32. Changing it makes every key invalid and signs everyone out',
    read: secret(32),
  },
  API_HOST: { meaning: 'Address the API listens on', default: '127.0.0.1', read: text },
  API_PORT: { meaning: 'Port of the API', default: '8080', read: integer(0, 65_535) },
  API_URL: {
    meaning: 'Public address of the API; the examples on the website ask there',
    default: 'http://localhost:8080',
    read: baseUrl,
  },
  WEB_HOST: { meaning: 'Address the website listens on', default: '127.0.0.1', read: text },
  WEB_PORT: { meaning: 'Port of the website', default: '8081', read: integer(0, 65_535) },
  WEBSITE_URL: {
    meaning:
      'Where people reach the website; the links in mails lead there, and providers send people back there',
    default: 'http://localhost:8081',
    read: baseUrl,
  },
  SMTP_URL: {
    meaning:
      'Mail server, like smtps://user:password@host. Empty: no mail, so no confirmed e-mail and no reset',
    default: '',
    read: optional(url(['smtp:', 'smtps:'])),
  },
  MAIL_FROM: { meaning: 'Sender of the mails', default: 'Larder <larder@localhost>', read: text },
  OIDC_PROVIDERS: {
    meaning:
      'Providers for third-party sign-in (OpenID Connect), as JSON: [{"id":"example","name":"Example","issuer":"https://id.example.com","clientId":"…","clientSecret":"…"}]. Each must send people back to WEBSITE_URL/sign-in/{id}/callback. Empty: none',
    default: '',
    read: providerList,
  },
  STRIPE_SECRET_KEY: {
    meaning: 'Secret key of the payment service (Stripe). Empty: no billing, operators set plans by hand',
    default: '',
    read: optional(text),
  },
  STRIPE_WEBHOOK_SECRET: {
    meaning: 'Secret with which the payment service signs its messages',
    default: '',
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
    // An empty variable counts as unset: compose files and CI pass those on.
    const given = environment[name] || undefined
    const written = given ?? setting.default
    if (written === undefined) {
      faults.push(`${name} is not set. ${setting.meaning}`)
      continue
    }
    try {
      config[name] = setting.read(written)
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

/** The settings of this process: `.env` in the working directory, overridden by the environment. */
export function loadConfig(): Config {
  if (existsSync('.env')) process.loadEnvFile('.env')
  return readConfig(process.env)
}

export function isConfigError(error: unknown): error is ConfigError {
  return error instanceof ConfigError
}

/** The text of `.env.example`. */
export function describeSettings(): string {
  const blocks = Object.entries<Setting<unknown>>(settings).map(([name, setting]) =>
    setting.default === undefined
      ? `# ${setting.meaning}. Required.\n${name}=\n`
      : `# ${setting.meaning}.\n# ${name}=${setting.default}\n`,
  )
  return `# Settings of Larder. Copy to .env, or set them in the environment, which wins.\n\n${blocks.join('\n')}`
}
