// Breaks the service on purpose, line by line of chaos/drills.ts, and prints what came of it.
//   npm run chaos -- [--only NAME,…] [--short] [--list]
// The drills are tests of the suite, with more of everything unless --short: real servers, one after the other.
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

interface Figure {
  name: string
  value: number
  unit: string
}

interface TestResult {
  file: string
  name: string
  status: string
}

const wanted = chosen(options.only?.split(','))
if (options.list) {
  for (const { name, line, target } of wanted) console.log(`${name}: ${line}: ${target}`)
} else {
  const folder = mkdtempSync(join(tmpdir(), 'larder-chaos-'))
  try {
    const { results, figures } = await runTests(folder)
    const rows = wanted.map(drill => rowOf(drill, results, figures))
    printTable(['drill', 'line', 'target', 'seen', ''], rows)
    const missed = rows.filter(row => row[4] !== 'ok').map(([name]) => name)
    console.log(missed.length === 0 ? '\nEvery line is kept.' : `\nNot kept: ${missed.join(', ')}`)
    if (missed.length > 0) process.exitCode = 1
  } finally {
    rmSync(folder, { recursive: true })
  }
}

function chosen(names: string[] | undefined): Drill[] {
  const unknown = names?.filter(name => !drills.some(drill => drill.name.startsWith(name))) ?? []
  if (unknown.length > 0) throw new Error(`no drill is named ${unknown.join(', ')}: see --list`)
  return drills.filter(drill => !names || names.some(name => drill.name.startsWith(name)))
}

async function runTests(folder: string): Promise<{ results: TestResult[]; figures: Map<string, Figure> }> {
  const files = [...new Set(wanted.flatMap(drill => drill.tests.map(({ file }) => file)))]
  const outputs = { results: join(folder, 'results.json'), figures: join(folder, 'figures.jsonl') }
  const names = wanted.flatMap(({ tests }) =>
    tests.map(({ named }) => named?.source.replaceAll('^', '') ?? ''),
  )
  const child = spawn(
    process.execPath,
    [
      ...['node_modules/vitest/vitest.mjs', 'run', ...files.filter(file => existsSync(file))],
      ...(names.includes('') ? [] : ['--testNamePattern', names.join('|')]),
      // One after the other, so that the figures are those of the fault and not of the test beside it.
      ...['--maxWorkers=1', '--reporter=default', '--reporter=json'],
      `--outputFile.json=${outputs.results}`,
    ],
    {
      env: {
        ...process.env,
        LARDER_FIGURES: outputs.figures,
        ...(!options.short && { FUZZ_REQUESTS: '50000', FUZZ_QUERIES: '10000', PATRONI_TTL: '20' }),
      },
      stdio: ['ignore', 'inherit', 'inherit'],
    },
  )
  await once(child, 'exit')
  return { results: readResults(outputs.results), figures: readFigures(outputs.figures) }
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

/** When a figure was told several times, the worst. */
function readFigures(file: string): Map<string, Figure> {
  const figures = new Map<string, Figure>()
  if (!existsSync(file)) return figures
  for (const line of readFileSync(file, 'utf8').trim().split('\n')) {
    const figure: Figure = JSON.parse(line)
    if (figure.value >= (figures.get(figure.name)?.value ?? Number.NEGATIVE_INFINITY))
      figures.set(figure.name, figure)
  }
  return figures
}

function rowOf(drill: Drill, results: TestResult[], figures: Map<string, Figure>): string[] {
  const seen: string[] = []
  const faults: string[] = []
  for (const { file, named } of drill.tests) {
    const tests = results.filter(
      ({ file: path, name }) => path.endsWith(`/${file}`) && (named?.test(name) ?? true),
    )
    const run = tests.filter(({ status }) => status !== 'skipped' && status !== 'pending')
    if (run.length === 0) faults.push(`${file}: not run`)
    for (const { name, status } of run) if (status !== 'passed') faults.push(`${status}: ${name}`)
  }
  for (const { name, most, least } of drill.figures ?? []) {
    const figure = figures.get(name)
    const isKept =
      figure !== undefined &&
      figure.value <= (most ?? Number.POSITIVE_INFINITY) &&
      figure.value >= (least ?? Number.NEGATIVE_INFINITY)
    seen.push(figure === undefined ? `${name}: not told` : `${name} ${figure.value} ${figure.unit}`)
    if (!isKept) faults.push(`${name}${most === undefined ? '' : ` (at most ${most})`}`)
  }
  const passed = faults.length === 0
  return [
    drill.name,
    drill.line,
    drill.target,
    [...seen, ...(passed ? [] : faults.map(fault => `NOT: ${fault}`))].join('; ') || 'as the tests say',
    passed ? 'ok' : 'not kept',
  ]
}
