// How every command reports an error: one sentence, and what to do about it. Stack traces only with --debug.
import { CommanderError } from 'commander'
import { MigrationBlocked } from '../../platform/database/lock-waits.ts'
import { DatabaseUnavailable } from '../../platform/database/pool.ts'
import { isConfigError } from '../config.ts'
import { exitCodes } from './exit-codes.ts'

/** Ends a command with a message for the operator. */
export class CliError extends Error {
  readonly advice: string | undefined
  readonly exitCode: number
  constructor(
    message: string,
    { advice, exitCode = exitCodes.error.code }: { advice?: string; exitCode?: number } = {},
  ) {
    super(message)
    this.advice = advice
    this.exitCode = exitCode
  }
}

/** For a wrong option, argument or combination of them. */
export function usageError(message: string): CliError {
  return new CliError(message, { exitCode: exitCodes.usage.code })
}

export function exitCodeOf(error: unknown): number {
  if (error instanceof CliError) return error.exitCode
  if (error instanceof MigrationBlocked) return exitCodes['migration-blocked'].code
  // Help and the version are not errors.
  if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : exitCodes.usage.code
  const { code } = (rootCause(error) ?? {}) as { code?: unknown }
  return code === diskFull ? exitCodes['connection-lost'].code : exitCodes.error.code
}

const diskFull = '53100'

/** Errors of other folders say what to do in a member `advice`; the rest is known by its code. */
export function describeError(error: unknown, { debug }: { debug: boolean }): string {
  const root = rootCause(error)
  const trace = debug && root instanceof Error && root.stack !== undefined ? `\n${root.stack}` : ''
  return sentences(root) + trace
}

/** For a running node: the reason, and the setting to check where the reason does not already say what to do. */
export function describeCause(error: unknown, setting: string): string {
  const root = rootCause(error)
  if (!(root instanceof Error)) return String(root)
  const { advice, code } = root as Error & { advice?: unknown; code?: unknown }
  const known = typeof code === 'string' ? postgresErrors(code, root.message) : undefined
  if (known !== undefined) return `${withoutStop(known[0])}. ${known[1]}`
  const [message] = (typeof code === 'string' ? systemErrors[code]?.(root) : undefined) ?? [root.message]
  return `${withoutStop(message)}. ${typeof advice === 'string' ? advice : `Check ${setting}`}`
}

function sentences(error: unknown): string {
  if (!(error instanceof Error)) return `unexpected error: ${String(error)}`
  if (isConfigError(error)) return error.message
  const { advice, code } = error as Error & { advice?: unknown; code?: unknown }
  if (typeof advice === 'string') return `${withoutStop(error.message)}. ${advice}`
  if (error instanceof CliError) return error.message
  const known = typeof code === 'string' ? describeCode(code, error) : undefined
  if (known !== undefined) return `${withoutStop(known[0])}. ${known[1]}`
  return `unexpected error: ${withoutStop(error.message)}. Run again with --debug to see the stack trace`
}

/** Node tries every address of a host and reports them together; the pool hides what went wrong below. */
function rootCause(error: unknown): unknown {
  if (error instanceof AggregateError && error.errors.length > 0) return rootCause(error.errors[0])
  if (error instanceof DatabaseUnavailable) return rootCause(error.cause)
  return error
}

const withoutStop = (text: string) => text.replace(/\.$/, '')

type Description = [message: string, advice: string]

function describeCode(code: string, error: Error): Description | undefined {
  return systemErrors[code]?.(error) ?? postgresErrors(code, error.message)
}

interface SystemError extends Error {
  path?: string
  syscall?: string
  address?: string
  port?: number
  hostname?: string
}

const checkAddress = 'Check DATABASE_URL and REDIS_URL'

const systemErrors: Record<string, (error: SystemError) => Description> = {
  ENOENT: ({ path, address, syscall }) =>
    syscall === 'connect'
      ? [
          `there is no socket ${address ?? path ?? ''}`,
          'Is PostgreSQL running? For a private one: scripts/dev-services start',
        ]
      : [`there is no file ${path ?? ''}`, 'Check the path'],
  EISDIR: ({ path }) => [`${path ?? 'the path'} is a directory`, 'Name a file'],
  ENOTDIR: ({ path }) => [`a part of the path ${path ?? ''} is not a directory`, 'Check the path'],
  EACCES: ({ path }) => [
    `no permission to open ${path ?? 'the file'}`,
    'Check the owner and mode of the file',
  ],
  EPERM: ({ path }) => [
    `the system does not permit access to ${path ?? 'the file'}`,
    'Check its owner and mode',
  ],
  EROFS: ({ path }) => [`${path ?? 'the file'} is on a read-only file system`, 'Choose another path'],
  ENOSPC: () => ['the disk is full', 'Free some space and run it again'],
  EMFILE: () => ['too many open files', 'Raise the limit (ulimit -n) and run it again'],
  ECONNREFUSED: ({ address, port }) => [
    `${address ?? 'the server'}${port === undefined ? '' : `:${port}`} refused the connection`,
    'Is the server running? For a private one: scripts/dev-services start',
  ],
  ENOTFOUND: ({ hostname }) => [`the host name ${hostname ?? ''} does not exist`, checkAddress],
  EAI_AGAIN: ({ hostname }) => [
    `the host name ${hostname ?? ''} could not be resolved`,
    'Check the name server, or run it again later',
  ],
  ETIMEDOUT: ({ address }) => [`${address ?? 'the server'} did not answer in time`, checkAddress],
  EHOSTUNREACH: ({ address }) => [`${address ?? 'the server'} cannot be reached`, checkAddress],
  ENETUNREACH: ({ address }) => [`the network of ${address ?? 'the server'} cannot be reached`, checkAddress],
  ECONNRESET: () => ['the server closed the connection', 'Look into the log of the server, and run it again'],
}

/** By SQLSTATE: https://www.postgresql.org/docs/current/errcodes-appendix.html */
const postgresAdvice: Record<string, string> = {
  '28000': 'Create the role in PostgreSQL or allow it in pg_hba.conf, or correct the user in DATABASE_URL',
  '28P01': 'Correct the password in DATABASE_URL',
  '3D000': 'Create the database first, or correct DATABASE_URL',
  '42501': 'Grant the role of DATABASE_URL what it lacks, or use the role that owns the tables',
  '42P01': 'The schema does not fit this version of Larder: larder migrate',
  '42703': 'The schema does not fit this version of Larder: larder migrate',
  '42883': 'The schema does not fit this version of Larder: larder migrate',
  '25006': 'DATABASE_URL must name the primary server, not a replica',
  '53100': 'The disk of the database is full: free some space and run it again. Nothing was changed',
  '53200': 'The database server has no memory left: run it again later',
  '53300': 'All connections of the database server are in use: raise max_connections, or run it again later',
  '55000': 'If the database does not accept connections, allow them: alter database … allow_connections true',
  '57P01': 'The database server is shutting down: run it again when it is back',
  '57P02': 'The database server crashed: run it again when it is back',
  '57P03': 'The database server is starting up or shutting down: run it again in a moment',
}

function postgresErrors(code: string, message: string): Description | undefined {
  const advice = postgresAdvice[code]
  return advice === undefined ? undefined : [`PostgreSQL: ${message}`, advice]
}
