// How long a dump takes to become a catalog, against the bare floor on the same file. See bench/README.md.
//   npm run bench:import -- [--dump FILE.jsonl.gz] [--padded FILE.jsonl.gz] [--snapshot]
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createReadStream, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { createGunzip } from 'node:zlib'
import { root, type Stores, withStores } from '../lab/servers/temporary-stores.ts'
import { checksums } from '../src/importer/checksum.ts'
import { table } from '../src/main/commands/output.ts'
import { withConnection } from '../src/platform/database/pool.ts'
import { importFloor } from './import-floor.ts'

const firstBar = 3
const againBar = 0.5
const memoryBarMb = 512

const { values: options } = parseArgs({
  options: {
    dump: { type: 'string' },
    padded: { type: 'string' },
    snapshot: { type: 'boolean', default: false },
  },
})

interface Run {
  seconds: number
  peakMb: number
}

const rows: string[][] = []

await withStores(async stores => {
  if (options.dump) await measureDump(stores, options.dump)
  if (options.padded) await measurePadded(stores, options.padded)
})
console.log(`\n${table(['what', 'seconds', 'MB/s of JSON', 'ratio', 'bar', 'most memory, MB'], rows)}`)

async function measureDump(stores: Stores, dump: string): Promise<void> {
  const url = await emptyCatalog(stores, 'first')
  const megabytes = await unpackedMegabytes(dump)
  const floor = await importFloor(url, dump)
  row('floor: gunzip, JSON.parse, COPY', floor, megabytes)
  const first = await larder(url, ['import', 'off', dump])
  row('import into an empty catalog', first.seconds, megabytes, first.seconds / floor, firstBar, first.peakMb)
  const again = await larder(url, ['import', 'off', dump])
  row(
    'again, nothing changed',
    again.seconds,
    megabytes,
    again.seconds / first.seconds,
    againBar,
    again.peakMb,
  )
  if (options.snapshot) await measureSnapshot(stores, url)
}

async function measureSnapshot(stores: Stores, url: string): Promise<void> {
  const file = join(stores.folder, 'snapshot.jsonl.gz')
  const exported = await larder(url, ['snapshot', 'export', file])
  row('export', exported.seconds, undefined, undefined, undefined, exported.peakMb)
  const copy = await emptyCatalog(stores, 'copy')
  const read = await larder(copy, ['snapshot', 'import', file])
  row('import of the snapshot', read.seconds, undefined, undefined, undefined, read.peakMb)
  for (const database of [url, copy]) {
    const { foods, content, withIds } = await withConnection(database, checksums)
    console.log(`${foods} foods, checksum ${content}, with ids ${withIds}`)
  }
}

async function measurePadded(stores: Stores, dump: string): Promise<void> {
  const url = await emptyCatalog(stores, 'padded')
  const megabytes = await unpackedMegabytes(dump)
  const floor = await importFloor(url, dump)
  row('floor, long lines', floor, megabytes)
  const first = await larder(url, ['import', 'off', dump])
  row('import, long lines', first.seconds, megabytes, first.seconds / floor, firstBar, first.peakMb)
}

async function emptyCatalog(stores: Stores, name: string): Promise<string> {
  const url = await stores.createDatabase(name)
  await larder(url, ['migrate'])
  return url
}

/** Runs the command and watches its memory. */
async function larder(databaseUrl: string, args: string[]): Promise<Run> {
  const started = performance.now()
  const child = spawn(process.execPath, [join(root, 'src/main/cli.ts'), ...args], {
    env: {
      PATH: process.env['PATH'],
      DATABASE_URL: databaseUrl,
      REDIS_URL: 'redis://unused',
      SECRET_KEY: 'x'.repeat(32),
    },
    stdio: ['ignore', 'inherit', 'inherit'],
  })
  let peakMb = 0
  const watch = setInterval(() => {
    const [, kilobytes] = /VmHWM:\s+(\d+)/.exec(statusOf(child.pid)) ?? []
    peakMb = Math.max(peakMb, Math.round(Number(kilobytes ?? 0) / 1024))
  }, 200)
  const [code] = await once(child, 'exit')
  clearInterval(watch)
  if (code !== 0) throw new Error(`larder ${args.join(' ')} ended with ${code}`)
  return { seconds: (performance.now() - started) / 1000, peakMb }
}

function statusOf(pid: number | undefined): string {
  try {
    return readFileSync(`/proc/${pid}/status`, 'utf8')
  } catch {
    return ''
  }
}

async function unpackedMegabytes(file: string): Promise<number> {
  if (!file.endsWith('.gz')) return statSync(file).size / 1e6
  let bytes = 0
  for await (const piece of createReadStream(file).pipe(createGunzip())) bytes += piece.length
  return bytes / 1e6
}

function row(
  what: string,
  seconds: number,
  megabytes?: number,
  ratio?: number,
  bar?: number,
  peakMb?: number,
): void {
  const cells = [
    what,
    seconds.toFixed(1),
    megabytes === undefined ? '' : (megabytes / seconds).toFixed(0),
    ratio === undefined ? '' : ratio.toFixed(2),
    bar === undefined ? '' : `${ratio !== undefined && ratio <= bar ? 'within' : 'over'} ${bar}`,
    peakMb === undefined ? '' : `${peakMb} of ${memoryBarMb}`,
  ]
  rows.push(cells)
  console.log(cells.join('  '))
}
