// An import that loses its connection to PostgreSQL reports it, exits with code 1 and does not claim more than it knows.
import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as wait } from 'node:timers/promises'
import { promisify } from 'node:util'
import { expect, it } from 'vitest'
import { programArguments } from '../../../lab/build.ts'
import { checksums } from '../../../lab/catalogs/checksum.ts'
import { environmentFor } from '../../../lab/service.ts'
import { exitCodes } from '../../../src/main/commands/exit-codes.ts'
import { withConnection } from '../../../src/platform/database/pool.ts'
import { storesForTest } from '../../support/database.ts'

it('reports a connection terminated during COPY', async () => {
  const stores = await storesForTest('fixture-foods')
  const before = await withConnection(stores.databaseUrl, checksums)
  const child = spawn(process.execPath, [...programArguments(), 'import', 'off', '-'], {
    env: { PATH: process.env['PATH'] ?? '', ...environmentFor(stores) },
    stdio: ['pipe', 'ignore', 'pipe'],
  })
  const exited = once(child, 'exit')
  let stderr = ''
  child.stderr.on('data', chunk => {
    stderr += chunk
  })
  child.stdin.on('error', () => undefined)
  let isOver = false
  const writing = (async () => {
    for (let n = 0; !isOver; n++) {
      child.stdin.write(`${JSON.stringify({ code: `${4e12 + n}`, product_name: `Food ${n}` })}\n`)
      if (n % 1_000 === 0) await wait(100)
    }
  })()
  let terminated: unknown[] = []
  while (terminated.length === 0 && child.exitCode === null) {
    terminated = await stores.sql(
      `select pg_terminate_backend(pid) from pg_stat_progress_copy where datname = current_database() and tuples_processed > 100`,
    )
    await wait(50)
  }
  expect(terminated).toHaveLength(1)
  const [code] = await exited
  isOver = true
  await writing
  // The reason reaches the import only while it is not writing.
  expect(stderr).toMatch(
    /^larder: the connection to PostgreSQL was lost \(.+\)\. Check that PostgreSQL is running, its log and its free disk space, then run the import again\. Nothing was changed$/m,
  )
  expect(stderr).not.toMatch(/^ {4}at /m)
  expect(code).toBe(exitCodes['connection-lost'].code)
  expect(await withConnection(stores.databaseUrl, checksums)).toEqual(before)
})

it('reports a connection terminated during the commit', async () => {
  const stores = await storesForTest('fixture-foods')
  await stores.sql(`
    create function terminate() returns trigger language plpgsql as
      'begin perform pg_terminate_backend(pg_backend_pid()); return null; end';
    create constraint trigger at_commit after update on catalog_stats
      deferrable initially deferred for each row execute function terminate()`)
  const failed = await promisify(execFile)(
    process.execPath,
    [...programArguments(), 'import', 'jsonl', 'lab/catalogs/fixture-foods.jsonl', '--source', 'community'],
    { env: { PATH: process.env['PATH'] ?? '', ...environmentFor(stores) } },
  ).catch(error => error)
  expect(failed.stderr).toMatch(
    /^larder: the connection to PostgreSQL was lost \(terminating .+\) during the commit: the catalog is either as before or as imported, never a mix\. Check the PostgreSQL log and run the import again$/m,
  )
  expect(failed.stderr).not.toMatch(/^ {4}at /m)
  expect(failed.code).toBe(exitCodes['connection-lost'].code)
})
