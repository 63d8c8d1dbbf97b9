// The disk of the whole PostgreSQL cluster fills up. PostgreSQL cannot write its WAL, panics and drops all connections: the
// import reports it, and after freeing disk space the catalog is unchanged.
import { execFile, execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, it, onTestFinished, vi } from 'vitest'
import { programArguments } from '../../../lab/build.ts'
import { checksums } from '../../../lab/catalogs/checksum.ts'
import { startPostgres } from '../../../lab/servers/postgres-server.ts'
import { environmentFor } from '../../../lab/service.ts'
import { runImport } from '../../../src/importer/run.ts'
import { exitCodes } from '../../../src/main/commands/exit-codes.ts'
import { withConnection } from '../../../src/platform/database/pool.ts'

const run = promisify(execFile)
const mayMount = process.getuid?.() === 0

/** Room for the cluster, its first write-ahead log and the staged foods, but not for the log of a whole import. */
const diskSize = '160m'

it.skipIf(!mayMount)(
  'an import into a PostgreSQL whose whole disk is full (needs root, to mount a small one)',
  async () => {
    const folder = mkdtempSync(join(tmpdir(), 'larder-full-cluster-'))
    const disk = join(folder, 'disk')
    mkdirSync(disk)
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${diskSize}`, 'tmpfs', disk])
    onTestFinished(() => {
      execFileSync('umount', [disk])
      rmSync(folder, { recursive: true })
    })
    execFileSync('chmod', ['755', folder, disk])
    const services = join(disk, 'services')
    const postgres = await startPostgres(services)
    onTestFinished(postgres.remove)

    let dumps = 0
    const dump = (count: number, word: string) => {
      const path = join(folder, `${word}.jsonl`)
      const last_modified_t = 1_700_000_000 + dumps++
      const line = (n: number) =>
        JSON.stringify({
          code: `${4e12 + n}`,
          product_name: `${word} ${n} ${'long '.repeat(30)}`,
          last_modified_t,
        })
      writeFileSync(path, Array.from({ length: count }, (_, n) => line(n)).join('\n'))
      return path
    }
    const importOff = (file: string) =>
      withConnection(postgres.databaseUrl, client =>
        runImport(client, { inputs: [{ file, origin: { from: 'off' } }] }),
      )
    await importOff(dump(500, 'Old'))
    const before = await withConnection(postgres.databaseUrl, checksums)

    const large = dump(60_000, 'New')
    const failed = await run(process.execPath, [...programArguments(), 'import', 'off', large], {
      env: { PATH: process.env['PATH'] ?? '', ...environmentFor(postgres) },
    }).catch(error => error)
    // Which file is the first without space is chance: that of a table, or of the log, after which the server restarts.
    expect(failed.stderr).toMatch(
      /^larder: (?:the connection to PostgreSQL was lost \(.+\)|PostgreSQL: could not .+)\. .*Nothing was changed$/m,
    )
    expect(failed.stderr).toMatch(/disk of the database is full|free disk space/)
    expect(failed.stderr).not.toMatch(/^ {4}at /m)
    expect(failed.code).toBe(exitCodes['connection-lost'].code)
    expect(readFileSync(join(services, 'postgres.log'), 'utf8')).toMatch(
      /No space left on device|wrote only \d+ of \d+ bytes/,
    )

    execFileSync('mount', ['-o', 'remount,size=800m', disk])
    const after = await vi.waitFor(
      async () => {
        await postgres.start()
        return withConnection(postgres.databaseUrl, checksums)
      },
      { timeout: 120_000, interval: 500 },
    )
    expect(after).toEqual(before)
    expect(await importOff(dump(600, 'Next'))).toMatchObject({ foods: { added: 100, changed: 500 } })
  },
  180_000,
)
