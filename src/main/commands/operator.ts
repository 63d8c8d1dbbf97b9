import type { Actor } from '../../accounts/audit-log.ts'

/** What the audit says of changes made on the command line. */
export const operator: Actor = { actor: 'operator', ipAddress: null }
