import { type Food, findEstimates, findFoods, sample } from '../catalog.ts'
import type { HttpResponse } from '../client.ts'
import { expectDetail, expectJson, expectSameBytes, expectStatus, expectThat } from '../expect.ts'
import { type Check, CheckSkipped, type Context } from '../types.ts'

interface Origin {
  fields: string[]
  source: string | null
  licence: { name: string; url: string } | null
  credit: { text: string; url: string } | null
}

interface Portion {
  grams: number
  is_usual: boolean
}

interface Estimate {
  estimator: string
  version: string
  made_at: string
  inputs: { name: string }
  ranges: Record<string, [low: number, high: number]>
}

type Details = Record<string, unknown> & {
  food: Food
  nutrients: Record<string, number | null>
  estimate: Estimate | null
  origins: Origin[]
}

const stated = [
  ...['language', 'names', 'source_name', 'ingredients', 'allergens', 'traces', 'labels', 'countries'],
  ...['nutri_score', 'nova_group', 'package_quantity', 'portions'],
]
const fieldsOfCatalog = ['id', 'source', 'confidence', 'static_url']

async function detailsOf(ctx: Context, id: number): Promise<{ response: HttpResponse; details: Details }> {
  const response = await ctx.get(`/food/${id}/details`)
  if (response.status === 401) throw new CheckSkipped('the service does not offer /food/{food_id}/details')
  expectStatus(response, 200)
  expectJson(response)
  const details = response.json as Details
  const hasAll = [...stated, 'food', 'nutrients', 'estimate', 'updated_at', 'origins', 'quality_flags'].every(
    member => member in details,
  )
  expectThat(hasAll && Array.isArray(details.origins), response, 'all members of the rule')
  return { response, details }
}

const isUnknown = (value: unknown) => value === null || (Array.isArray(value) && value.length === 0)

export const details: Check[] = [
  {
    id: 'details-members',
    title: '/food/{food_id}/details has the food as /food shows it, and unknown members are null',
    needs: ['reader'],
    async run(ctx) {
      for (const { id } of sample(await findFoods(ctx), 5)) {
        const { response, details } = await detailsOf(ctx, id)
        const food = await ctx.get(`/food/${id}`)
        const isSame = JSON.stringify(details.food) === JSON.stringify(food.json)
        expectThat(isSame, response, `the food as ${food.request} shows it`)
        const empty = stated.filter(member => details[member] !== null && isUnknown(details[member]))
        expectThat(empty.length === 0, response, 'null for what is unknown', `empty ${empty}`)
        const { serving_size_g, calories_kcal } = details.food
        const isUsual = ({ grams, is_usual }: Portion) =>
          is_usual && (serving_size_g !== null || !(grams * Number(calories_kcal ?? Number.NaN) <= 60_000))
        const wrong = (details['portions'] as Portion[] | null)?.filter(isUsual) ?? []
        expectThat(wrong.length === 0, response, 'usual portions only without a serving, up to 600 kcal')
        expectSameBytes(await ctx.get(`/food/+${id}/details`), response)
      }
      expectDetail(await ctx.get('/food/-1/details'), 404, 'Food not found')
      expectStatus(await ctx.get('/food/x/details'), 422)
    },
  },
  {
    id: 'details-estimate',
    title: 'an AI estimate says how it was made, and its values are in their ranges; other foods have null',
    needs: ['reader'],
    async run(ctx) {
      const estimates = await findEstimates(ctx)
      for (const { id } of [...sample(await findFoods(ctx), 3), ...estimates.slice(0, 5)]) {
        const { response, details } = await detailsOf(ctx, id)
        const { food, estimate } = details
        if (food.source !== ctx.estimateSource)
          expectThat(estimate === null, response, 'null for a food that is no estimate')
        if (estimate === null) continue
        const { estimator, version, made_at, inputs } = estimate
        const isTold = [estimator, version, made_at, inputs.name].every(member => typeof member === 'string')
        expectThat(isTold, response, 'estimator, version, made_at and inputs')
        const outside = Object.entries(estimate.ranges).filter(([field, [low, high]]) => {
          const value = food[field]
          return typeof value === 'number' && (value < low || value > high)
        })
        expectThat(outside.length === 0, response, 'values in their ranges', `outside: ${outside.join('; ')}`)
      }
    },
  },
  {
    id: 'details-origins',
    title: 'every known value has an origin, with licence and credit where the source has them',
    needs: ['reader'],
    async run(ctx) {
      for (const { id } of sample(await findFoods(ctx), 5)) {
        const { response, details } = await detailsOf(ctx, id)
        const values = {
          ...details.food,
          ...Object.fromEntries(stated.map(member => [member, details[member]])),
          ...details.nutrients,
        }
        const known = Object.entries(values).filter(([, value]) => value !== null)
        const named = new Set(details.origins.flatMap(({ fields }) => fields))
        const missing = known.map(([field]) => field).filter(field => !named.has(field))
        const unexplained = missing.filter(field => !fieldsOfCatalog.includes(field))
        expectThat(unexplained.length === 0, response, 'an origin of every value', `none of ${unexplained}`)
        const nowhere = [...named].filter(field => !known.some(([name]) => name === field))
        expectThat(nowhere.length === 0, response, 'origins of known values only', String(nowhere))
        const isWhole = details.origins.every(
          ({ licence, credit }) =>
            (licence === null || (licence.name !== '' && licence.url !== '')) &&
            (credit === null || (credit.text !== '' && credit.url !== '')),
        )
        expectThat(isWhole, response, 'licences and credits with text and address')
      }
    },
  },
]
