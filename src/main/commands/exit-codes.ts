// The exit codes of the command line. docs/reference/exit-codes.md lists them; a test compares the two.
import type { AbortReason } from '../../importer/report.ts'

interface ExitCode {
  code: number
  meaning: string
}

export const exitCodes = {
  ok: { code: 0, meaning: 'the command succeeded' },
  error: { code: 1, meaning: 'any other error, including wrong settings' },
  usage: {
    code: 2,
    meaning:
      'wrong usage: an unknown command or option, a missing or invalid value, or a question that needs `--yes`',
  },
  'no-usable-records': { code: 3, meaning: 'the file has no record that its source could have written' },
  'malformed-input': {
    code: 4,
    meaning: 'the file is truncated, damaged, in another format, or too many of its lines are malformed',
  },
  'mass-removal': {
    code: 5,
    meaning: 'the full dump would remove more than 20 % of the records of its source',
  },
  'already-running': {
    code: 6,
    meaning: 'another import into the same database, or export of the same pack, is running',
  },
  'missing-changes': {
    code: 7,
    meaning: 'changes between the last sync and the oldest delta are no longer published',
  },
  'not-possible': {
    code: 8,
    meaning: 'the database is in a state that the command cannot work with, such as no foods for a pack',
  },
  'connection-lost': { code: 9, meaning: 'the connection to PostgreSQL was lost, or its disk is full' },
  'migration-blocked': {
    code: 10,
    meaning: 'a migration is blocked: another session held a lock for too long',
  },
} as const satisfies Record<
  AbortReason | 'ok' | 'error' | 'usage' | 'connection-lost' | 'migration-blocked',
  ExitCode
>
