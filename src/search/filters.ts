// The filters of a search, declared once: how the website reads them from its address, and what
// sql/functions/passes_filters.sql compares. Their names and texts are messages of the website.
import { categories, categoryWithDescendants } from '../food/categories.ts'
import { type Nutrient, nutrientTable } from '../food/nutrients.ts'
import { genericFoodSource, type SourceId, sourceIds } from '../food/sources.ts'
import { countryName } from '../language/countries.ts'
import { tokenize } from '../language/tokenize.ts'
import { classes } from '../quality/confidence/classes.ts'

/** As sql/functions/passes_filters.sql reads them; missing fields mean any value. */
interface SqlFilters extends Partial<Record<FilterNutrient, Range>> {
  source?: SourceId
  categories?: string[]
  /** Normalized. */
  brand?: string
  country?: string
  has_image?: true
  min_confidence?: number
  /** Only foods without a brand, of this source. */
  unbranded_source?: SourceId
  has_brand?: true
}

/** Minimum and maximum per 100 g, both included; null means open. */
type Range = [min: number | null, max: number | null]

/** In the order of the form. */
export const filterNutrients = [
  'calories_kcal',
  'protein_g',
  'fat_g',
  'carbs_g',
  'sugar_g',
  'fiber_g',
  'sodium_mg',
] as const satisfies Nutrient[]
export type FilterNutrient = (typeof filterNutrients)[number]

/** The tabs of the search page. */
export const foodKinds = ['generic', 'branded'] as const
export type FoodKind = (typeof foodKinds)[number]

/** The parameters of the filters; those of ranges have `min_` or `max_` in front. */
export type FilterName =
  | 'kind'
  | 'category'
  | 'brand'
  | 'country'
  | 'source'
  | 'complete'
  | 'photo'
  | FilterNutrient

interface FilterFacts {
  name: FilterName
}

export interface ChoiceFilter extends FilterFacts {
  kind: 'choice'
  options: readonly string[]
  toSql(value: string): SqlFilters
}

export interface TextFilter extends FilterFacts {
  kind: 'text'
  /** The type of the value for browsers that fill in forms. */
  autocomplete: string
  /** As shown; undefined for a value that means nothing. */
  parse(value: string): string | undefined
  toSql(value: string): SqlFilters
}

export interface FlagFilter extends FilterFacts {
  kind: 'flag'
  toSql(): SqlFilters
}

export interface RangeFilter extends FilterFacts {
  kind: 'range'
  name: FilterNutrient
  unit: string
  max: number
  toSql(range: Range): SqlFilters
}

export type Filter = ChoiceFilter | TextFilter | FlagFilter | RangeFilter

/** In the order of the form. */
export const searchFilters: readonly Filter[] = [
  {
    kind: 'choice',
    name: 'kind',
    options: foodKinds,
    toSql: kind => (kind === 'generic' ? { unbranded_source: genericFoodSource } : { has_brand: true }),
  },
  {
    kind: 'choice',
    name: 'category',
    options: categories.map(({ name }) => name),
    toSql: category => ({ categories: categoryWithDescendants(category) }),
  },
  {
    kind: 'text',
    name: 'brand',
    autocomplete: 'off',
    parse: value => (tokenize(value).length === 0 ? undefined : value),
    toSql: brand => ({ brand: tokenize(brand).join(' ') }),
  },
  {
    kind: 'text',
    name: 'country',
    autocomplete: 'country-name',
    parse: value => countryName(value) ?? undefined,
    toSql: country => ({ country }),
  },
  {
    kind: 'choice',
    name: 'source',
    options: sourceIds,
    toSql: source => ({ source: source as SourceId }),
  },
  { kind: 'flag', name: 'complete', toSql: () => ({ min_confidence: classes.complete.floor }) },
  { kind: 'flag', name: 'photo', toSql: () => ({ has_image: true }) },
  ...filterNutrients.map(rangeOf),
]

