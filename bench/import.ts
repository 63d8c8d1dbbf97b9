// Time of an import and its phases, relative to the least that it has to do; memory; and the same import repeated.
//   npm run bench -- import --dump FILE.jsonl.gz
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createReadStream, createWriteStream, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import type { Readable } from 'node:stream'
import { parseArgs } from 'node:util'
import { createGunzip } from 'node:zlib'
import { buildIfOutdated, programArguments } from '../lab/build.ts'
import { atMost, printMissed, printTable } from '../lab/report.ts'
import { root, type Stores, withStores } from '../lab/servers/temporary-stores.ts'
import { begin } from '../src/importer/begin.ts'
import { createJudge, stagedColumns } from '../src/importer/judge-record.ts'
import { newLineCounts } from '../src/importer/report.ts'
import { copyInto } from '../src/platform/database/copy-into.ts'
import { withConnection } from '../src/platform/database/pool.ts'
import { findSource } from '../src/sources/registry.ts'

const maxRepeatRatio = 0.5
const maxMemoryMb = 512

const { values: options } = parseArgs({
  options: {
    dump: { type: 'string' },
  },
})

/** The least that an import has to do: gunzip, JSON.parse and COPY, one after the other. */
const maxTimesFloor = 5

interface Run {
  seconds: number
  peakMb: number
  stdout: string
  /** The phases that the command reported, with the second in which they began. */
  phases: { name: string; began: number }[]
}

const dump = options.dump
if (dump === undefined) throw new Error('--dump FILE.jsonl.gz is required: a dump of Open Food Facts')
buildIfOutdated()
await withStores(stores => measureDump(stores, dump))
printMissed()

async function measureDump(stores: Stores, dump: string): Promise<void> {
  const url = await emptyCatalog(stores, 'first')
  const { megabytes, ...floor } = await measureFloor(url, dump, join(stores.folder, 'staged.copy'))
  const floorSeconds = Object.values(floor).reduce((sum, seconds) => sum + seconds, 0)
  const ofFloor = (seconds: number) => (seconds / floorSeconds).toFixed(2)
  const first = await larder(url, ['import', 'off', dump, '--json'])
  const { seconds, foods } = JSON.parse(first.stdout) as { seconds: number; foods: { total: number } }
  const repeated = await larder(url, ['import', 'off', dump])

  const row = (name: string, seconds: number) => [name, seconds.toFixed(2), ofFloor(seconds)]
  const end = first.phases[0]?.began ?? 0
  const reading = seconds - (first.seconds - end)
  printTable(
    [`${foods.total} foods`, 'seconds', 'times the floor'],
    [
      ...Object.entries(floor).map(([name, seconds]) => row(`floor: ${name}`, seconds)),
      row('reading, judging and staging', reading),
      ...first.phases.map(({ name, began }, index) =>
        row(name, (first.phases[index + 1]?.began ?? first.seconds) - began),
      ),
      [
        'import into an empty catalog',
        seconds.toFixed(2),
        atMost(seconds / floorSeconds, { of: 'import: times the floor', target: maxTimesFloor, digits: 2 }),
      ],
    ],
  )
  const memory = (step: string, { peakMb }: Run) =>
    atMost(peakMb, { of: `${step}: peak memory in MB`, target: maxMemoryMb, digits: 0 })
  printTable(
    ['command', 'seconds', 'MB/s of JSON', 'ratio to the first', 'peak memory, MB'],
    [
      ['first', first.seconds.toFixed(1), (megabytes / first.seconds).toFixed(0), '', memory('first', first)],
      [
        'repeated, nothing changed',
        repeated.seconds.toFixed(1),
        (megabytes / repeated.seconds).toFixed(0),
        atMost(repeated.seconds / first.seconds, {
          of: 'repeated: ratio to the first',
          target: maxRepeatRatio,
          digits: 2,
        }),
        memory('repeated', repeated),
      ],
    ],
  )
}

async function emptyCatalog(stores: Stores, name: string): Promise<string> {
  const url = await stores.createDatabase(name)
  await larder(url, ['migrate'])
  return url
}

/** Seconds of each part, and the megabytes of JSON. `staged` is a file for what is copied. */
async function measureFloor(url: string, dump: string, staged: string) {
  let bytes = 0
  const gunzip = await timed(async () => {
    for await (const chunk of unpacked(dump)) bytes += chunk.length
  })
  let parse = 0
  for await (const line of createInterface({ input: unpacked(dump) })) {
    const began = performance.now()
    JSON.parse(line)
    parse += (performance.now() - began) / 1000
  }
  const copy = await withConnection(url, async client => {
    const { judge: settings } = await begin(client, { inputs: [] })
    const origin = { from: 'off' } as const
    const { jsonLines, format } = await findSource('off').open(dump)
    if (jsonLines === undefined) throw new Error(`${dump} is not a file of JSON lines`)
    const judge = await createJudge({ ...settings, origin, format, reprocess: false })
    const file = createWriteStream(staged)
    for await (const block of jsonLines()) {
      if (!file.write(judge.jsonLines(block, newLineCounts()))) await once(file, 'drain')
    }
    file.end()
    await once(file, 'close')
    await client.query(`create table floor as select ${stagedColumns.join(', ')} from staged limit 0`)
    const seconds = await timed(() => copyInto(client, 'floor', stagedColumns, createReadStream(staged)))
    await client.query('drop table floor')
    return seconds
  })
  return { gunzip, 'JSON.parse': parse, 'COPY without an index': copy, megabytes: bytes / 1e6 }
}

function unpacked(file: string): Readable {
  const bytes = createReadStream(file)
  return file.endsWith('.gz') ? bytes.pipe(createGunzip()) : bytes
}

async function timed(work: () => Promise<void>): Promise<number> {
  const began = performance.now()
  await work()
  return (performance.now() - began) / 1000
}

/** Runs a command and samples its memory. */
async function larder(databaseUrl: string, args: string[]): Promise<Run> {
  const started = performance.now()
  const child = spawn(process.execPath, [...programArguments(), ...args], {
    cwd: root,
    env: {
      PATH: process.env['PATH'],
      DATABASE_URL: databaseUrl,
      REDIS_URL: 'redis://unused',
      SECRET_KEY: 'x'.repeat(32),
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let stdout = ''
  child.stdout.on('data', (text: Buffer) => {
    stdout += text
  })
  const phases: Run['phases'] = []
  createInterface({ input: child.stderr }).on('line', name => {
    if (!name.includes(' per second')) phases.push({ name, began: (performance.now() - started) / 1000 })
  })
  let peakMb = 0
  const sampler = setInterval(() => {
    const [, kilobytes] = /VmHWM:\s+(\d+)/.exec(statusOf(child.pid)) ?? []
    peakMb = Math.max(peakMb, Math.round(Number(kilobytes ?? 0) / 1024))
  }, 200)
  const [code] = await once(child, 'close')
  clearInterval(sampler)
  if (code !== 0) throw new Error(`larder ${args.join(' ')} exited with ${code}`)
  return { seconds: (performance.now() - started) / 1000, peakMb, stdout, phases }
}

function statusOf(pid: number | undefined): string {
  try {
    return readFileSync(`/proc/${pid}/status`, 'utf8')
  } catch {
    return ''
  }
}
