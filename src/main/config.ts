// Every setting: name, description, default and parser. The only module that reads the environment; `.env.example` and
// docs/reference/settings.md are generated from this table.
import { existsSync } from 'node:fs'
import { type Plan, planTable } from '../accounts/plans.ts'
import { estimateSource } from '../food/sources.ts'
import type { ServerSecret } from '../platform/server-secret.ts'
import {
  addressList,
  baseUrl,
  emailAddress,
  estimateName,
  hostName,
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
  workers,
} from './config-parsers.ts'
import { findMisspelledSettings } from './misspelled-settings.ts'

interface Setting<T> {
  description: string
  /** As written in the environment; a setting without one is required. */
  default?: string
  /** The default with DEPLOYMENT_PROFILE=self-hosted, if it differs. */
  selfHostedDefault?: string
  /** Can be read from a file: NAME_FILE=path. */
  isSecret?: true
  /** Returns the value, or throws an Error that says what is expected. */
  parse: (text: string) => T
}

class ConfigError extends Error {
  readonly problems: string[]
  constructor(problems: string[]) {
    super(`invalid configuration:\n  ${problems.join('\n  ')}`)
    this.problems = problems
  }
}

const profiles = ['public', 'self-hosted'] as const

// For one's own apps on a private network: a hundred requests a second, which no person or script of one household exceeds.
const selfHostedPerMinute = '6000'