function rangeOf(nutrient: FilterNutrient): RangeFilter {
  const { unit, limit } = nutrientTable[nutrient]
  return {
    kind: 'range',
    name: nutrient,
    unit,
    max: 'maxWithoutMacros' in limit ? (limit.maxWithoutMacros ?? limit.max) : limit.max,
    toSql: range => ({ [nutrient]: range }),
  }
}

/** What a search compares foods with. */
export interface SearchFilters {
  sql: SqlFilters
  /** Terms that every food that passes contains, so that the index finds them. */
  terms: string[]
}

/** A filter in use, with the parameters that set it. */
export interface ActiveFilter {
  filter: Filter
  parameters: string[]
  /** As understood; the minimum and the maximum of a range. */
  value: string | Range
}

/** A value that was ignored. */
export interface IgnoredFilter {
  filter: Filter
  values: string[]
}

export interface ParsedFilters {
  filters: SearchFilters | null
  active: ActiveFilter[]
  ignored: IgnoredFilter[]
}

export const parametersOf = (filter: Filter): string[] =>
  filter.kind === 'range' ? [`min_${filter.name}`, `max_${filter.name}`] : [filter.name]

const maxValueLength = 100

/** Reads the filters from a query string; values that it cannot use are ignored. */
export function parseFilters(read: (parameter: string) => string): ParsedFilters {
  const parsed = searchFilters.map(filter => {
    const parameters = parametersOf(filter)
    const values = parameters.map(name => read(name).trim().slice(0, maxValueLength))
    return { filter, parameters, values }
  })
  const sql: SqlFilters = {}
  const active: ActiveFilter[] = []
  const ignored: IgnoredFilter[] = []
  for (const { filter, parameters, values } of parsed) {
    if (values.every(value => value === '')) continue
    const found = parseValues(filter, values)
    if (found === undefined) {
      ignored.push({ filter, values: values.filter(value => value !== '') })
      continue
    }
    Object.assign(sql, found.sql)
    active.push({ filter, parameters, value: found.value })
  }
  return { filters: active.length === 0 ? null : toFilters(sql), active, ignored }
}

export const filtersOfSource = (source: SourceId): SearchFilters => toFilters({ source })

/** Most foods are of this source, so checking each row is cheaper than to look the source up in the index. */
const commonSource: SourceId = 'off'

function toFilters(sql: SqlFilters): SearchFilters {
  const { source, brand, unbranded_source } = sql
  const sources = [source, unbranded_source].filter(each => each !== undefined && each !== commonSource)
  return {
    sql,
    terms: [
      ...new Set(sources.map(each => `@${each}`)),
      ...(brand === undefined ? [] : new Set(brand.split(' '))),
    ],
  }
}

function parseValues(
  filter: Filter,
  [value = '', other = '']: string[],
): { sql: SqlFilters; value: ActiveFilter['value'] } | undefined {
  switch (filter.kind) {
    case 'choice':
      return filter.options.includes(value) ? { sql: filter.toSql(value), value } : undefined
    case 'text': {
      const text = filter.parse(value)
      return text === undefined ? undefined : { sql: filter.toSql(text), value: text }
    }
    case 'flag':
      return value === '1' ? { sql: filter.toSql(), value } : undefined
    case 'range': {
      const [min, max] = [value, other].map(each => (each === '' ? null : parseAmount(each, filter.max)))
      if (min === undefined || max === undefined) return undefined
      if (min !== null && max !== null && min > max) return undefined
      return { sql: filter.toSql([min, max]), value: [min, max] }
    }
  }
}

/** Undefined for anything but a number in the range; a decimal comma is accepted. */
function parseAmount(text: string, max: number): number | undefined {
  if (!/^\d{1,6}(?:[.,]\d{1,6})?$/.test(text)) return undefined
  const amount = Number(text.replace(',', '.'))
  return amount <= max ? amount : undefined
}
