import { isConfigError } from '../config.ts'
import { ConnectionLost } from '../database/pool.ts'

/** A command that ends with a message for the operator instead of a result. */
export class CommandFailure extends Error {
  readonly exitCode: number
  constructor(message: string, exitCode = 1) {
    super(message)
    this.exitCode = exitCode
  }
}

/** What an operator can do something with; the stack only where it is a fault of ours. */
export function explain(error: unknown): string {
  if (error instanceof CommandFailure || isConfigError(error)) return error.message
  if (error instanceof ConnectionLost) return error.message
  if (!(error instanceof Error)) return String(error)
  // A refused connection names no address in its message when several were tried.
  const reasons = error instanceof AggregateError ? error.errors.map(reason => String(reason.message)) : []
  const advice = adviceByCode[(error as NodeJS.ErrnoException).code ?? '']
  if (advice === undefined) return error.stack ?? error.message
  return `${[error.message, ...reasons].filter(Boolean).join('; ')}. ${advice}`
}

const adviceByCode: Record<string, string> = {
  ECONNREFUSED: 'Is the server running? For a private one: tools/services start',
  ENOTFOUND: 'Is the host name in DATABASE_URL or REDIS_URL right?',
  EADDRINUSE: 'Another program has this port: set API_PORT or METRICS_PORT',
  '3D000': 'Create the database first, or correct DATABASE_URL',
  ENOSPC: 'The disk is full: make room and start again',
  '53100': 'The disk of the database is full: make room and start again. Nothing was changed',
  '57P03': 'PostgreSQL is starting or stopping: try again in a moment',
  '42P01': 'The database has no tables yet: larder migrate',
}

/** Lines with their columns aligned. */
export function table(header: string[], rows: string[][]): string {
  const lines = [header, ...rows]
  const widths = header.map((_, column) => Math.max(...lines.map(line => line[column]?.length ?? 0)))
  return lines
    .map(line =>
      line
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n')
}
