import type { DatabasePool } from '../platform/database/pool.ts'
import type { ServerSecret } from '../platform/server-secret.ts'
import type { AttemptLimiter } from './sign-in/attempt-limiter.ts'
import type { Providers } from './sign-in/oidc-providers.ts'

/** Dependencies of the account functions. */
export interface AccountContext {
  database: DatabasePool
  secret: ServerSecret
  attemptLimiter: AttemptLimiter
  /** Whether a mail server is configured. */
  isMailEnabled: boolean
  providers: Providers
  /** Public URL of the website, without a trailing slash. */
  websiteUrl: string
}
