// The food and the search that the samples use: both exist in the catalog at hand.

import { popularFoods } from '../../catalog/popular.ts'
import type { ApiFood } from '../../food/api-food.ts'
import { barcodeCandidates } from '../../food/barcode.ts'
import { DatabaseUnavailable } from '../../platform/database/pool.ts'
import type { WebsiteCatalog } from '../context.ts'
import type { ApiDescription, Parameter } from './openapi.ts'
import { sampleBarcode, sampleQuery } from './samples.ts'

export interface Examples {
  /** As a scanner reads it. */
  barcode: string
  /** A search that finds foods. */
  query: string
  /** The food with the barcode, as the API returns it. */
  food: ApiFood
  /** Not from the catalog, which is empty or cannot be read now. */
  isFallback?: boolean
}

const popularTried = 50
const maxAgeMs = 5 * 60_000
/** Needs no escaping in any of the languages. */
const unescapedName = /^[A-Za-z][A-Za-z ]{1,39}$/

export function createExamples(
  catalog: Pick<WebsiteCatalog, 'lookup' | 'search' | 'database' | 'apiFormat'>,
  { schemas }: ApiDescription,
): () => Promise<Examples> {
  const [documented] = (schemas['Food']?.examples ?? []) as ApiFood[]
  if (documented === undefined) throw new Error('openapi.json has no example of a food')
  /** Shown while the database is unavailable or empty. */
  const fallback: Examples = {
    barcode: sampleBarcode,
    query: sampleQuery,
    food: documented,
    isFallback: true,
  }

  const find = async (): Promise<Examples | undefined> => {
    const { toApi } = catalog.apiFormat
    const known = await catalog.lookup.byBarcode(barcodeCandidates(sampleBarcode))
    const popular = known
      ? [known]
      : await popularFoods(catalog.database, {
          limit: popularTried,
          offset: 0,
          category: '',
          withImage: false,
          // The most popular foods of all have no barcode.
          filters: { sql: { kind: 'branded' }, terms: [] },
        })
    const food =
      popular.find(each => each.barcode && each.calories_kcal !== null && each.protein_g !== null) ??
      popular.find(each => each.barcode)
    if (!food?.barcode) return undefined
    const { foods: found } = await catalog.search.find({ q: sampleQuery, limit: 1 })
    const query = found.length > 0 ? sampleQuery : popular.find(({ name }) => unescapedName.test(name))?.name
    return {
      barcode: known ? sampleBarcode : food.barcode,
      query: query?.toLowerCase() ?? food.barcode,
      food: toApi(food),
    }
  }

  let current: { examples: Examples; at: number } | undefined
  return async () => {
    if (current && Date.now() - current.at < maxAgeMs) return current.examples
    try {
      const examples = await find()
      if (examples === undefined) return fallback
      current = { examples, at: Date.now() }
      return examples
    } catch (error) {
      if (error instanceof DatabaseUnavailable) return current?.examples ?? fallback
      throw error
    }
  }
}

/** A value for which this catalog has a response; empty if the parameter has no example. */
export function exampleValue({ name, example }: Parameter, { query, barcode, food }: Examples): string {
  const ofCatalog: Record<string, string> = {
    q: query,
    code: barcode,
    food_id: String(food.id),
    ids: String(food.id),
  }
  return ofCatalog[name] ?? (example === undefined ? '' : String(example))
}
