import {
  barcodeOf,
  type Food,
  findEstimates,
  findFoods,
  foodOf,
  foodsOf,
  sample,
  searchFor,
} from '../catalog.ts'
import { expectNone } from '../expect.ts'
import { memberFaults, valueFaults } from '../food-fields.ts'
import { type Check, type Context, memoizePerRun } from '../types.ts'

type Sighting = { food: Food; where: string }

/** Foods from all four endpoints, since each may use another serializer. */
const sightings = memoizePerRun(async (ctx: Context): Promise<Sighting[]> => {
  const foods = await findFoods(ctx)
  const seen: Sighting[] = foods.map(food => ({ food, where: '/foods/popular' }))
  for (const food of sample(foods, 5)) {
    const one = await ctx.get(`/food/${food.id}`)
    seen.push({ food: foodOf(one), where: one.request })
    if ([...food.name].length < 2) continue
    const found = await ctx.get(searchFor(food.name, '&limit=50'))
    seen.push(...foodsOf(found).map(hit => ({ food: hit, where: found.request })))
  }
  for (const food of sample(foods.filter(barcodeOf), 5)) {
    const scanned = await ctx.get(`/barcode/${barcodeOf(food)}`)
    seen.push({ food: foodOf(scanned), where: scanned.request })
  }
  return seen
})

async function expectEveryFood(ctx: Context, faultsOf: (food: Food) => string[]): Promise<void> {
  const seen = await sightings(ctx)
  const differences = seen.flatMap(({ food, where }) => {
    const faults = faultsOf(food)
    return faults.length === 0 ? [] : [`food ${food.id} from ${where}: ${faults.join(', ')}`]
  })
  expectNone(differences, seen.length, 'foods are right')
}

export const food: Check[] = [
  {
    id: 'food-fields',
    title: 'every member of a food has its type, source is a known value, confidence is in 0 to 1',
    needs: ['reader'],
    run: ctx => expectEveryFood(ctx, food => valueFaults(food, ctx.estimateSource)),
  },
  {
    id: 'all-fields/members',
    title: 'a food has every member of the table and no other, null when unknown',
    needs: ['reader'],
    run: ctx => expectEveryFood(ctx, memberFaults),
  },
  {
    id: 'estimate-confidence',
    title: 'the confidence of AI estimates is at most 0.5',
    needs: ['reader'],
    async run(ctx) {
      const seen = await sightings(ctx)
      const estimates = [...(await findEstimates(ctx)), ...seen.map(({ food }) => food)].filter(
        ({ source }) => source === ctx.estimateSource,
      )
      const above = estimates.filter(({ confidence }) => !(Number(confidence) <= 0.5))
      const differences = above.map(({ id, confidence }) => `food ${id} has confidence ${confidence}`)
      expectNone(differences, estimates.length, 'estimates have at most 0.5')
    },
  },
  {
    id: 'barcode-format',
    title: 'barcode is 13 digits, EAN-8 as 8, a GTIN-14 of a case as 14',
    needs: ['reader'],
    run: ctx =>
      expectEveryFood(ctx, ({ barcode }) => {
        const right = typeof barcode !== 'string' || /^(\d{8}|\d{13}|[1-9]\d{13})$/.test(barcode)
        return right ? [] : [`barcode is "${barcode}"`]
      }),
  },
  {
    id: 'page-path',
    title: 'static_url is /food/{id}-{slug}',
    needs: ['reader'],
    run: ctx =>
      expectEveryFood(ctx, ({ id, static_url }) => {
        const right =
          typeof static_url !== 'string' || new RegExp(`^/food/${id}-[^/?#\\s]+$`).test(static_url)
        return right ? [] : [`static_url is "${static_url}"`]
      }),
  },
]
