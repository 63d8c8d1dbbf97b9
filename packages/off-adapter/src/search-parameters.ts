// The parameters of a search, in the three spellings of Open Food Facts: `categories_tags=en:pizzas`,
// `categories_tags_en=Pizzas` and `tagtype_0=categories&tag_contains_0=contains&tag_0=pizzas`.
import { allergens, type Filters } from '@larder/client'
import { categoryOfTag, categoryTrail } from './categories.ts'
import { boundsOf } from './nutriment-bounds.ts'

export const maxCodes = 100

/** Open Food Facts has the same limit. */
export const maxPageSize = 100
const maxPage = 1_000_000
const maxTextLength = 500

interface Filter {
  id: string
  value: string
}

export interface Search {
  text: string
  codes: string[]
  /** Those of Larder. */
  filters: Filters
  fields: string
  page: number
  pageSize: number
  version: number
  /** Filters that Larder cannot apply and that only narrow a search down. */
  ignored: Filter[]
  /** Filters that no food can be shown to pass: without data, "gluten-free" matches nothing rather than everything. */
  unanswerable: Filter[]
}

const narrowing = new Set([
  'countries', 'languages', 'stores', 'purchase_places', 'manufacturing_places', 'emb_codes', 'states', 'creator',
  'entry_dates', 'last_edit_dates', 'packaging', 'packagings', 'origins', 'cities', 'editors', 'photographers',
]) // biome-ignore format: a list

const claims = new Set([
  'labels', 'allergens', 'traces', 'additives', 'ingredients', 'ingredients_analysis', 'ingredients_from_palm_oil',
  'ingredients_that_may_be_from_palm_oil', 'nutrition_grades', 'nutrient_levels', 'nova_groups', 'ecoscore',
  'ecoscore_grades', 'environmental_score', 'vitamins', 'minerals', 'pnns_groups_1', 'pnns_groups_2', 'food_groups',
]) // biome-ignore format: a list

export function readSearch(
  parameters: URLSearchParams,
  defaults: { pageSize: number; version: number },
): Search {
  const filters = filtersOf(parameters)
  const valuesOf = (id: string) => filters.filter(filter => filter.id === id).map(filter => filter.value)
  const wantedCategories = valuesOf('categories')
  const brands = valuesOf('brands')
  const country = filters.find(({ id, value }) => id === 'countries' && !value.startsWith('-'))
  const category = narrowestCategory(wantedCategories)
  const excludeAllergens = valuesOf('allergens').flatMap(excludedAllergen)
  const nutriments = boundsOf(parameters)
  const unanswerable = filters.filter(
    ({ id, value }) => claims.has(id) && !(id === 'allergens' && excludedAllergen(value).length > 0),
  )
  for (const value of nutriments.unanswerable) unanswerable.push({ id: 'nutriments', value })
  if (category === null) unanswerable.push({ id: 'categories', value: wantedCategories.join(',') })
  if (brands.length > 1 || brands[0]?.startsWith('-'))
    unanswerable.push({ id: 'brands', value: brands.join(',') })
  return {
    text: (parameters.get('search_terms') ?? '').trim().slice(0, maxTextLength),
    codes: [...new Set((parameters.get('code') ?? '').split(',').filter(code => code.trim() !== ''))],
    filters: {
      ...(category && { category }),
      ...(brands[0] !== undefined && { brand: wordsOf(brands[0]) }),
      ...(country && { country: wordsOf(country.value) }),
      ...(excludeAllergens.length > 0 && { excludeAllergens }),
      ...nutriments.bounds,
    },
    fields: parameters.get('fields') ?? '',
    page: positiveInteger(parameters.get('page'), 1, maxPage),
    pageSize: positiveInteger(parameters.get('page_size'), defaults.pageSize, maxPageSize),
    version: Number(parameters.get('api_version') ?? defaults.version) || defaults.version,
    ignored: [
      ...filters.filter(filter => narrowing.has(filter.id) && filter !== country),
      ...preferencesOf(parameters),
    ],
    unanswerable,
  }
}

/** `xx:nestle-dessert`, `nestle-dessert` and `Nestle Dessert` are the same. */
const wordsOf = (tag: string) => tag.replace(/^[a-z]{2}:/, '').replaceAll('-', ' ')

/** `-en:sesame-seeds`: without this allergen. Larder has no filter for foods with one. */
function excludedAllergen(value: string): (typeof allergens)[number][] {
  const name = /^-(?:en:)?(.+)$/.exec(value)?.[1]?.replaceAll('-', ' ').toLowerCase()
  return allergens.filter(allergen => allergen === name)
}

function positiveInteger(text: string | null, otherwise: number, max: number): number {
  const value = /^\d+$/.test(text ?? '') ? Number(text) : otherwise
  return Math.min(Math.max(value, 1), max)
}

/** Every filter of the request with the name of its facet; several values of one facet are several filters. */
function filtersOf(parameters: URLSearchParams): Filter[] {
  const filters: Filter[] = []
  for (const [name, value] of parameters) {
    const index = /^tagtype_(\d+)$/.exec(name)?.[1]
    const facet = /^([a-z_0-9]+?)_tags(?:_[a-z]{2})?$/.exec(name)?.[1]
    if (index !== undefined) {
      const tag = parameters.get(`tag_${index}`) ?? ''
      const isNegated = parameters.get(`tag_contains_${index}`) === 'does_not_contain'
      filters.push({ id: value, value: isNegated ? `-${tag}` : tag })
    } else if (facet !== undefined) filters.push(...value.split(',').map(tag => ({ id: facet, value: tag })))
  }
  return filters
    .map(({ id, value }) => ({ id, value: value.trim() }))
    .filter(({ id, value }) => /[^-]/.test(value) && !(id === 'countries' && /^(?:en:)?world$/i.test(value)))
}

/**
 * `countries=poland`, as FoodYou sends it with every search. It is not a filter there: generic foods state no country and would
 * disappear.
 */
function preferencesOf(parameters: URLSearchParams): Filter[] {
  return [...parameters]
    .filter(([name, value]) => narrowing.has(name) && value !== '')
    .map(([id, value]) => ({ id, value }))
}

/**
 * Several categories must all apply. Undefined without a category, null if no food can be in all of them: Larder has no
 * such category, they are on different branches, or the filter excludes one.
 */
function narrowestCategory(values: string[]): string | null | undefined {
  let narrowest: string | undefined
  for (const value of values) {
    const category = categoryOfTag(value)
    if (category === undefined || value.startsWith('-')) return null
    const isBelow = narrowest === undefined || categoryTrail(category).includes(narrowest)
    if (isBelow) narrowest = category
    else if (narrowest === undefined || !categoryTrail(narrowest).includes(category)) return null
  }
  return narrowest
}
