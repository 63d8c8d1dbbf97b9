// How close total_meal of @larder/mcp comes to meals whose totals were made by hand (packages/mcp/eval/meals.yaml).
//   LARDER_API_URL=http://127.0.0.1:8080 npm run bench -- meals [--items] [--held-out]
// Against a running service with a real catalog. Every third meal is held out: without --held-out only their aggregate is
// shown, so that nothing is tuned on them. --items prints the chosen food of every item.
import { readFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { Client } from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import { parse } from 'yaml'

interface ExpectedItem {
  name: string
  amount: number
  unit: string
  kcal: number
  protein_g: number
  note: string
}

interface Meal {
  sentence: string
  items: ExpectedItem[]
}

interface MealTotal {
  total: { calories_kcal: number | null; protein_g: number | null }
  known_part: { calories_kcal: number | null }
  items: {
    grams: number | null
    problem: string | null
    nutrients: { calories_kcal: number | null } | null
    food: { name: string; brand: string | null; has_usable_values: boolean } | null
  }[]
}

interface Result {
  number: number
  meal: Meal
  answer: MealTotal
  kcal: number
  /** Relative to the total made by hand; undefined if the total is unknown. */
  error: number | undefined
  proteinError: number | undefined
}

const maxError = 0.2
const requiredShare = 0.8
const isHeldOut = ({ number }: Result) => number % 3 === 0

const { values: options } = parseArgs({
  options: { items: { type: 'boolean', default: false }, 'held-out': { type: 'boolean', default: false } },
})

const meals: Meal[] = parse(readFileSync('packages/mcp/eval/meals.yaml', 'utf8'))
const apiUrl = process.env['LARDER_API_URL'] ?? 'http://127.0.0.1:8080'

const client = new Client({ name: 'larder-meals', version: '1.0.0' })
await client.connect(
  new StdioClientTransport({
    command: process.execPath,
    args: ['packages/mcp/dist/bin.js'],
    env: { LARDER_API_URL: apiUrl, LARDER_API_KEY: process.env['LARDER_API_KEY'] ?? '' },
  }),
)
const results: Result[] = []
for (const [index, meal] of meals.entries()) results.push(await measure(index + 1, meal))
await client.close()

const tuned = results.filter(result => !isHeldOut(result))
const heldOut = results.filter(isHeldOut)
for (const result of options['held-out'] ? results : tuned) print(result)
const chosen = results.flatMap(({ answer }) => answer.items.flatMap(({ food }) => food ?? []))
const unusable = chosen.filter(food => !food.has_usable_values)
console.log(`
${summary('all', results)}
${summary('tuned on', tuned)}
${summary('held out', heldOut)}
foods chosen: ${chosen.length} of ${meals.flatMap(({ items }) => items).length}; without usable values: ${unusable.length}`)
if (share(results) < requiredShare || unusable.length > 0) process.exitCode = 1

async function measure(number: number, meal: Meal): Promise<Result> {
  const items = meal.items.map(({ name, amount, unit }) => ({ name, amount, unit }))
  const { structuredContent, isError, content } = await client.callTool({
    name: 'total_meal',
    arguments: { items },
  })
  if (isError) throw new Error(`${meal.sentence}: ${JSON.stringify(content)}`)
  const answer = structuredContent as MealTotal
  const expected = (name: 'kcal' | 'protein_g') => meal.items.reduce((sum, item) => sum + item[name], 0)
  const errorOf = (value: number | null, name: 'kcal' | 'protein_g') =>
    value === null ? undefined : value / expected(name) - 1
  return {
    number,
    meal,
    answer,
    kcal: expected('kcal'),
    error: errorOf(answer.total.calories_kcal, 'kcal'),
    proteinError: errorOf(answer.total.protein_g, 'protein_g'),
  }
}

function isWithin(error: number | undefined): boolean {
  return error !== undefined && Math.abs(error) <= maxError
}

function share(of: Result[]): number {
  return of.filter(({ error }) => isWithin(error)).length / of.length
}

function summary(label: string, of: Result[]): string {
  const count = of.filter(({ error }) => isWithin(error)).length
  const protein = of.filter(({ proteinError }) => isWithin(proteinError)).length
  const errors = of.map(({ error }) => Math.abs(error ?? 1)).sort((a, b) => a - b)
  const median = percent(errors[Math.floor(errors.length / 2)] ?? 0)
  return `${label}: ${count} of ${of.length} meals within ${percent(maxError)} of the energy (${percent(count / of.length)}), median error ${median}; protein ${protein} of ${of.length}`
}

function print({ number, meal, answer, kcal, error }: Result): void {
  const mark = isWithin(error) ? 'ok  ' : 'FAIL'
  const found = answer.total.calories_kcal ?? answer.known_part.calories_kcal
  console.log(
    `${mark} ${String(number).padStart(2)} ${meal.sentence}: ${Math.round(found ?? 0)} kcal, by hand ${Math.round(kcal)} (${error === undefined ? 'incomplete' : percent(error)})`,
  )
  if (!options.items && isWithin(error)) return
  for (const [index, { food, grams, nutrients, problem }] of answer.items.entries()) {
    const item = meal.items[index]
    const value =
      problem ??
      `${grams} g of ${food?.name}${food?.brand ? ` (${food.brand})` : ''}: ${Math.round(nutrients?.calories_kcal ?? 0)}`
    console.log(`        ${item?.amount} ${item?.unit} ${item?.name} (${item?.kcal}): ${value}`)
  }
}

function percent(value: number): string {
  return `${Math.round(value * 100)} %`
}
