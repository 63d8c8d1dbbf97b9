import type { By } from '../../accounts/audit-log.ts'

/** What the audit says of changes made on the command line. */
export const operator: By = { actor: 'operator', address: null }
