// Injects the faults of chaos/drills.ts and prints a report.
//   npm run chaos -- [--only NAME,…] [--short] [--list]
// The drills are tests of the suite, run sequentially on real servers, with more iterations unless --short is given.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { printTable } from '../lab/report.ts'
import { type Drill, drills } from './drills.ts'

const { values: options } = parseArgs({
  options: {
    only: { type: 'string' },
    short: { type: 'boolean', default: false },
    list: { type: 'boolean', default: false },
  },
})

interface Measurement {
  name: string
  value: number
  unit: string
}

interface TestResult {
  file: string
  name: string
  status: string
}

const selected = selectDrills(options.only?.split(','))
if (options.list) {
  for (const { name, fault, target } of selected) console.log(`${name}: ${fault}: ${target}`)
} else {
  const folder = mkdtempSync(join(tmpdir(), 'larder-chaos-'))
  try {
    const { results, measurements } = await runTests(folder)
    const rows = selected.map(drill => rowOf(drill, results, measurements))
    printTable(['drill', 'fault', 'target', 'result', ''], rows)
    const missed = rows.filter(row => row[4] !== 'ok').map(([name]) => name)
    console.log(missed.length === 0 ? '\nAll drills passed.' : `\nFailed: ${missed.join(', ')}`)
    if (missed.length > 0) process.exitCode = 1
  } finally {
    rmSync(folder, { recursive: true })
  }
}

function selectDrills(names: string[] | undefined): Drill[] {
  const unknown = names?.filter(name => !drills.some(drill => drill.name.startsWith(name))) ?? []
  if (unknown.length > 0) throw new Error(`unknown drill ${unknown.join(', ')}; see --list`)
  return drills.filter(drill => !names || names.some(name => drill.name.startsWith(name)))
}

async function runTests(
  folder: string,
): Promise<{ results: TestResult[]; measurements: Map<string, Measurement> }> {
  const files = [...new Set(selected.flatMap(drill => drill.tests.map(({ file }) => file)))]
  const outputs = { results: join(folder, 'results.json'), measurements: join(folder, 'measurements.jsonl') }
  const names = selected.flatMap(({ tests }) =>
    tests.map(({ named }) => named?.source.replaceAll('^', '') ?? ''),
  )
  const child = spawn(
    process.execPath,
    [
      ...['node_modules/vitest/vitest.mjs', 'run', ...files.filter(file => existsSync(file))],
      ...(names.includes('') ? [] : ['--testNamePattern', names.join('|')]),
      // Sequential, so that the measurements are not affected by another test.
      ...['--maxWorkers=1', '--reporter=default', '--reporter=json'],
      `--outputFile.json=${outputs.results}`,
    ],
    {
      env: {
        ...process.env,
        LARDER_MEASUREMENTS: outputs.measurements,
        ...(!options.short && { FUZZ_REQUESTS: '50000', FUZZ_QUERIES: '10000', PATRONI_TTL: '20' }),
      },
      stdio: ['ignore', 'inherit', 'inherit'],
    },
  )
  await once(child, 'exit')
  return { results: readResults(outputs.results), measurements: readMeasurements(outputs.measurements) }
}

function readResults(file: string): TestResult[] {
  interface Report {
    testResults: { name: string; assertionResults: { fullName: string; status: string }[] }[]
  }
  const { testResults } = JSON.parse(readFileSync(file, 'utf8')) as Report
  return testResults.flatMap(({ name, assertionResults }) =>
    assertionResults.map(({ fullName, status }) => ({ file: name, name: fullName, status })),
  )
}

/** The maximum, if a measurement was recorded several times. */
function readMeasurements(file: string): Map<string, Measurement> {
  const measurements = new Map<string, Measurement>()
  if (!existsSync(file)) return measurements
  for (const line of readFileSync(file, 'utf8').trim().split('\n')) {
    const measurement: Measurement = JSON.parse(line)
    if (measurement.value >= (measurements.get(measurement.name)?.value ?? Number.NEGATIVE_INFINITY))
      measurements.set(measurement.name, measurement)
  }
  return measurements
}

function rowOf(drill: Drill, results: TestResult[], measurements: Map<string, Measurement>): string[] {
  const values: string[] = []
  const failures: string[] = []
  for (const { file, named } of drill.tests) {
    const tests = results.filter(
      ({ file: path, name }) => path.endsWith(`/${file}`) && (named?.test(name) ?? true),
    )
    const run = tests.filter(({ status }) => status !== 'skipped' && status !== 'pending')
    if (run.length === 0) failures.push(`${file}: not run`)
    for (const { name, status } of run) if (status !== 'passed') failures.push(`${status}: ${name}`)
  }
  for (const { name, max, min } of drill.measurements ?? []) {
    const measurement = measurements.get(name)
    const isMet =
      measurement !== undefined &&
      measurement.value <= (max ?? Number.POSITIVE_INFINITY) &&
      measurement.value >= (min ?? Number.NEGATIVE_INFINITY)
    values.push(
      measurement === undefined
        ? `${name}: not recorded`
        : `${name} ${measurement.value} ${measurement.unit}`,
    )
    if (!isMet) failures.push(`${name}${max === undefined ? '' : ` (at most ${max})`}`)
  }
  const passed = failures.length === 0
  return [
    drill.name,
    drill.fault,
    drill.target,
    [...values, ...(passed ? [] : failures.map(failure => `FAILED: ${failure}`))].join('; ') ||
      'tests passed',
    passed ? 'ok' : 'failed',
  ]
}
