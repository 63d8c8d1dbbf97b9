import type { DatabasePool } from '../database/pool.ts'
import type { Guesses } from './guesses.ts'
import type { Mailer } from './mailer.ts'
import type { Providers } from './providers.ts'

/** What the functions around signing in work with. */
export interface AccountParts {
  database: DatabasePool
  /** KEY_SECRET. */
  secret: string
  guesses: Guesses
  /** Undefined: this service sends no mail. */
  mailer: Mailer | undefined
  providers: Providers
  /** Where people reach the website, without a slash at its end. */
  websiteUrl: string
}
