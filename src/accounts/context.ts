import type { DatabasePool } from '../platform/database/pool.ts'
import type { Mailer } from './email/mailer.ts'
import type { ServerSecret } from './server-secret.ts'
import type { AttemptLimiter } from './sign-in/attempt-limiter.ts'
import type { Providers } from './sign-in/oidc-providers.ts'

/** What the functions around signing in work with. */
export interface AccountContext {
  database: DatabasePool
  secret: ServerSecret
  attemptLimiter: AttemptLimiter
  /** Undefined: this service sends no mail. */
  mailer: Mailer | undefined
  providers: Providers
  /** Where people reach the website, without a slash at its end. */
  websiteUrl: string
}
