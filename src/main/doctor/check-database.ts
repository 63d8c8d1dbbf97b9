import { statfs } from 'node:fs/promises'
import { type DatabasePool, openPool } from '../../platform/database/pool.ts'
import { checkSchema } from '../../platform/database/schema-check.ts'
import { describeCause } from '../commands/errors.ts'
import type { Config } from '../config.ts'
import { type Finding, findingsOf } from './finding.ts'

const { ok, warning, problem } = findingsOf('database')
const replica = findingsOf('replica')
const disk = findingsOf('disk')

const minVersion = 15
const minSharedBuffers = 512 * 2 ** 20
// 4, the default, is for spinning disks. Solid-state disks have 1.1; network disks are in between.
const maxRandomPageCost = 2
const timeoutMs = 5_000

export interface ServerFacts {
  version: string
  versionNumber: number
  isReplica: boolean
  jit: string
  sharedBuffers: number
  randomPageCost: number
  databaseBytes: number
  /** Null without the permission to read it. */
  dataDirectory: string | null
}

const factsStatement = `
  select current_setting('server_version') as version,
         current_setting('server_version_num')::integer as "versionNumber",
         pg_is_in_recovery() as "isReplica",
         current_setting('jit') as jit,
         pg_size_bytes(current_setting('shared_buffers')) as "sharedBuffers",
         current_setting('random_page_cost')::float as "randomPageCost",
         pg_database_size(current_database()) as "databaseBytes",
         (select setting from pg_settings where name = 'data_directory') as "dataDirectory"`

export async function checkDatabase(config: Config): Promise<Finding[]> {
  const { host, hostname } = new URL(config.DATABASE_URL)
  return withPool(config.DATABASE_URL, async database => {
    const facts = await readFacts(database)
    if (facts instanceof Error) return [problem(`${host}: ${describeCause(facts, 'DATABASE_URL')}`)]
    return [
      ...checkServer(host, facts),
      await checkSchemaVersion(database),
      ...checkSettings(facts),
      await checkDisk(hostname, facts),
    ]
  })
}

export async function checkReplicas(config: Config): Promise<Finding[]> {
  return Promise.all(
    config.DATABASE_REPLICA_URLS.map(url =>
      withPool(url, async database => {
        const { host } = new URL(url)
        const facts = await readFacts(database)
        if (facts instanceof Error)
          return replica.problem(`${host}: ${describeCause(facts, 'DATABASE_REPLICA_URLS')}`)
        return facts.isReplica
          ? replica.ok(`PostgreSQL ${facts.version} at ${host}`)
          : replica.warning(
              `${host} is not a replica: it accepts writes. Check that DATABASE_REPLICA_URLS names replicas of DATABASE_URL`,
            )
      }),
    ),
  )
}

export async function withPool<T>(url: string, work: (database: DatabasePool) => Promise<T>): Promise<T> {
  const database = openPool({
    url,
    connections: 1,
    connectTimeoutMs: timeoutMs,
    queryTimeoutMs: timeoutMs,
    applicationName: 'larder',
    onIdleError: () => undefined,
  })
  try {
    return await work(database)
  } finally {
    await database.close()
  }
}

async function readFacts(database: DatabasePool): Promise<ServerFacts | Error> {
  try {
    const { rows } = await database.query<ServerFacts & Record<string, unknown>>({ text: factsStatement })
    return rows[0] ?? new Error('PostgreSQL did not describe itself')
  } catch (error) {
    return error as Error
  }
}

export function checkServer(host: string, { version, versionNumber, isReplica }: ServerFacts): Finding[] {
  const findings = [
    versionNumber < minVersion * 10_000
      ? problem(`PostgreSQL ${version} at ${host} is too old. Upgrade it to ${minVersion} or newer`)
      : ok(`PostgreSQL ${version} at ${host}`),
  ]
  if (isReplica)
    findings.push(
      problem(`${host} is a replica, which cannot be written to. Set DATABASE_URL to the primary server`),
    )
  return findings
}

async function checkSchemaVersion(database: DatabasePool): Promise<Finding> {
  try {
    const { mismatch, differentFunctions } = await checkSchema(database)
    if (mismatch !== undefined) return problem(`${mismatch.message}. ${mismatch.advice}`)
    return differentFunctions.length === 0
      ? ok('the schema is up to date')
      : warning(
          `SQL functions differ from this release: ${differentFunctions.join(', ')}. Run larder migrate, unless a newer release migrated the database`,
        )
  } catch (error) {
    return problem(describeCause(error, 'DATABASE_URL'))
  }
}

export function checkSettings({ jit, sharedBuffers, randomPageCost, databaseBytes }: ServerFacts): Finding[] {
  const findings: Finding[] = []
  if (jit !== 'off')
    findings.push(
      warning(
        'jit is on: compiling a query takes longer than running one of Larder. Set jit = off in postgresql.conf',
      ),
    )
  if (sharedBuffers < minSharedBuffers && sharedBuffers < databaseBytes)
    findings.push(
      warning(
        `shared_buffers is ${megabytes(sharedBuffers)} and the database ${megabytes(databaseBytes)}: reads wait for the disk. Set shared_buffers to a quarter of the memory of the server`,
      ),
    )
  if (randomPageCost > maxRandomPageCost)
    findings.push(
      warning(
        `random_page_cost is ${randomPageCost}, which is for spinning disks: searches may scan whole tables. On solid-state disks, set random_page_cost = 1.1`,
      ),
    )
  if (findings.length === 0) findings.push(ok('jit, shared_buffers and random_page_cost are set well'))
  return findings
}

const localHosts = new Set(['', 'localhost', '127.0.0.1', '[::1]'])

/** An import that replaces much of the catalog builds it a second time before it swaps the tables. */
export async function checkDisk(
  host: string,
  { databaseBytes, dataDirectory }: ServerFacts,
): Promise<Finding> {
  const need = `An import may need as much again as the database has, ${megabytes(databaseBytes)}`
  const free = localHosts.has(host) && dataDirectory !== null ? await freeBytes(dataDirectory) : undefined
  if (free === undefined) return disk.ok(`the disk of PostgreSQL cannot be seen from here. ${need}`)
  return free < databaseBytes
    ? disk.problem(
        `${megabytes(free)} free at ${dataDirectory}. ${need}: free some space before the next one`,
      )
    : disk.ok(`${megabytes(free)} free at ${dataDirectory}. ${need}`)
}

/** Undefined where the directory is that of another machine or container. */
async function freeBytes(directory: string): Promise<number | undefined> {
  try {
    const { bavail, bsize } = await statfs(directory)
    return bavail * bsize
  } catch {
    return undefined
  }
}

const megabytes = (bytes: number) => `${Math.round(bytes / 2 ** 20).toLocaleString('en')} MB`
