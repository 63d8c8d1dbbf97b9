// Computes the tables of docs/explanation/scale.md from docs/scale-figures.json, which `npm run bench:cpu` writes.
//   npm run scale [-- --check]
import { readFileSync, writeFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import {
  type Measurements,
  maxUtilization,
  type Plan,
  planFor,
  planForRegions,
  shares,
} from './scale-plan.ts'

const document = new URL('../docs/explanation/scale.md', import.meta.url)
const measurementsFile = new URL('../docs/scale-figures.json', import.meta.url)

const { values: options } = parseArgs({ options: { check: { type: 'boolean', default: false } } })
const before = readFileSync(document, 'utf8')
const after = withTables(before, JSON.parse(readFileSync(measurementsFile, 'utf8')))
if (!options.check) writeFileSync(document, after)
else if (before !== after) {
  console.error('docs/explanation/scale.md does not match docs/scale-figures.json; run npm run scale')
  process.exitCode = 1
}

function withTables(text: string, measured: Measurements): string {
  const tables: Record<string, string> = {
    costs: costTable(measured),
    deployments: deploymentTable(measured),
    topology: topologyTable(measured),
    mix: mixTable(),
    plans: planTable(measured),
    limits: limitTable(measured),
  }
  return text.replace(
    /(<!-- generated: (\w+) -->\n)[\s\S]*?(<!-- end -->)/g,
    (_, begin, name, end) => `${begin}\n${tables[name]}\n\n${end}`,
  )
}

function costTable({ costs, memory, foods }: Measurements): string {
  const rows = costs.map(
    ({ endpoint, microseconds: { node, postgres, redis }, responseBytes, perSecond }) => [
      endpoint,
      formatNumber(node),
      formatNumber(postgres),
      formatNumber(redis),
      formatNumber(responseBytes),
      formatNumber(perSecond),
    ],
  )
  const head = [
    'request',
    'Node.js µs',
    'PostgreSQL µs',
    'Redis µs',
    'response bytes',
    'requests/s, everything on two cores',
  ]
  return `${table(head, rows)}

On ${formatNumber(foods)} foods. A process uses ${megabytes(memory.nodeIdleBytes)} after startup and ${megabytes(memory.nodeLoadedBytes)} after this benchmark.`
}

function deploymentTable({ deployments }: Measurements): string {
  return table(
    ['API processes', 'replicas', '`/food` requests/s', '`/search` requests/s'],
    deployments.map(({ nodes, replicas, food, search }) => [nodes, replicas, food, search].map(formatNumber)),
  )
}

function topologyTable({ topology }: Measurements): string {
  if (topology === undefined) return 'Not measured yet.'
  return table(
    ['measured', 'seen'],
    topology.map(({ what, seen }) => [what, seen]),
  )
}

function mixTable(): string {
  return table(
    ['request', 'share'],
    Object.entries(shares).map(([endpoint, share]) => [endpoint, `${Math.round(100 * share)} %`]),
  )
}

function planTable(measured: Measurements): string {
  const plans = [
    planFor(measured, { rate: 1_000, foods: 4e6 }),
    planFor(measured, { rate: 10_000, foods: 4e6 }),
    planFor(measured, { rate: 100_000, foods: 4e6 }),
    planFor(measured, { rate: 10_000, foods: 40e6 }),
  ]
  const inRegions = [1_000, 10_000, 100_000].map(rate =>
    planForRegions(measured, { rate, foods: 4e6, regions: 3 }),
  )
  const lines: [string, (plan: Plan) => string][] = [
    ['cores for Node.js', plan => formatNumber(plan.nodeCores)],
    ['API and website processes (one core each)', plan => formatNumber(plan.processes)],
    ['cores for PostgreSQL reads', plan => formatNumber(plan.postgresCores)],
    ['PostgreSQL servers (16 cores each), including one spare', plan => formatNumber(plan.readServers)],
    ['memory per server, to hold the catalog', plan => `${formatNumber(plan.postgresGigabytes)} GB`],
    ['Redis cores', plan => plan.redisCores.toFixed(2)],
    ['Redis shards', plan => formatNumber(plan.redisShards)],
    ['response traffic, excluding the CDN', plan => `${formatNumber(plan.megabitsPerSecond)} Mbit/s`],
    ['cost per month for cores, memory and traffic', plan => `${formatNumber(plan.costPerMonth)} €`],
    ['cost per million requests', plan => `${plan.costPerMillionRequests.toFixed(2)} €`],
  ]
  const head = [
    '',
    ...plans.map(({ rate, foods }) => `${formatNumber(rate)}/s, ${foods / 1e6} million foods`),
    ...inRegions.map(({ rate }) => `${formatNumber(rate)}/s, three regions`),
  ]
  return table(
    head,
    lines.map(([name, cell]) => [name, ...[...plans, ...inRegions].map(cell)]),
  )
}

/** The request rate at which a single instance of each component reaches its limit. */
function limitTable(measured: Measurements): string {
  const one = planFor(measured, { rate: 1, foods: 4e6 })
  const rows = [
    ['one API process (a core)', maxUtilization / one.exact.nodeCores],
    ['one PostgreSQL of 16 cores', (16 * maxUtilization) / one.exact.postgresCores],
    ['one Redis (a core)', maxUtilization / one.exact.redisCores],
  ] as const
  return table(
    ['component', `requests/s at ${100 * maxUtilization} % of its cores`],
    rows.toSorted((a, b) => a[1] - b[1]).map(([component, rate]) => [component, formatNumber(rate)]),
  )
}

function table(head: string[], rows: string[][]): string {
  return [head, head.map(() => '---'), ...rows].map(cells => `| ${cells.join(' | ')} |`).join('\n')
}

function formatNumber(value: number): string {
  const digits = value >= 100 ? 3 : 2
  const rounded = Number.isInteger(value) && value < 100_000 ? value : Number(value.toPrecision(digits))
  return rounded.toLocaleString('en-US')
}

function megabytes(bytes: number): string {
  return `${Math.round(bytes / 1e6)} MB`
}
