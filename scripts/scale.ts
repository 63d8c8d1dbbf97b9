// Computes the tables of docs/explanation/scale.md from docs/scale-figures.json, which `npm run bench:cpu` writes.
//   npm run scale [-- --check]
import { readFileSync, writeFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { type Figures, type Plan, planFor, shares, usedShare } from './scale-plan.ts'

const document = new URL('../docs/explanation/scale.md', import.meta.url)
const figuresFile = new URL('../docs/scale-figures.json', import.meta.url)

const { values: options } = parseArgs({ options: { check: { type: 'boolean', default: false } } })
const before = readFileSync(document, 'utf8')
const after = withTables(before, JSON.parse(readFileSync(figuresFile, 'utf8')))
if (!options.check) writeFileSync(document, after)
else if (before !== after) {
  console.error('docs/explanation/scale.md does not match docs/scale-figures.json; run npm run scale')
  process.exitCode = 1
}

function withTables(text: string, figures: Figures): string {
  const tables: Record<string, string> = {
    costs: costTable(figures),
    deployments: deploymentTable(figures),
    mix: mixTable(),
    plans: planTable(figures),
    limits: limitTable(figures),
  }
  return text.replace(
    /(<!-- generated: (\w+) -->\n)[\s\S]*?(<!-- end -->)/g,
    (_, begin, name, end) => `${begin}\n${tables[name]}\n\n${end}`,
  )
}

function costTable({ costs, memory, foods }: Figures): string {
  const rows = costs.map(({ endpoint, microseconds: { node, postgres, redis }, answerBytes, perSecond }) => [
    endpoint,
    inWords(node),
    inWords(postgres),
    inWords(redis),
    inWords(answerBytes),
    inWords(perSecond),
  ])
  const head = [
    'request',
    'Node.js µs',
    'PostgreSQL µs',
    'Redis µs',
    'response bytes',
    'requests/s, everything on two cores',
  ]
  return `${table(head, rows)}

On ${inWords(foods)} foods. A process uses ${megabytes(memory.nodeIdleBytes)} after startup and ${megabytes(memory.nodeLoadedBytes)} after this benchmark.`
}

function deploymentTable({ deployments }: Figures): string {
  return table(
    ['API processes', 'replicas', '`/food` requests/s', '`/search` requests/s'],
    deployments.map(({ nodes, replicas, food, search }) => [nodes, replicas, food, search].map(inWords)),
  )
}

function mixTable(): string {
  return table(
    ['request', 'share'],
    Object.entries(shares).map(([endpoint, share]) => [endpoint, `${Math.round(100 * share)} %`]),
  )
}

function planTable(figures: Figures): string {
  const plans = [
    planFor(figures, { rate: 1_000, foods: 4e6 }),
    planFor(figures, { rate: 10_000, foods: 4e6 }),
    planFor(figures, { rate: 100_000, foods: 4e6 }),
    planFor(figures, { rate: 10_000, foods: 40e6 }),
  ]
  const lines: [string, (plan: Plan) => string][] = [
    ['cores for Node.js', plan => inWords(plan.nodeCores)],
    ['API and website processes (one core each)', plan => inWords(plan.processes)],
    ['cores for PostgreSQL reads', plan => inWords(plan.postgresCores)],
    ['PostgreSQL servers (16 cores each), including one spare', plan => inWords(plan.readServers)],
    ['memory per server, to hold the catalog', plan => `${inWords(plan.postgresGigabytes)} GB`],
    ['Redis cores', plan => plan.redisCores.toFixed(2)],
    ['Redis shards', plan => inWords(plan.redisShards)],
    ['response traffic, excluding the CDN', plan => `${inWords(plan.megabitsPerSecond)} Mbit/s`],
    ['cost per month for cores, memory and traffic', plan => `${inWords(plan.costAMonth)} €`],
  ]
  return table(
    ['', ...plans.map(({ rate, foods }) => `${inWords(rate)}/s, ${foods / 1e6} million foods`)],
    lines.map(([name, cell]) => [name, ...plans.map(cell)]),
  )
}

/** Which part is full at which rate, if there is one of it. */
function limitTable(figures: Figures): string {
  const one = planFor(figures, { rate: 1, foods: 4e6 })
  const rows = [
    ['one API process (a core)', usedShare / one.exact.nodeCores],
    ['one PostgreSQL of 16 cores', (16 * usedShare) / one.exact.postgresCores],
    ['one Redis (a core)', usedShare / one.exact.redisCores],
  ] as const
  return table(
    ['part', `requests/s at ${100 * usedShare} % of its cores`],
    rows.toSorted((a, b) => a[1] - b[1]).map(([part, rate]) => [part, inWords(rate)]),
  )
}

function table(head: string[], rows: string[][]): string {
  return [head, head.map(() => '---'), ...rows].map(cells => `| ${cells.join(' | ')} |`).join('\n')
}

function inWords(value: number): string {
  const digits = value >= 100 ? 3 : 2
  const rounded = Number.isInteger(value) && value < 100_000 ? value : Number(value.toPrecision(digits))
  return rounded.toLocaleString('en-US')
}

function megabytes(bytes: number): string {
  return `${Math.round(bytes / 1e6)} MB`
}
