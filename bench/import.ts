// Import duration of a dump, compared with the lower bound on the same file. See bench/README.md.
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

const maxFirstRatio = 3
const maxRepeatRatio = 0.5
const maxMemoryMb = 512

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
console.log(`\n${table(['step', 'seconds', 'MB/s of JSON', 'ratio', 'target', 'peak memory, MB'], rows)}`)

async function measureDump(stores: Stores, dump: string): Promise<void> {
  const url = await emptyCatalog(stores, 'first')
  const megabytes = await unpackedMegabytes(dump)
  const floor = await importFloor(url, dump)
  row('lower bound: gunzip, JSON.parse, COPY', floor, megabytes)
  const first = await larder(url, ['import', 'off', dump])
  row(
    'import into an empty catalog',
    first.seconds,
    megabytes,
    first.seconds / floor,
    maxFirstRatio,
    first.peakMb,
  )
  const repeated = await larder(url, ['import', 'off', dump])
  row(
    'repeated, nothing changed',
    repeated.seconds,
    megabytes,
    repeated.seconds / first.seconds,
    maxRepeatRatio,
    repeated.peakMb,
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
  row('lower bound, long lines', floor, megabytes)
  const first = await larder(url, ['import', 'off', dump])
  row('import, long lines', first.seconds, megabytes, first.seconds / floor, maxFirstRatio, first.peakMb)
}

async function emptyCatalog(stores: Stores, name: string): Promise<string> {
  const url = await stores.createDatabase(name)
  await larder(url, ['migrate'])
  return url
}

/** Runs a command and samples its memory. */
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
  const sampler = setInterval(() => {
    const [, kilobytes] = /VmHWM:\s+(\d+)/.exec(statusOf(child.pid)) ?? []
    peakMb = Math.max(peakMb, Math.round(Number(kilobytes ?? 0) / 1024))
  }, 200)
  const [code] = await once(child, 'exit')
  clearInterval(sampler)
  if (code !== 0) throw new Error(`larder ${args.join(' ')} exited with ${code}`)
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
  for await (const chunk of createReadStream(file).pipe(createGunzip())) bytes += chunk.length
  return bytes / 1e6
}

function row(
  name: string,
  seconds: number,
  megabytes?: number,
  ratio?: number,
  target?: number,
  peakMb?: number,
): void {
  const cells = [
    name,
    seconds.toFixed(1),
    megabytes === undefined ? '' : (megabytes / seconds).toFixed(0),
    ratio === undefined ? '' : ratio.toFixed(2),
    target === undefined ? '' : `${ratio !== undefined && ratio <= target ? 'within' : 'above'} ${target}`,
    peakMb === undefined ? '' : `${peakMb} of ${maxMemoryMb}`,
  ]
  rows.push(cells)
  console.log(cells.join('  '))
}
