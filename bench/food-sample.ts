// Prints 200 random foods of the catalog, for a person to read one by one and count the wrong values; or how many of the
// foods that were read are right, by the confidence that they have in the catalog.
//   DATABASE_URL=… npm run bench -- food-sample [--seed 1 | --reliability]
// The same seed gives the same foods, also after another import, as long as they are in the catalog.
import { readFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import type { Client } from 'pg'
import { printTable } from '../lab/report.ts'
import { type Nutrient, nutrients, nutrientTable } from '../src/food/nutrients.ts'
import { withConnection } from '../src/platform/database/pool.ts'
import type { QualityFlag } from '../src/quality/candidate-food.ts'

interface SampledFood extends Record<Nutrient, number | null> {
  id: number
  source: string
  source_id: string
  name: string
  brand: string | null
  category: string | null
  serving_size_g: number | null
  confidence: number
  quality_flags: QualityFlag[] | null
}

const samples = [
  { title: 'any food', condition: 'true', foods: 80 },
  {
    title: 'branded foods with energy',
    condition: 'brand is not null and calories_kcal is not null',
    foods: 80,
  },
  { title: 'USDA foods', condition: "source = 'usda'", foods: 40 },
]

const { values } = parseArgs({
  options: { seed: { type: 'string', default: '1' }, reliability: { type: 'boolean', default: false } },
})
const url = process.env['DATABASE_URL']
if (!url) {
  console.error('DATABASE_URL is not set: the PostgreSQL database with the catalog')
  process.exit(2)
}

await withConnection(url, values.reliability ? printReliability : printSamples)

async function printSamples(client: Client): Promise<void> {
  let number = 0
  for (const { title, condition, foods } of samples) {
    console.log(`\n== ${foods} of: ${title}\n`)
    const { rows } = await client.query<SampledFood>(
      `select id, source, source_id, name, brand, category, serving_size_g, confidence, quality_flags, ${nutrients.join(', ')}
       from foods where ${condition} order by md5($1 || source || source_id), id limit $2`,
      [`${values.seed} ${title} `, foods],
    )
    for (const food of rows) console.log(`${++number}. ${describe(food)}\n`)
  }
}

/** Foods without energy and macronutrients are neither right nor wrong. */
async function printReliability(client: Client): Promise<void> {
  const [, ...lines] = readFileSync(new URL('../data/confidence-verdicts.tsv', import.meta.url), 'utf8')
    .trim()
    .split('\n')
  const verdicts = lines.map(line => line.split('\t')).filter(([, , , , verdict]) => verdict !== 'unknown')
  const { rows } = await client.query<{ tenth: number; confidence: number; foods: number; right: number }>(
    `select least(9, floor(confidence * 10))::int as tenth, avg(confidence)::float8 as confidence, count(*)::int as foods,
       count(*) filter (where verdict = 'right')::int as right
     from unnest($1::text[], $2::text[], $3::text[]) as verdicts (source, source_id, verdict)
     join foods using (source, source_id)
     group by tenth order by tenth`,
    [0, 1, 4].map(column => verdicts.map(verdict => verdict[column])),
  )
  printTable(
    ['confidence', 'foods read', 'right', 'share', 'mean confidence'],
    rows.map(({ tenth, confidence, foods, right }) => [
      `${tenth / 10} to ${(tenth + 1) / 10}`,
      String(foods),
      String(right),
      (right / foods).toFixed(2),
      confidence.toFixed(2),
    ]),
  )
}

function describe(food: SampledFood): string {
  const { name, brand, category, serving_size_g } = food
  const known = nutrients.filter(nutrient => food[nutrient] !== null)
  const amounts = known.map(nutrient => {
    const { name: title, unit } = nutrientTable[nutrient]
    return `${title} ${food[nutrient]} ${unit}`
  })
  const flags = (food.quality_flags ?? []).map(({ rule, field, found }) =>
    [rule, field, ...(found === undefined ? [] : [`(${found})`])].join(' '),
  )
  return [
    [name, brand ?? 'no brand', category ?? 'no category'].join(' | '),
    `per 100 g: ${amounts.join(', ') || 'nothing known'}${serving_size_g === null ? '' : `; serving ${serving_size_g} g`}`,
    `confidence ${food.confidence.toFixed(3)}; ${flags.join(', ') || 'no flags'}; ${food.source} ${food.source_id}, id ${food.id}`,
  ].join('\n   ')
}
