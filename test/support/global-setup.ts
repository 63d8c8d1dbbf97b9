// Starts a PostgreSQL and a Redis for this test run alone, and prepares the databases that tests clone.
import { execFileSync } from 'node:child_process'
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { loadFixtureFoods } from '../../lab/catalogs/fixture-foods.ts'
import { migrate } from '../../src/platform/database/migrate.ts'
import { withConnection } from '../../src/platform/database/pool.ts'
import { templates } from './database.ts'

declare module 'vitest' {
  interface ProvidedContext {
    databaseUrl: string
    redisUrl: string
  }
}

export default async function setup(project: TestProject): Promise<() => void> {
  const { DATABASE_URL: _, REDIS_URL: __, ...environment } = process.env
  const services = (command: string) =>
    execFileSync('scripts/dev-services', [command], {
      env: {
        ...environment,
        LARDER_SERVICES_DIR: directory,
        LARDER_FSYNC: 'off',
        LARDER_SHARED_BUFFERS: '128MB',
      },
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'pipe'],
    })
  const directory = mkdtempSync(join(tmpdir(), 'larder-test-'))
  services('start')
  const urls = Object.fromEntries(
    services('urls')
      .trim()
      .split('\n')
      .map(line => line.split(/=(.*)/s).slice(0, 2) as [string, string]),
  )
  const databaseUrl = urls['DATABASE_URL'] ?? ''
  const urlOf = (database: string) => Object.assign(new URL(databaseUrl), { pathname: `/${database}` }).href
  const createDatabase = (statement: string) =>
    withConnection(databaseUrl, admin => admin.query(`create database ${statement}`))
  await createDatabase(templates.empty)
  await withConnection(urlOf(templates.empty), migrate)
  await createDatabase(`${templates['fixture-foods']} template ${templates.empty}`)
  await loadFixtureFoods(urlOf(templates['fixture-foods']))

  project.provide('databaseUrl', databaseUrl)
  project.provide('redisUrl', urls['REDIS_URL'] ?? '')
  return () => {
    services('remove')
  }
}
