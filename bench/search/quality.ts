// Relevance of search results. The text normalization is reimplemented here, so that an error in Larder's does not go
// unnoticed.
import type { Food, LarderClient } from '@larder/client'
import type { GenericFood, Query } from '../../lab/catalogs/search-queries.ts'
import { atLeast, printTable } from '../../lab/report.ts'
import { mean } from '../../lab/statistics.ts'
import { rowWithKinds } from './figures.ts'
import type { MeasuredRow } from './search-benchmark.ts'

const pageSize = 10
const genericHits = 5

const targets: Record<string, { first: number; some: number; page?: number }> = {
  clean: { first: 0.99, some: 0.995 },
  accents: { first: 0.99, some: 0.995 },
  brand: { first: 0.99, some: 0.995 },
  typo1: { first: 0.93, some: 0.97 },
  typo2: { first: 0.85, some: 0.92 },
  'real-typo': { first: 0.98, some: 0.99 },
  prefix: { first: 0.7, some: 0.92 },
  joined: { first: 0.8, some: 0.9 },
  split: { first: 0.8, some: 0.9 },
  all: { first: 0.92, some: 0.965, page: 0.8 },
}
const genericTargets = { first: 0.95, heads: 0.8 }

export type FoundFood = Pick<Food, 'id' | 'name' | 'brand'>

interface JudgedQuery {
  query: Query
  foods: FoundFood[]
  /** By index of the food. */
  relevant: boolean[]
}

interface JudgedFood {
  food: GenericFood
  foods: FoundFood[]
  /** By index of the food: whether it is the generic food. */
  generic: boolean[]
}

export async function measureQuality(
  client: LarderClient,
  queries: Query[],
  genericFoods: GenericFood[],
  missesOf: string | undefined,
): Promise<MeasuredRow[]> {
  const judged: JudgedQuery[] = []
  for (const query of queries) judged.push(judge(query, await client.search(query.q)))
  if (judged.length > 0) printKinds(judged)
  const judgedFoods: JudgedFood[] = []
  for (const food of genericFoods) judgedFoods.push(judgeFood(food, await client.search(food.q)))
  printGeneric(judgedFoods)
  if (missesOf === 'generic') printMissedFoods(judgedFoods)
  else if (missesOf !== undefined)
    printMisses(judged.filter(({ query }) => missesOf === 'all' || query.kind === missesOf))
  return judged.length === 0 ? [] : [rowWithKinds('spelling (half fitted)', rowsByKind(judged))]
}

function rowsByKind(judged: JudgedQuery[]): MeasuredRow[] {
  return [...byKind(judged)].map(([kind, some]) => ({
    what: kind,
    queries: some.length,
    shares: [share(some, isFirstRelevant), share(some, isAnyRelevant)],
  }))
}

/** 'all' and each kind. */
function byKind(judged: JudgedQuery[]): Map<string, JudgedQuery[]> {
  const kinds = [...new Set(judged.map(({ query }) => query.kind))].sort()
  return new Map([
    ['all', judged],
    ...kinds.map(kind => [kind, judged.filter(({ query }) => query.kind === kind)] as const),
  ])
}

const isFirstRelevant = ({ relevant }: JudgedQuery) => Number(relevant[0] === true)
const isAnyRelevant = ({ relevant }: JudgedQuery) => Number(relevant.includes(true))

function judge(query: Query, found: FoundFood[]): JudgedQuery {
  const foods = found.slice(0, pageSize)
  return { query, foods, relevant: foods.map(food => isRelevant(query, food)) }
}

/** Whether name and brand contain every intended word. */
export function isRelevant({ q, kind, intent }: Query, { name, brand }: Omit<FoundFood, 'id'>): boolean {
  const words = new Set(wordsOf(`${name} ${brand ?? ''}`))
  const containsAll = (wanted: string[]) => wanted.every(word => words.has(word))
  // The catalog contains real typos too, so a food with the same typo is relevant.
  return containsAll(intent) || (kind === 'real-typo' && containsAll(wordsOf(q)))
}