const settings = {
  DATABASE_URL: {
    description: 'PostgreSQL 15 or newer, as a URL. To start a private one: scripts/dev-services start',
    isSecret: true,
    parse: url(['postgres:', 'postgresql:']),
  },
  REDIS_URL: {
    description:
      'Redis 7 or newer (or Valkey), as a URL, the same for every node. It counts the rate limits of all of them',
    isSecret: true,
    parse: url(['redis:', 'rediss:']),
  },
  DATABASE_READ_URL: {
    description:
      'Where the catalog is read, as a URL: one endpoint in front of replicas of DATABASE_URL, which takes over while it fails. Default: DATABASE_URL',
    default: '',
    isSecret: true,
    parse: optional(url(['postgres:', 'postgresql:'])),
  },
  SECRET_KEY: {
    description:
      'Server secret (32+ characters, for example from openssl rand -hex 32) used to hash API keys and session tokens and to encrypt TOTP secrets. To rotate it, put the old value in SECRET_KEY_FALLBACKS; otherwise all keys become invalid and everyone is signed out',
    isSecret: true,
    parse: secret(32),
  },
  SECRET_KEY_FALLBACKS: {
    description:
      'Further server secrets that are accepted during a rotation, one per line: the previous SECRET_KEY, or the next one. larder secret status shows when they are safe to remove',
    default: '',
    isSecret: true,
    parse: linesOf(secret(32)),
  },
  API_HOST: { description: 'Address the API listens on', default: '127.0.0.1', parse: text },
  API_PORT: { description: 'Port of the API', default: '8080', parse: integer(0, 65_535) },
  API_PUBLIC_URL: {
    description:
      'Public URL of the API, used by openapi.json and the examples on the website. Empty: http with API_HOST and API_PORT',
    default: '',
    parse: optional(baseUrl),
  },
  ESTIMATE_SOURCE: {
    description:
      'How the API spells the source of AI estimates, in responses, in the source filter and in its documentation. The catalog and imports always use the default',
    default: estimateSource,
    parse: estimateName,
  },
  SYNONYMS_FILE: {
    description:
      'Your own synonyms for search, one group per line (see Add synonyms in docs/how-to/import-and-sync.md). The next import or sync applies them. Empty: only those of Larder and of the taxonomy',
    default: '',
    parse: optional(text),
  },
  IMAGE_HOSTS: {
    description:
      'Further hosts of product images, comma-separated and with their subdomains: images of other hosts are not imported, and pages do not load them. The next full import applies them. Empty: only those of Open Food Facts',
    default: '',
    parse: listOf(hostName),
  },
  WEB_HOST: { description: 'Address the website listens on', default: '127.0.0.1', parse: text },
  WEB_PORT: { description: 'Port of the website', default: '8081', parse: integer(0, 65_535) },
  WEB_PUBLIC_URL: {
    description:
      'Public URL of the website, used for links in mails and as the redirect target of providers; forms are accepted only from it. Empty: http with WEB_HOST and WEB_PORT',
    default: '',
    parse: optional(baseUrl),
  },
  PACKS_DIR: {
    description:
      'Folder of the packs that larder export writes. The website offers them for download. Empty: it offers none',
    default: '',
    parse: optional(text),
  },
  LEGAL_DIR: {
    description:
      'Folder with privacy.md, terms.md and imprint.md, and translations such as privacy.de.md (templates in deploy/legal). The website shows and links those that exist and have no {{place}} left to fill in. Empty: it has no legal pages',
    default: '',
    parse: optional(text),
  },
  CONTACT_EMAIL: {
    description:
      'E-mail address on the contact page and, for vulnerabilities, in /.well-known/security.txt. Empty: the page names none, and there is no security.txt',
    default: '',
    parse: optional(emailAddress),
  },
  SOURCE_CODE_URL: {
    description:
      'Repository with the source code of this installation, linked from the about and contact pages. Empty: no link',
    default: '',
    parse: optional(baseUrl),
  },
  RESPONSE_CACHE_MB: {
    description:
      'Memory for cached responses and pages of a node, in megabytes, divided among its workers: a food of the API takes about 3 KB, a page 50 KB. The cache is emptied when the catalog changes; 0 turns it off',
    default: '128',
    parse: integer(0, 100_000),
  },
  SHARED_CACHE_SECONDS: {
    description:
      'How long a cache in front of the API, such as a CDN, may keep responses to callers without a key. Requests that it answers are neither counted nor delayed, and a food that was taken down goes after this time. 0: not at all',
    default: '0',
    parse: integer(0, 60),
  },
  SMTP_URL: {
    description:
      'Mail server, such as smtps://user:password@host. Empty: no mail is sent, so addresses cannot be confirmed and passwords cannot be reset',
    default: '',
    isSecret: true,
    parse: optional(url(['smtp:', 'smtps:'])),
  },
  MAIL_FROM: { description: 'Sender of the mails', default: 'Larder <larder@localhost>', parse: text },
  OIDC_PROVIDERS: {
    description:
      'Providers for third-party sign-in (OpenID Connect), as JSON: [{"id":"example","name":"Example","issuer":"https://id.example.com","clientId":"…","clientSecret":"…"}]. The redirect URL of each is WEB_PUBLIC_URL/sign-in/{id}/callback. Empty: none',
    default: '',
    isSecret: true,
    parse: providerList,
  },
  STRIPE_SECRET_KEY: {
    description: 'Secret key of Stripe. Empty: no billing; operators set plans by hand',
    default: '',
    isSecret: true,
    parse: optional(text),
  },
  STRIPE_WEBHOOK_SECRET: {
    description: 'Signing secret of the Stripe webhook',
    default: '',
    isSecret: true,
    parse: optional(text),
  },
  STRIPE_PRICE_PRO: { description: 'Stripe price id of the Pro plan', default: '', parse: optional(text) },
  STRIPE_PRICE_SCALE: {
    description: 'Stripe price id of the Scale plan',
    default: '',
    parse: optional(text),
  },
  MANAGEMENT_HOST: {
    description:
      'Address of the management port, which serves /metrics for Prometheus and /ready for load balancers; keep it off the public network',
    default: '127.0.0.1',
    parse: text,
  },
  MANAGEMENT_PORT: {
    description: 'Management port: /metrics and /ready',
    default: '9464',
    parse: integer(0, 65_535),
  },
  DEPLOYMENT_PROFILE: {
    description:
      'public or self-hosted: for whom this installation is. self-hosted has other defaults for the limits below, fit for your own apps on a private network; anyone who reaches the API can use it as much as your apps do. A limit that you set takes precedence',
    default: 'public',
    parse: oneOf(...profiles),
  },
  DOWNLOADS_DIR: {
    description:
      'Folder for the downloads of larder bootstrap, which continue there after an interruption. It needs about 10 GB for the dump of Open Food Facts until the import has ended',
    default: 'downloads',
    parse: text,
  },
  TRUSTED_PROXIES: {
    description:
      'Proxies whose X-Forwarded-For is trusted: comma-separated addresses or CIDR ranges. Empty: none',
    default: '',
    parse: addressList,
  },
  RATE_LIMIT_ANONYMOUS_PER_MINUTE: {
    description: 'Requests per minute and address without a key',
    default: '30',
    selfHostedDefault: selfHostedPerMinute,
    parse: integer(1, 1_000_000_000),
  },
  RATE_LIMIT_STARTER_PER_MINUTE: {
    description:
      'Requests per minute and address with a free key (shared with anonymous requests from the same address)',
    default: String(planTable.starter.requestsPerMinute),
    selfHostedDefault: selfHostedPerMinute,
    parse: integer(1, 1_000_000_000),
  },
  RATE_LIMIT_PRO_PER_MINUTE: {
    description: 'Requests per minute and account on the Pro plan',
    default: String(planTable.pro.requestsPerMinute),
    selfHostedDefault: selfHostedPerMinute,
    parse: integer(1, 1_000_000_000),
  },
  RATE_LIMIT_SCALE_PER_MINUTE: {
    description: 'Requests per minute and account on the Scale plan',
    default: String(planTable.scale.requestsPerMinute),
    selfHostedDefault: selfHostedPerMinute,
    parse: integer(1, 1_000_000_000),
  },
  RATE_LIMIT_FREE_PER_HOUR: {
    description: 'Anti-scraping limit: requests per hour and address, anonymous and free keys together',
    default: '600',
    selfHostedDefault: '360000',
    parse: integer(1, 1_000_000_000),
  },
  RATE_LIMIT_INVALID_KEYS_PER_MINUTE: {
    description: 'Invalid keys per minute and address before they are answered 429',
    default: '300',
    parse: integer(1, 1_000_000_000),
  },
  RATE_LIMIT_WEBSITE_PER_MINUTE: {
    description:
      'Pages of the website per minute and address, cached or not; further ones are answered 429. Stylesheets, scripts and /health are not counted',
    default: '300',
    selfHostedDefault: selfHostedPerMinute,
    parse: integer(1, 1_000_000_000),
  },
  WORKERS: {
    description:
      'Processes that serve together, with one management port: a number, or auto for one per processor core. DATABASE_POOL_SIZE and RESPONSE_CACHE_MB are divided among them',
    default: '1',
    parse: workers,
  },
  FAIRNESS_DELAY_MS: {
    description: 'Delay of anonymous and free reads, so that paying clients are served first',
    default: '350',
    selfHostedDefault: '0',
    parse: integer(0, 60_000),
  },
  DATABASE_POOL_SIZE: {
    description:
      'PostgreSQL connections of a node for lookups of the API, and as many again for search, divided among its workers',
    default: '10',
    parse: integer(1, 1_000),
  },
  DATABASE_STATEMENT_TIMEOUT_MS: {
    description:
      'How long a request waits for PostgreSQL before it is answered 503, and twice as long as it waits for a free connection',
    default: '600',
    parse: integer(20, 600_000),
  },
  REDIS_TIMEOUT_MS: {
    description: 'Redis timeout; after it, rate limits are counted in this process only',
    default: '80',
    parse: integer(1, 10_000),
  },
  SHUTDOWN_DELAY_MS: {
    description:
      'How long a node still serves requests after SIGTERM, while /ready and /health answer 503. It must exceed the time a load balancer takes to notice, 2000 with deploy/haproxy.cfg. After SIGINT (Ctrl-C) a node stops without this delay',
    default: '5000',
    parse: integer(0, 600_000),
  },
  LOG_LEVEL: {
    description: 'trace, debug, info, warn, error or silent. Requests are logged at info',
    default: 'info',
    parse: oneOf('trace', 'debug', 'info', 'warn', 'error', 'silent'),
  },
} satisfies Record<string, Setting<unknown>>

