import { type Food, findFoods, foodsOf, hasImage, sample, searchFor } from '../catalog.ts'
import { expectSameBytes, expectThat } from '../expect.ts'
import { members } from '../food-fields.ts'
import { isPlainName, isWholeName, wordsOf } from '../food-names.ts'
import { type Check, CheckSkipped, ConformanceFailure, type Context, memoizePerRun } from '../types.ts'

type Ranking = { query: string; path: string; hits: Food[] }

/** Searches by whole names: those that several foods bear come first, since they show more of the order. */
const rankings = memoizePerRun(async (ctx: Context): Promise<Ranking[]> => {
  const names = new Map<string, number>()
  for (const food of await findFoods(ctx)) {
    const name = food.name.toLowerCase()
    if (isPlainName(name)) names.set(name, (names.get(name) ?? 0) + 1)
  }
  const shared = [...names].sort((one, other) => other[1] - one[1]).map(([name]) => name)
  const queries = new Set([...shared.slice(0, 15), ...sample(shared, 10)])
  if (queries.size === 0) throw new CheckSkipped('none of the foods found has a plain name')
  const found: Ranking[] = []
  for (const query of queries) {
    const path = searchFor(query, '&limit=50')
    found.push({ query, path, hits: foodsOf(await ctx.get(path)) })
  }
  return found
})

/** Fails at the first pair in the wrong order; skips when no pair differs in this way. */
async function expectOrder(
  ctx: Context,
  what: string,
  belongsBefore: (one: Food, other: Food, query: string, hits: Food[]) => boolean,
): Promise<void> {
  let shown = 0
  for (const { query, path, hits } of await rankings(ctx)) {
    for (const [index, earlier] of hits.entries()) {
      for (const later of hits.slice(index + 1)) {
        if (belongsBefore(earlier, later, query, hits)) shown++
        if (!belongsBefore(later, earlier, query, hits)) continue
        throw new ConformanceFailure(
          `GET ${path}: expected ${what}, saw food ${earlier.id} ${earlier.name} before ${later.id} ${later.name}`,
        )
      }
    }
  }
  if (shown === 0) throw new CheckSkipped('no search showed two foods that differ in this')
}

/** Whether an earlier hit has the same name and brand. */
function isRepeated(food: Food, hits: Food[]): boolean {
  const label = ({ name, brand }: Food) => [name, brand].map(text => wordsOf(text).join(' ')).join('\n')
  return hits.find(hit => label(hit) === label(food)) !== food
}

/** Spelt nothing like the word: stems and endings do not count as corrected spelling. */
function isCorrectedSpelling(food: Food, word: string): boolean {
  const words = [food.name, food.brand, food.category].flatMap(wordsOf)
  return word.length >= 5 && !words.some(other => other.startsWith(word.slice(0, 4)))
}

const completeness = Object.entries(members)
  .filter(([, member]) => member.type === 'number')
  .map(([name]) => name)

function equallyKnown(one: Food, other: Food): boolean {
  const same = (name: string) => (one[name] === null) === (other[name] === null)
  return one.source === other.source && one.confidence === other.confidence && completeness.every(same)
}

export const ranking: Check[] = [
  {
    id: 'decision 30a',
    title: 'the same query gives the same order',
    needs: ['reader'],
    async run(ctx) {
      for (const { path } of (await rankings(ctx)).slice(0, 8)) {
        expectSameBytes(await ctx.get(path), await ctx.get(path))
      }
    },
  },
  {
    id: 'decision 30b',
    title: 'a smaller limit shows the top of the same order',
    needs: ['reader'],
    async run(ctx) {
      for (const { query, hits } of (await rankings(ctx)).slice(0, 8)) {
        const response = await ctx.get(searchFor(query, '&limit=5'))
        const top = JSON.stringify(hits.slice(0, 5).map(hit => hit.id))
        const seen = JSON.stringify(foodsOf(response).map(hit => hit.id))
        expectThat(seen === top, response, `the ids ${top} as with limit=50`, seen)
      }
    },
  },
  {
    id: 'decision 30c',
    title: 'a food with known energy whose whole name is the query comes before one whose name is not',
    needs: ['reader'],
    async run(ctx) {
      for (const { query, path, hits } of await rankings(ctx)) {
        const first = hits[0]
        if (first && isWholeName(first.name, query)) continue
        throw new ConformanceFailure(`GET ${path}: expected ${query} first, saw ${first?.name ?? 'nothing'}`)
      }
      await expectOrder(
        ctx,
        'whole names first',
        // Entries that a reader cannot tell apart are shown once; the others follow after all distinct foods.
        (one, other, query, hits) =>
          one.calories_kcal !== null &&
          !isRepeated(one, hits) &&
          isWholeName(one.name, query) &&
          !isWholeName(other.name, query),
      )
    },
  },
  {
    id: 'decision 30d',
    title: 'a name with all the words comes before a corrected spelling',
    needs: ['reader'],
    run: ctx =>
      expectOrder(ctx, 'all words before corrected spelling', (one, other, query) => {
        const words = wordsOf(query)
        const own = wordsOf(one.name)
        return words.every(word => own.includes(word) && isCorrectedSpelling(other, word))
      }),
  },
  {
    id: 'decision 30e',
    title: 'of equal whole names, label data comes before AI estimates',
    needs: ['reader'],
    run: ctx =>
      expectOrder(ctx, 'label data before AI estimates', (one, other, query) => {
        const whole = isWholeName(one.name, query) && isWholeName(other.name, query)
        const { aiEstimate } = ctx.sources
        return whole && one.source !== aiEstimate && other.source === aiEstimate
      }),
  },
  {
    id: 'decision 30f',
    title: 'of equal whole names known equally well, one with an image comes before one without',
    needs: ['reader'],
    run: ctx =>
      expectOrder(ctx, 'images first', (one, other, query) => {
        const whole = isWholeName(one.name, query) && isWholeName(other.name, query)
        return whole && equallyKnown(one, other) && hasImage(one) && !hasImage(other)
      }),
  },
]
