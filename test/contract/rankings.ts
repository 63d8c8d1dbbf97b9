// Searches whose order the checks compare, and what is known about a food from outside.
import { commonWords, type Food, findFoods, foodsOf, sample, searchFor } from './catalog.ts'
import { isPlainName, wordsOf } from './food-names.ts'
import { CheckFailed, CheckSkipped, type Context, memoizePerRun } from './types.ts'

export type Ranking = { query: string; path: string; hits: Food[] }

/** Searches by whole names: those that several foods bear come first, since they show more of the order. */
export const nameSearches = memoizePerRun(async (ctx: Context): Promise<Ranking[]> => {
  const names = new Map<string, number>()
  for (const food of await findFoods(ctx)) {
    const name = food.name.toLowerCase()
    if (isPlainName(name)) names.set(name, (names.get(name) ?? 0) + 1)
  }
  const shared = [...names].sort((one, other) => other[1] - one[1]).map(([name]) => name)
  const queries = new Set([...shared.slice(0, 15), ...sample(shared, 10)])
  if (queries.size === 0) throw new CheckSkipped('none of the foods found has a plain name')
  return searchAll(ctx, [...queries])
})

/** Searches by the name and brand of products without energy. */
export const productSearches = memoizePerRun(async (ctx: Context) => {
  const products = (await findFoods(ctx)).filter(
    food => !hasEnergy(food) && isPlainName(food.name) && saysMoreThanBrand(food),
  )
  return searchAll(
    ctx,
    sample(products, 10).map(({ name, brand }) => `${name} ${brand}`),
  )
})

function saysMoreThanBrand({ name, brand }: Food): boolean {
  const brandWords = wordsOf(brand)
  return brandWords.length > 0 && wordsOf(name).some(word => !brandWords.includes(word))
}

/** Searches by words that many of the foods found bear, with data of every quality. */
export const wordSearches = memoizePerRun(async (ctx: Context) =>
  searchAll(
    ctx,
    (await commonWords(ctx)).slice(0, 6).map(({ word }) => word),
  ),
)

async function searchAll(ctx: Context, queries: string[]): Promise<Ranking[]> {
  const found: Ranking[] = []
  for (const query of queries) {
    const path = searchFor(query, '&limit=50')
    found.push({ query, path, hits: foodsOf(await ctx.get(path)) })
  }
  return found
}

/** Fails at the first pair in the wrong order; skips when no pair differs in this way. */
export function expectOrder(
  rankings: Ranking[],
  what: string,
  belongsBefore: (one: Food, other: Food, query: string) => boolean,
): void {
  let shown = 0
  for (const { query, path, hits } of rankings) {
    for (const { earlier, later } of comparablePairs(hits)) {
      if (belongsBefore(earlier, later, query)) shown++
      if (!belongsBefore(later, earlier, query)) continue
      throw new CheckFailed(
        `GET ${path}: expected ${what}, saw food ${earlier.id} ${earlier.name} before ${later.id} ${later.name}`,
      )
    }
  }
  if (shown === 0) throw new CheckSkipped('no search showed two foods that differ in this')
}

/**
 * Of entries that a reader cannot tell apart, the best is shown and the others follow after all distinct foods. So a
 * repeated entry may stand below any other food, but must not be better than the one shown.
 */
export function comparablePairs(hits: Food[]): { earlier: Food; later: Food }[] {
  const shown = new Map<string, Food>()
  for (const hit of hits) if (!shown.has(labelOf(hit))) shown.set(labelOf(hit), hit)
  return hits.flatMap((later, index) => {
    const representative = shown.get(labelOf(later))
    if (representative !== undefined && representative !== later) return [{ earlier: representative, later }]
    return hits.slice(0, index).map(earlier => ({ earlier, later }))
  })
}

// Without spaces, because servers differ in how they split words such as "Lay's".
function labelOf({ name, brand }: Food): string {
  return [name, brand].map(text => wordsOf(text).join('')).join('\n')
}

const minConfidence = 0.75

export function hasEnergy(food: Food): boolean {
  return typeof food.calories_kcal === 'number'
}

/** Energy is known, and the confidence is that of complete data which passed the plausibility checks. */
export function isComplete(food: Food, estimateSource: string): boolean {
  const isTrusted = typeof food.confidence === 'number' && food.confidence >= minConfidence
  return food.source !== estimateSource && isTrusted && hasEnergy(food)
}

/** 2: complete checked data, 1: sparse data, 0: an AI estimate. */
export function dataClassOf(food: Food, estimateSource: string): number {
  if (food.source === estimateSource) return 0
  return isComplete(food, estimateSource) ? 2 : 1
}