/** Fixed in production. Tests change them by TEST_SETTINGS, as JSON. */
const fixedSettings = {
  /** Per endpoint and API process; further requests are answered 503. Requests in the fairness delay do not count. */
  maxConcurrentRequests: 100,
  /** How long a stopping server lets running requests finish. */
  shutdownTimeoutMs: 10_000,
  stripeApiUrl: 'https://api.stripe.com',
}

// Setting the first one turns billing on; the others are then required.
const billingSettings = [
  'STRIPE_SECRET_KEY',
  'STRIPE_WEBHOOK_SECRET',
  'STRIPE_PRICE_PRO',
  'STRIPE_PRICE_SCALE',
] as const

export type Config = {
  readonly [Name in keyof typeof settings]: ReturnType<(typeof settings)[Name]['parse']>
} & { readonly fixed: Readonly<typeof fixedSettings> }

/** Parses all settings and reports all problems at once. */
export function readConfig(environment: Record<string, string | undefined>): Config {
  const problems: string[] = []
  const config: Record<string, unknown> = {
    fixed: { ...fixedSettings, ...JSON.parse(environment['TEST_SETTINGS'] ?? '{}') },
  }
  const isSelfHosted =
    environment['DEPLOYMENT_PROFILE'] === ('self-hosted' satisfies (typeof profiles)[number])
  for (const [name, setting] of Object.entries<Setting<unknown>>(settings)) {
    try {
      const raw = rawValue(environment, name, setting) ?? defaultOf(setting, isSelfHosted)
      if (raw === undefined) problems.push(`${name} is not set. ${setting.description}`)
      else config[name] = setting.parse(raw)
    } catch (problem) {
      problems.push(`${name} ${(problem as Error).message}`)
    }
  }
  if (config[billingSettings[0]] !== undefined) {
    for (const name of billingSettings) {
      if (config[name] === undefined) {
        problems.push(`${name} is not set, but ${billingSettings[0]} is. ${settings[name].description}`)
      }
    }
  }
  if (problems.length === 0) problems.push(...contradictions(config as Config))
  if (problems.length > 0) throw new ConfigError(problems)
  return config as Config
}

