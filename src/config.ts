// Every setting of Larder: name, meaning, default, and how it is read. The only place that reads the
// environment; `.env.example` is made from this table (`larder settings`).
import { existsSync } from 'node:fs'
import { BlockList, isIP } from 'node:net'

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
      'Secret under which API keys are stored (HMAC-SHA-256), 32 characters or more: openssl rand -hex 32. Changing it makes every key invalid',
    read: secret(32),
  },
  API_HOST: { meaning: 'Address the API listens on', default: '127.0.0.1', read: text },
  API_PORT: { meaning: 'Port of the API', default: '8080', read: integer(0, 65_535) },
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
    default: '30',
    read: integer(1, 1_000_000_000),
  },
  LIMIT_PRO_PER_MINUTE: {
    meaning: 'Requests a minute and account on the Pro plan',
    default: '500',
    read: integer(1, 1_000_000_000),
  },
  LIMIT_SCALE_PER_MINUTE: {
    meaning: 'Requests a minute and account on the Scale plan',
    default: '3000',
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

function text(written: string): string {
  return written
}

function integer(least: number, most: number) {
  return (written: string): number => {
    const value = Number(written)
    if (!/^\d+$/.test(written) || value < least || value > most) {
      throw new Error(`is "${written}"; expected a whole number from ${least} to ${most}`)
    }
    return value
  }
}

function oneOf<const Choice extends string>(...choices: Choice[]) {
  return (written: string): Choice => {
    const choice = choices.find(candidate => candidate === written)
    if (choice === undefined) throw new Error(`is "${written}"; expected one of ${choices.join(', ')}`)
    return choice
  }
}

function url(protocols: string[]) {
  return (written: string): string => {
    const form = `expected an address like ${protocols[0]}//host/…`
    // The value itself is not repeated: it may hold a password.
    if (!URL.canParse(written)) throw new Error(`is not a URL; ${form}`)
    const { protocol } = new URL(written)
    if (!protocols.includes(protocol)) throw new Error(`begins with ${protocol}; ${form}`)
    return written
  }
}

function secret(least: number) {
  return (written: string): string => {
    if (written.length < least) {
      throw new Error(`has ${written.length} characters; expected at least ${least}: openssl rand -hex 32`)
    }
    return written
  }
}

function addressList(written: string): BlockList {
  const list = new BlockList()
  for (const entry of written
    .split(',')
    .map(part => part.trim())
    .filter(Boolean)) {
    const [address = '', bits, more] = entry.split('/')
    const version = isIP(address)
    const widest = version === 4 ? 32 : 128
    const prefix = bits === undefined ? widest : /^\d+$/.test(bits) ? Number(bits) : Number.NaN
    if (version === 0 || more !== undefined || !(prefix <= widest)) {
      throw new Error(`has the entry "${entry}"; expected addresses or CIDR ranges like 10.0.0.0/8,fd00::/8`)
    }
    list.addSubnet(address, prefix, version === 4 ? 'ipv4' : 'ipv6')
  }
  return list
}
