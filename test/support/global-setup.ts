// Starts a PostgreSQL and a Redis for this test run alone, and prepares the database that tests are cloned from.
import { execFileSync } from 'node:child_process'
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import type { TestProject } from 'vitest/node'
import { migrate } from '../../src/database/migrate.ts'
import { withConnection } from '../../src/database/pool.ts'

declare module 'vitest' {
  interface ProvidedContext {
    databaseUrl: string
    redisUrl: string
  }
}

export default async function setup(project: TestProject): Promise<() => void> {
  const { DATABASE_URL: _, REDIS_URL: __, ...environment } = process.env
  const services = (command: string) =>
    execFileSync('tools/services', [command], {
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
  const admin = new pg.Client({ connectionString: databaseUrl })
  await admin.connect()
  await admin.query('create database larder_template')
  await admin.end()
  const template = new URL(databaseUrl)
  template.pathname = '/larder_template'
  await withConnection(template.href, migrate)

  project.provide('databaseUrl', databaseUrl)
  project.provide('redisUrl', urls['REDIS_URL'] ?? '')
  return () => {
    services('remove')
  }
}
