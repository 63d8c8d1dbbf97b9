// How close /meals comes to meals whose energy was made by hand (bench/meals.yaml).
//   LARDER_API_URL=http://127.0.0.1:8080 npm run bench -- meals [--items] [--held-out]
// Against a running service with a real catalog. Every third meal is held out: without --held-out only their aggregate is
// shown, so that nothing is tuned on them. --items prints the chosen food of every item.
import { readFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { createClient, type Meal } from '@larder/client'
import { parse } from 'yaml'

interface ExpectedMeal {
  sentence: string
  kind: string
  kcal: number
  /** How the energy was made. */
  of: string
}

interface Result {
  number: number
  expected: ExpectedMeal
  meal: Meal
  /** Whether every item has a food and a weight. */
  isComplete: boolean
  /** Relative to the energy made by hand. */
  error: number
}

const close = 0.2
const rough = 0.35
const requiredShare = 0.92
/** Of a black coffee, a few kilocalories more are no error. */
const minKcal = 50
const isHeldOut = ({ number }: Result) => number % 3 === 0

const { values: options } = parseArgs({
  options: { items: { type: 'boolean', default: false }, 'held-out': { type: 'boolean', default: false } },
})

const meals: ExpectedMeal[] = parse(readFileSync(new URL('./meals.yaml', import.meta.url), 'utf8'))
const client = createClient({
  baseUrl: process.env['LARDER_API_URL'] ?? 'http://127.0.0.1:8080',
  apiKey: process.env['LARDER_API_KEY'],
})
const results: Result[] = []
for (const [index, expected] of meals.entries()) results.push(await measure(index + 1, expected))

const tuned = results.filter(result => !isHeldOut(result))
for (const result of options['held-out'] ? results : tuned) print(result)
const kinds = [...new Set(meals.map(({ kind }) => kind))]
console.log('')
console.log(summary('all', results))
console.log(summary('tuned on', tuned))
console.log(summary('held out', results.filter(isHeldOut)))
for (const kind of kinds)
  console.log(
    summary(
      kind,
      results.filter(({ expected }) => expected.kind === kind),
    ),
  )
if (share(results, close) < requiredShare) process.exitCode = 1

async function measure(number: number, expected: ExpectedMeal): Promise<Result> {
  const meal = await client.meal(expected.sentence)
  const kcal = meal.totals.calories_kcal ?? 0
  return {
    number,
    expected,
    meal,
    isComplete: meal.items.every(({ food, grams }) => food !== null && grams !== null),
    error: (kcal - expected.kcal) / Math.max(expected.kcal, minKcal),
  }
}

function share(of: Result[], maxError: number): number {
  return of.filter(({ error }) => Math.abs(error) <= maxError).length / of.length
}

function summary(label: string, of: Result[]): string {
  const errors = of.map(({ error }) => Math.abs(error)).sort((one, other) => one - other)
  const median = percent(errors[Math.floor(errors.length / 2)] ?? 0)
  const incomplete = of.filter(({ isComplete }) => !isComplete).length
  return `${label}: ${of.length} meals, within ${percent(close)} of the energy ${percent(share(of, close))}, within ${percent(rough)} ${percent(share(of, rough))}, median error ${median}, incomplete ${incomplete}`
}

function print({ number, expected, meal, error, isComplete }: Result): void {
  const mark = Math.abs(error) <= close ? 'ok  ' : Math.abs(error) <= rough ? 'far ' : 'FAIL'
  console.log(
    `${mark} ${String(number).padStart(3)} ${expected.sentence}: ${Math.round(meal.totals.calories_kcal ?? 0)} kcal, by hand ${expected.kcal} (${percent(error)}${isComplete ? '' : ', incomplete'})`,
  )
  if (!options.items && mark === 'ok  ') return
  console.log(`         by hand: ${expected.of}`)
  for (const { text, grams, food, confidence } of meal.items)
    console.log(
      `         ${text}: ${grams} g of ${food?.name}${food?.brand ? ` (${food.brand})` : ''}, ${food?.calories_kcal} kcal per 100 g, ${confidence}`,
    )
}

function percent(value: number): string {
  return `${Math.round(value * 100)} %`
}
