// Checks the everyday foods against the tables that they refer to, and writes the values of their records.
//   npm run everyday-foods -- [--usda FILE.jsonl.gz] [--tables FOLDER] [--write]
// --usda: the generic foods of USDA in Larder's JSONL format, if not those that are written. --tables: national tables as
// `larder import` reads them, named SOURCE-*.tsv.gz. --write replaces data/everyday-foods/SOURCE.jsonl, the everyday foods of `larder demo`: the records of USDA, and
// one record of a national table for each food that USDA does not have.
import { globSync, readFileSync, writeFileSync } from 'node:fs'
import { basename } from 'node:path'
import { parseArgs } from 'node:util'
import { gunzipSync } from 'node:zlib'
import { type EverydayFood, everydayFoods } from '../src/food/everyday-foods.ts'
import { nutrients } from '../src/food/nutrients.ts'
import { type FoodTableId, foodTables } from '../src/food/sources.ts'
import { normalize } from '../src/importer/normalize/normalize.ts'
import { openFoodTable } from '../src/sources/table/open-food-table.ts'
import { foodTableRecord } from '../src/sources/table/record.ts'

const { values: options } = parseArgs({
  options: {
    usda: { type: 'string' },
    tables: { type: 'string' },
    write: { type: 'boolean', default: false },
  },
})
const folder = 'data/everyday-foods'

/** A line of Larder's JSONL format. */
interface Line {
  source: string
  source_id: string
  calories_kcal?: number | null
  serving_desc?: string
  serving_size_g?: number
}

const records = new Map<string, Line>()
const usda = options.usda
  ? gunzipSync(readFileSync(options.usda)).toString('utf8')
  : readFileSync(`${folder}/usda.jsonl`, 'utf8')
for (const line of usda.trimEnd().split('\n'))
  addRecord({ source: 'usda', ...(JSON.parse(line) as Omit<Line, 'source'>) })
for (const file of options.tables ? globSync(`${options.tables}/*.tsv.gz`).sort() : []) await readTable(file)

function addRecord(line: Line): void {
  records.set(`${line.source}:${line.source_id}`, line)
}

async function readTable(file: string): Promise<void> {
  const source = foodTables.find(id => id === basename(file).split('-')[0])
  if (source === undefined) throw new Error(`${file}: the name does not begin with a food table`)
  const read = foodTableRecord(source)
  for await (const rows of (await openFoodTable(file, source)).rows())
    for (const row of rows) if ('product' in row) addTableRecord(source, read(row.product))
}

/** With the names and the group of the table; values in the units of Larder. */
function addTableRecord(source: FoodTableId, record: ReturnType<ReturnType<typeof foodTableRecord>>): void {
  if ('rejected' in record) return
  const food = normalize(record, { resolveCategory: () => null, readImageUrl: () => null })
  if ('rejected' in food) return
  const micronutrients = food.details?.micronutrients ?? {}
  addRecord({
    source,
    source_id: record.source_id,
    ...{ name: record.name, category: record.categories[0] },
    ...Object.fromEntries(
      nutrients.flatMap(nutrient => (food[nutrient] === null ? [] : [[nutrient, food[nutrient]]])),
    ),
    details: {
      names: record.details?.names,
      ...(Object.keys(micronutrients).length > 0 && { micronutrients }),
    },
  } as Line)
}

const knownSources = new Set([...records.values()].map(({ source }) => source))
// Tables differ by variety, recipe and method.
const maxEnergyDifference = { kcal: 20, share: 0.25 }
// A slice of ham weighs 13 g here and 30 g there; a misplaced digit is a factor of ten.
const maxPortionFactor = 4

function problemsOf(food: EverydayFood): string[] {
  const problems: string[] = []
  const [first = ''] = food.records
  const usual = records.get(first)?.calories_kcal
  for (const record of food.records) {
    // Foundation foods, which have separate numbers, are in another file.
    if (record.startsWith('usda:ndb:') || !knownSources.has(record.split(':')[0] ?? '')) continue
    const line = records.get(record)
    const energy = line?.calories_kcal
    if (line === undefined) problems.push(`${record} does not exist`)
    else if (
      energy != null &&
      usual != null &&
      Math.abs(energy - usual) > Math.max(maxEnergyDifference.kcal, maxEnergyDifference.share * usual)
    )
      problems.push(`${record} has ${energy} kcal, and ${first} ${usual}`)
    problems.push(...portionProblems(food, line))
  }
  return problems
}

function portionProblems(food: EverydayFood, record: Line | undefined): string[] {
  const { serving_desc: description, serving_size_g: grams } = record ?? {}
  if (description === undefined || grams === undefined) return []
  return food.portions
    .filter(portion => description.toLowerCase().startsWith(portion.description.toLowerCase()))
    .filter(portion => Math.abs(Math.log(portion.grams / grams)) > Math.log(maxPortionFactor))
    .map(portion => `${portion.description} has ${portion.grams} g, and in ${record?.source_id} ${grams} g`)
}

/** All of USDA, which the public domain leaves free, or else the record that states most. */
function recordsToShip({ records: names }: EverydayFood): Line[] {
  const lines = names.flatMap(name => records.get(name) ?? [])
  const usda = lines.filter(({ source }) => source === 'usda')
  if (usda.length > 0) return usda
  const stated = (line: Line) => nutrients.filter(nutrient => nutrient in line).length
  return lines.toSorted((one, other) => stated(other) - stated(one)).slice(0, 1)
}

let problems = 0
for (const food of everydayFoods) {
  for (const problem of problemsOf(food)) {
    problems++
    console.log(`${food.id}: ${problem}`)
  }
}
const shipped = everydayFoods.map(recordsToShip)
for (const source of knownSources) {
  const lines = shipped.flat().filter(line => line.source === source)
  console.log(`${lines.length} records of ${source}`)
  if (options.write)
    writeFileSync(`${folder}/${source}.jsonl`, lines.map(line => `${JSON.stringify(line)}\n`).join(''))
}
const withoutRecord = everydayFoods.filter((_, index) => shipped[index]?.length === 0)
console.log(
  `${everydayFoods.length} everyday foods, ${withoutRecord.length} of them without a record; ${problems} problems`,
)
for (const { id } of withoutRecord) console.log(`${id}: no record`)
process.exitCode = problems === 0 ? 0 : 1
