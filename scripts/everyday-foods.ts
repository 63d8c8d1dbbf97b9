// Checks the everyday foods against the tables that they refer to, and writes the values of their USDA records.
//   npm run everyday-foods -- --usda FILE.jsonl.gz [--tables FOLDER] [--write]
// --usda: the generic foods of USDA in Larder's JSONL format. --tables: the extracts of national tables, as SOURCE-*.tsv.gz with the
// columns code and energy_kcal. --write replaces data/everyday-foods/usda.jsonl, the foods of `larder demo`.
import { globSync, readFileSync, writeFileSync } from 'node:fs'
import { basename } from 'node:path'
import { parseArgs } from 'node:util'
import { gunzipSync } from 'node:zlib'
import { type EverydayFood, everydayFoods } from '../src/food/everyday-foods.ts'

const { values: options } = parseArgs({
  options: {
    usda: { type: 'string' },
    tables: { type: 'string' },
    write: { type: 'boolean', default: false },
  },
})
if (!options.usda) throw new Error('--usda FILE.jsonl.gz is required')

interface UsdaFood {
  source_id: string
  calories_kcal?: number | null
  serving_desc?: string
  serving_size_g?: number
}

const linesOf = (file: string) => gunzipSync(readFileSync(file)).toString('utf8').trimEnd().split('\n')

const usda = new Map<string, UsdaFood>(
  linesOf(options.usda).map(line => {
    const food = JSON.parse(line) as UsdaFood
    return [`usda:${food.source_id}`, food] as const
  }),
)
const energyOf = new Map<string, number>()
for (const [record, { calories_kcal }] of usda) energyOf.set(record, calories_kcal ?? Number.NaN)
for (const file of options.tables ? globSync(`${options.tables}/*.tsv.gz`) : []) readTable(file)

function readTable(file: string): void {
  const [source = ''] = basename(file).split('-')
  const [header = '', ...lines] = linesOf(file)
  const columns = header.split('\t')
  const code = Math.max(columns.indexOf('code'), columns.indexOf('ID'))
  const energy = Math.max(columns.indexOf('energy_kcal'), columns.indexOf('energy kcal'))
  for (const line of lines) {
    const cells = line.split('\t')
    energyOf.set(`${source}:${cells[code]}`, Number(cells[energy] || Number.NaN))
  }
}

const knownSources = new Set([...energyOf.keys()].map(record => record.split(':')[0]))
// Tables differ by variety, recipe and method.
const maxEnergyDifference = { kcal: 20, share: 0.25 }
// A slice of ham weighs 13 g here and 30 g there; a misplaced digit is a factor of ten.
const maxPortionFactor = 4

function problemsOf(food: EverydayFood): string[] {
  const problems: string[] = []
  const [first = ''] = food.records
  const usual = energyOf.get(first)
  for (const record of food.records) {
    // Foundation foods, which have separate numbers, are in another file.
    if (record.startsWith('usda:ndb:') || !knownSources.has(record.split(':')[0])) continue
    const energy = energyOf.get(record)
    if (energy === undefined) problems.push(`${record} does not exist`)
    else if (
      usual !== undefined &&
      Math.abs(energy - usual) > Math.max(maxEnergyDifference.kcal, maxEnergyDifference.share * usual)
    )
      problems.push(`${record} has ${energy} kcal, and ${first} ${usual}`)
    problems.push(...portionProblems(food, usda.get(record)))
  }
  return problems
}

function portionProblems(food: EverydayFood, record: UsdaFood | undefined): string[] {
  const { serving_desc: description, serving_size_g: grams } = record ?? {}
  if (description === undefined || grams === undefined) return []
  return food.portions
    .filter(portion => description.toLowerCase().startsWith(portion.description.toLowerCase()))
    .filter(portion => Math.abs(Math.log(portion.grams / grams)) > Math.log(maxPortionFactor))
    .map(portion => `${portion.description} has ${portion.grams} g, and in ${record?.source_id} ${grams} g`)
}

let problems = 0
for (const food of everydayFoods) {
  for (const problem of problemsOf(food)) {
    problems++
    console.log(`${food.id}: ${problem}`)
  }
}
const recordsOfUsda = everydayFoods.flatMap(({ records }) => records.filter(record => usda.has(record)))
console.log(
  `${everydayFoods.length} everyday foods, ${recordsOfUsda.length} USDA records, ${problems} problems`,
)
if (options.write) {
  const lines = recordsOfUsda.map(record => JSON.stringify({ source: 'usda', ...usda.get(record) }))
  writeFileSync('data/everyday-foods/usda.jsonl', `${lines.join('\n')}\n`)
}
process.exitCode = problems === 0 ? 0 : 1
