// Whether search finds what was meant. The folding is written here once more: a fault in Larder's own must not hide
// itself.
import type { Food, LarderClient } from '@larder/client'
import type { GenericFood, Query } from '../lab/catalogs/search-queries.ts'
import { atLeast, printTable } from '../lab/report.ts'
import { mean } from '../lab/statistics.ts'

const firstPage = 10
const headsWanted = 5

const bars: Record<string, { first: number; some: number; page?: number }> = {
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
const genericBars = { first: 0.95, heads: 0.8 }

export type FoundFood = Pick<Food, 'id' | 'name' | 'brand'>

interface Judged {
  query: Query
  foods: FoundFood[]
  /** For each of the foods. */
  relevant: boolean[]
}

interface JudgedFood {
  food: GenericFood
  foods: FoundFood[]
  /** For each of the first foods: whether it is the plain food itself. */
  plain: boolean[]
}

export async function measureQuality(
  client: LarderClient,
  queries: Query[],
  genericFoods: GenericFood[],
  missesOf: string | undefined,
): Promise<void> {
  const judged: Judged[] = []
  for (const query of queries) judged.push(judge(query, await client.search(query.q)))
  if (judged.length > 0) printKinds(judged)
  const judgedFoods: JudgedFood[] = []
  for (const food of genericFoods) judgedFoods.push(judgeFood(food, await client.search(food.q)))
  printGeneric(judgedFoods)
  if (missesOf === 'generic') printMissedFoods(judgedFoods)
  else if (missesOf !== undefined) printMisses(judged.filter(({ query }) => query.kind === missesOf))
}

function judge(query: Query, found: FoundFood[]): Judged {
  const foods = found.slice(0, firstPage)
  return { query, foods, relevant: foods.map(food => isRelevant(query, food)) }
}

/** Whether name and brand hold every word that was meant. */
export function isRelevant({ q, kind, intent }: Query, { name, brand }: Omit<FoundFood, 'id'>): boolean {
  const words = new Set(wordsOf(`${name} ${brand ?? ''}`))
  const holds = (wanted: string[]) => wanted.every(word => words.has(word))
  // Errors that people really made stand in the catalog too: whoever finds the very same one found it.
  return holds(intent) || (kind === 'real-typo' && holds(wordsOf(q)))
}

function judgeFood(food: GenericFood, found: FoundFood[]): JudgedFood {
  const foods = found.slice(0, headsWanted)
  return { food, foods, plain: foods.map(({ name }) => isPlain(food, name)) }
}

// Words that leave a food the plain one that it is.
const neutralWords = new Set(
  `raw fresh organic bio biologique whole natural nature plain pure large medium small grade a aa classic original
  the le la les de du des d l of frais fraiche cru crue free range cage premium boneless skinless unsalted salted
  doux demi sel entier ecreme skim reduced fat low lowfat nonfat 0 1 2 with without skin and peeled unpeeled all
  varieties commercial includes foods for usda s`.split(/\s+/),
)

/** Whether a name has a form of the food and beside its forms neutral words only. */
function isPlain({ forms }: GenericFood, name: string): boolean {
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

function printKinds(judged: Judged[]): void {
  const kinds = [...new Set(judged.map(({ query }) => query.kind))].sort()
  printTable(
    ['kind', 'queries', 'S@1', 'S@10', 'P@10', 'nothing found'],
    [
      ...kinds.map(kind =>
        kindRow(
          kind,
          judged.filter(({ query }) => query.kind === kind),
        ),
      ),
      kindRow('all', judged),
    ],
  )
}

function kindRow(kind: string, judged: Judged[]): string[] {
  const { first, some, page } = bars[kind] ?? {}
  return [
    kind,
    String(judged.length),
    figure(
      `S@1 of ${kind}`,
      share(judged, ({ relevant }) => Number(relevant[0] === true)),
      first,
    ),
    figure(
      `S@10 of ${kind}`,
      share(judged, ({ relevant }) => Number(relevant.includes(true))),
      some,
    ),
    figure(
      `P@10 of ${kind}`,
      share(judged, ({ relevant }) => trues(relevant) / firstPage),
      page,
    ),
    share(judged, ({ foods }) => Number(foods.length === 0)).toFixed(3),
  ]
}

function printGeneric(judged: JudgedFood[]): void {
  const head1 = share(judged, ({ plain }) => Number(plain[0] === true))
  const head5 = share(judged, ({ plain }) => trues(plain) / headsWanted)
  printTable(
    ['kind', 'queries', 'head@1', 'head@5'],
    [
      [
        'generic',
        String(judged.length),
        figure('head@1', head1, genericBars.first),
        figure('head@5', head5, genericBars.heads),
      ],
    ],
  )
}

function printMisses(judged: Judged[]): void {
  printTable(
    ['missed', 'meant', 'first found at', 'first three'],
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
    ['not first', 'plain of five', 'first three'],
    judged
      .filter(({ plain }) => plain[0] !== true)
      .map(({ food, foods, plain }) => [food.q, String(trues(plain)), firstThree(foods)]),
  )
}

function figure(of: string, value: number, bar: number | undefined): string {
  return bar === undefined ? value.toFixed(3) : atLeast(value, { of, bar, digits: 3 })
}

function firstThree(foods: FoundFood[]): string {
  return foods
    .slice(0, 3)
    .map(({ name }) => name)
    .join('; ')
}

function trues(values: boolean[]): number {
  return values.filter(Boolean).length
}

function share<T>(all: T[], of: (one: T) => number): number {
  return mean(all.map(of))
}
