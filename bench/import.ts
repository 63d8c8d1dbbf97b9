// Time and memory of an import, and of the same import repeated.
//   npm run bench -- import --dump FILE.jsonl.gz
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createReadStream, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { createGunzip } from 'node:zlib'
import { atMost, printMissed, printTable } from '../lab/report.ts'
import { root, type Stores, withStores } from '../lab/servers/temporary-stores.ts'

const maxRepeatRatio = 0.5
const maxMemoryMb = 512

const { values: options } = parseArgs({
  options: {
    dump: { type: 'string' },
  },
})

interface Run {
  seconds: number
  peakMb: number
}

const rows: string[][] = []

const dump = options.dump
if (dump === undefined) throw new Error('--dump FILE.jsonl.gz is required: a dump of Open Food Facts')
await withStores(stores => measureDump(stores, dump))
printTable(['step', 'seconds', 'MB/s of JSON', 'ratio to the first', 'peak memory, MB'], rows)
printMissed()

async function measureDump(stores: Stores, dump: string): Promise<void> {
  const url = await emptyCatalog(stores, 'first')
  const megabytes = await unpackedMegabytes(dump)
  const first = await larder(url, ['import', 'off', dump])
  row('import into an empty catalog', first, { megabytes })
  const repeated = await larder(url, ['import', 'off', dump])
  row('repeated, nothing changed', repeated, { megabytes, ratio: repeated.seconds / first.seconds })
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
  step: string,
  run: Run,
  { megabytes, ratio }: { megabytes?: number; ratio?: number } = {},
): void {
  const of = `${step}:`
  rows.push([
    step,
    run.seconds.toFixed(1),
    megabytes === undefined ? '' : (megabytes / run.seconds).toFixed(0),
    ratio === undefined
      ? ''
      : atMost(ratio, { of: `${of} ratio to the first`, target: maxRepeatRatio, digits: 2 }),
    atMost(run.peakMb, { of: `${of} peak memory in MB`, target: maxMemoryMb, digits: 0 }),
  ])
}
