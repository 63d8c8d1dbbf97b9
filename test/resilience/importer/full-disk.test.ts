// An import on a full disk fails with advice, and the catalog is unchanged. The PostgreSQL is started for this test: a full
// tablespace fails the checkpoints of its whole server.
import { execFile, execFileSync } from 'node:child_process'
import { chownSync, mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, it, onTestFinished } from 'vitest'
import { programArguments } from '../../../lab/build.ts'
import { checksums } from '../../../lab/catalogs/checksum.ts'
import { startPostgres } from '../../../lab/servers/postgres-server.ts'
import { environmentFor } from '../../../lab/service.ts'
import { runImport } from '../../../src/importer/run.ts'
import { exitCodes } from '../../../src/main/commands/exit-codes.ts'
import { migrate } from '../../../src/platform/database/migrate.ts'
import { withConnection } from '../../../src/platform/database/pool.ts'

const run = promisify(execFile)
const mayMount = process.getuid?.() === 0

it.skipIf(!mayMount)(
  'an import into a full disk (needs root, to mount a small one)',
  async () => {
    const folder = mkdtempSync(join(tmpdir(), 'larder-full-'))
    const disk = join(folder, 'disk')
    mkdirSync(disk)
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=48m', 'tmpfs', disk])
    onTestFinished(() => {
      execFileSync('umount', [disk])
      rmSync(folder, { recursive: true })
    })
    const postgres = await startPostgres()
    onTestFinished(postgres.remove)

    const space = join(disk, 'space')
    mkdirSync(space)
    const [{ directory = '' } = {}] = await withConnection(postgres.databaseUrl, async admin => {
      const { rows } = await admin.query<{ directory: string }>(
        "select current_setting('data_directory') as directory",
      )
      return rows
    })
    const { uid, gid } = statSync(directory)
    chownSync(space, uid, gid)
    execFileSync('chmod', ['755', folder, disk])
    await withConnection(postgres.databaseUrl, async admin => {
      await admin.query(`create tablespace small location '${space}'`)
      await admin.query('create database on_small tablespace small')
    })
    const databaseUrl = Object.assign(new URL(postgres.databaseUrl), { pathname: '/on_small' }).href
    await withConnection(databaseUrl, migrate)
    const foods = (count: number, word: string) => {
      const path = join(folder, `${count}.jsonl`)
      const line = (n: number) =>
        JSON.stringify({
          code: String(4_000_000_000_000 + n),
          product_name: `${word} ${n} ${'long '.repeat(30)}`,
        })
      writeFileSync(path, Array.from({ length: count }, (_, n) => line(n)).join('\n'))
      return path
    }
    const importOff = (file: string) =>
      withConnection(databaseUrl, client =>
        runImport(client, { inputs: [{ file, origin: { from: 'off' } }] }),
      )
    await importOff(foods(500, 'Old'))
    const before = await withConnection(databaseUrl, checksums)

    const large = foods(60_000, 'New')
    const environment = {
      PATH: process.env['PATH'] ?? '',
      ...environmentFor({ databaseUrl, redisUrl: postgres.redisUrl }),
    }
    const failed = await run(process.execPath, [...programArguments(), 'import', 'off', large], {
      env: environment,
    }).catch(error => error)
    expect(failed.code).toBe(exitCodes['connection-lost'].code)
    expect(failed.stderr).toContain('No space left on device')
    expect(failed.stderr).toContain(
      'The disk of the database is full: free some space and run it again. Nothing was changed',
    )
    expect(await withConnection(databaseUrl, checksums)).toEqual(before)

    execFileSync('mount', ['-o', 'remount,size=400m', disk])
    expect(await importOff(large)).toMatchObject({ foods: { added: 59_500 } })
  },
  120_000,
)
