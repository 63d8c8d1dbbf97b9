import type { DatabasePool } from '../database/pool.ts'
import type { Guesses } from './guesses.ts'
import type { Mailer } from './mailer.ts'
import type { Providers } from './providers.ts'
import type { ServerSecret } from './secrets.ts'

/** What the functions around signing in work with. */
export interface AccountParts {
  database: DatabasePool
  secret: ServerSecret
  guesses: Guesses
  /** Undefined: this service sends no mail. */
  mailer: Mailer | undefined
  providers: Providers
  /** Where people reach the website, without a slash at its end. */
  websiteUrl: string
}