function contradictions({ SHARED_CACHE_SECONDS, RESPONSE_CACHE_MB }: Config): string[] {
  return SHARED_CACHE_SECONDS > 0 && RESPONSE_CACHE_MB === 0
    ? [
        'SHARED_CACHE_SECONDS is set, but RESPONSE_CACHE_MB is 0. Shared caches may keep only what a node may keep too',
      ]
    : []
}

function rawValue(
  environment: Record<string, string | undefined>,
  name: string,
  setting: Setting<unknown>,
): string | undefined {
  // An empty variable counts as unset: compose files and CI systems pass empty ones.
  const given = environment[name] || undefined
  const file = (setting.isSecret && environment[`${name}_FILE`]) || undefined
  if (given !== undefined && file !== undefined)
    throw new Error(`and ${name}_FILE are both set; set one of them`)
  return given ?? (file === undefined ? undefined : readSecretFile(file))
}

const defaultOf = (setting: Setting<unknown>, isSelfHosted: boolean) =>
  (isSelfHosted ? setting.selfHostedDefault : undefined) ?? setting.default

/** SECRET_KEY, followed by the fallbacks. */
export function serverSecretOf({ SECRET_KEY, SECRET_KEY_FALLBACKS }: Config): ServerSecret {
  return SECRET_KEY_FALLBACKS.length === 0 ? SECRET_KEY : [SECRET_KEY, ...SECRET_KEY_FALLBACKS]
}

export function requestsPerMinuteOf(config: Config): Record<Plan, number> {
  return {
    starter: config.RATE_LIMIT_STARTER_PER_MINUTE,
    pro: config.RATE_LIMIT_PRO_PER_MINUTE,
    scale: config.RATE_LIMIT_SCALE_PER_MINUTE,
  }
}

/** As a URI; undefined if the operator names no contact. */
export function securityContactOf({ CONTACT_EMAIL }: Config): string | undefined {
  return CONTACT_EMAIL && `mailto:${CONTACT_EMAIL}`
}

let hasWarned = false

/** The settings of this process: `.env` in the working directory, overridden by the environment. */
export function loadConfig(): Config {
  if (existsSync('.env')) process.loadEnvFile('.env')
  if (!hasWarned) warnAboutMisspelledSettings(process.env)
  hasWarned = true
  return readConfig(process.env)
}

function warnAboutMisspelledSettings(environment: Record<string, string | undefined>): void {
  const names = listSettings().flatMap(({ name, isSecret }) => (isSecret ? [name, `${name}_FILE`] : [name]))
  for (const { name, suggestion } of findMisspelledSettings(environment, names)) {
    process.stderr.write(`larder: warning: ${name} is not a setting; did you mean ${suggestion}?\n`)
  }
}

export function isConfigError(error: unknown): error is ConfigError {
  return error instanceof ConfigError
}

export interface DescribedSetting {
  name: string
  description: string
  /** Undefined: required. */
  default: string | undefined
  /** Undefined: the same. */
  selfHostedDefault: string | undefined
  isSecret: boolean
}

export function listSettings(): DescribedSetting[] {
  return Object.entries<Setting<unknown>>(settings).map(([name, setting]) => ({
    name,
    description: setting.description,
    default: setting.default,
    selfHostedDefault: setting.selfHostedDefault,
    isSecret: setting.isSecret === true,
  }))
}