function judgeFood(food: GenericFood, found: FoundFood[]): JudgedFood {
  const foods = found.slice(0, genericHits)
  return { food, foods, generic: foods.map(({ name }) => isGeneric(food, name)) }
}

// Words that do not make a food less generic.
const neutralWords = new Set(
  `raw fresh organic bio biologique whole natural nature plain pure large medium small grade a aa classic original
  the le la les de du des d l of frais fraiche cru crue free range cage premium boneless skinless unsalted salted
  doux demi sel entier ecreme skim reduced fat low lowfat nonfat 0 1 2 with without skin and peeled unpeeled all
  varieties commercial includes foods for usda s`.split(/\s+/),
)

/** Whether a name contains a form of the food and otherwise only neutral words. */
export function isGeneric({ forms }: GenericFood, name: string): boolean {
  const words = wordsOf(name)
  return (
    words.some(word => forms.includes(word)) &&
    words.every(word => forms.includes(word) || neutralWords.has(word))
  )
}

const ligatures: Record<string, string> = { œ: 'oe', æ: 'ae', ß: 'ss', ø: 'o', ł: 'l' }

export function wordsOf(text: string): string[] {
  const letters = text
    .toLowerCase()
    .replaceAll(/[œæßøł]/g, letter => ligatures[letter] ?? letter)
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
  return letters.match(/[a-z0-9]+/g) ?? []
}

function printKinds(judged: JudgedQuery[]): void {
  printTable(
    ['kind', 'queries', 'S@1', 'S@10', 'P@10', 'no results'],
    [...byKind(judged)].map(([kind, some]) => kindRow(kind, some)),
  )
}

function kindRow(kind: string, judged: JudgedQuery[]): string[] {
  const { first, some, page } = targets[kind] ?? {}
  return [
    kind,
    String(judged.length),
    formatShare(`S@1 of ${kind}`, share(judged, isFirstRelevant), first),
    formatShare(`S@10 of ${kind}`, share(judged, isAnyRelevant), some),
    formatShare(
      `P@10 of ${kind}`,
      share(judged, ({ relevant }) => countTrue(relevant) / pageSize),
      page,
    ),
    share(judged, ({ foods }) => Number(foods.length === 0)).toFixed(3),
  ]
}

function printGeneric(judged: JudgedFood[]): void {
  const head1 = share(judged, ({ generic }) => Number(generic[0] === true))
  const head5 = share(judged, ({ generic }) => countTrue(generic) / genericHits)
  printTable(
    ['kind', 'queries', 'head@1', 'head@5'],
    [
      [
        'generic',
        String(judged.length),
        formatShare('head@1', head1, genericTargets.first),
        formatShare('head@5', head5, genericTargets.heads),
      ],
    ],
  )
}

function printMisses(judged: JudgedQuery[]): void {
  printTable(
    ['missed', 'intended', 'first relevant at', 'first three'],
    judged
      .filter(({ relevant }) => relevant[0] !== true)
      .map(({ query, foods, relevant }) => [
        query.q,
        query.intent.join(' '),
        String(relevant.indexOf(true) + 1 || '–'),
        firstThree(foods),
      ]),
  )
}

function printMissedFoods(judged: JudgedFood[]): void {
  printTable(
    ['not first', 'generic of five', 'first three'],
    judged
      .filter(({ generic }) => generic[0] !== true)
      .map(({ food, foods, generic }) => [food.q, String(countTrue(generic)), firstThree(foods)]),
  )
}

function formatShare(of: string, value: number, target: number | undefined): string {
  return target === undefined ? value.toFixed(3) : atLeast(value, { of, target, digits: 3 })
}

function firstThree(foods: FoundFood[]): string {
  return foods
    .slice(0, 3)
    .map(({ name }) => name)
    .join('; ')
}

function countTrue(values: boolean[]): number {
  return values.filter(Boolean).length
}

function share<T>(all: T[], of: (one: T) => number): number {
  return mean(all.map(of))
}
