// Whether a product is found by its own name and brand, whatever its label states: as they are, with a letter missing, and
// with one word more.
import type { Food, LarderClient } from '@larder/client'
import { atLeast, printTable } from '../../lab/report.ts'
import { withConnection } from '../../src/platform/database/pool.ts'
import { foldText } from './food-label.ts'
import type { MeasuredRow } from './search-benchmark.ts'

const productsPerClass = 150
const resultsPerPage = 10
/** Other seeds than those that were used while the rules were written. */
const seed = 'published'

type Product = Pick<Food, 'id' | 'name' | 'brand'>

interface Targets {
  first?: number
  inTen?: number
}

/** Targets in the order of the variants. */
const classes: Record<string, { condition: string; targets: Targets[] }> = {
  'complete label': {
    condition: 'calories_kcal is not null and confidence >= 0.75',
    targets: [{ first: 0.95, inTen: 0.99 }, { inTen: 0.9 }, { first: 0.73 }],
  },
  'few values': {
    condition: 'calories_kcal is not null and num_nonnulls(protein_g, fat_g, carbs_g) < 2',
    targets: [{ first: 0.68, inTen: 0.98 }, { first: 0.62, inTen: 0.93 }, { inTen: 0.5 }],
  },
  'no energy': {
    condition: 'calories_kcal is null',
    targets: [{ first: 0.88, inTen: 0.98 }, { first: 0.8, inTen: 0.93 }, { inTen: 0.5 }],
  },
}

const variants: [string, (query: string) => string][] = [
  ['name and brand', query => query],
  ['a letter missing', omitLetter],
  ['one word more', query => `${query} pack`],
]

interface Answer {
  what: string
  query: string
  foods: Product[]
  /** The place of the product among the foods, from 0; -1 if it is not there. */
  position: number
}

export async function measureProducts(
  client: LarderClient,
  databaseUrl: string,
  missesOf: string | undefined,
): Promise<MeasuredRow[]> {
  const rows: MeasuredRow[] = []
  const cells: string[][] = []
  const missed: Answer[] = []
  for (const [label, { condition, targets }] of Object.entries(classes)) {
    const products = await drawProducts(databaseUrl, condition)
    for (const [index, [variant, vary]] of variants.entries()) {
      const what = `${label}, ${variant}`
      const answers: Answer[] = []
      for (const product of products) answers.push(await ask(client, what, product, vary(queryFor(product))))
      if (answers.length === 0) continue
      const first = answers.filter(({ position }) => position === 0).length / answers.length
      const inTen = answers.filter(({ position }) => position >= 0).length / answers.length
      rows.push({ what, queries: answers.length, shares: [first, inTen] })
      const target = targets[index] ?? {}
      cells.push([
        what,
        String(answers.length),
        formatShare(`first of ${what}`, first, target.first),
        formatShare(`in ten of ${what}`, inTen, target.inTen),
      ])
      missed.push(...answers.filter(({ position }) => position !== 0))
    }
  }
  printTable(['products', 'queries', 'first', 'in ten'], cells)
  if (missesOf === 'all' || missesOf === 'products') printMisses(missed)
  return rows
}

/** Named products of Open Food Facts. The barcode decides which, so that another import draws the same ones. */
function drawProducts(databaseUrl: string, condition: string): Promise<Product[]> {
  return withConnection(databaseUrl, async client => {
    const { rows } = await client.query<Product>(
      `select id, name, brand from foods
        where source = 'off' and length(name) between 5 and 44 and length(brand) between 2 and 24
          and array_length(regexp_split_to_array(trim(name), '\\s+'), 1) between 2 and 5 and name !~ '[0-9]{5}'
          and ${condition}
        order by md5(coalesce(barcode, id::text) || $1)
        limit $2`,
      [seed, productsPerClass],
    )
    return rows
  })
}

function queryFor({ name, brand }: Product): string {
  return foldText(name).includes(foldText(brand)) ? name : `${name} ${brand}`
}

/** Without the middle letter of the longest word. */
export function omitLetter(query: string): string {
  const longest = query.split(' ').reduce((one, other) => (other.length > one.length ? other : one))
  const letters = [...longest]
  return query.replace(longest, letters.toSpliced(Math.floor(letters.length / 2), 1).join(''))
}

async function ask(client: LarderClient, what: string, product: Product, query: string): Promise<Answer> {
  const foods = await client.search(query, { limit: resultsPerPage })
  return { what, query, foods, position: foods.findIndex(food => isSame(food, product)) }
}

/** The product, or one that a reader cannot tell apart. */
function isSame(food: Product, product: Product): boolean {
  const isEqual = (field: 'name' | 'brand') => foldText(food[field]) === foldText(product[field])
  return food.id === product.id || (isEqual('name') && isEqual('brand'))
}

function formatShare(of: string, value: number, target: number | undefined): string {
  return target === undefined ? value.toFixed(3) : atLeast(value, { of, target, digits: 3 })
}

function printMisses(missed: Answer[]): void {
  printTable(
    ['product', 'query', 'found at', 'first'],
    missed.map(({ what, query, position, foods: [first] }) => [
      what,
      query,
      String(position + 1 || '–'),
      first === undefined ? 'nothing' : [first.name, first.brand].join(' | '),
    ]),
  )
}
