// The filters of a search, declared once: the parameters of the website and of the API, and the SQL condition, from which
// `npm run generate` writes sql/functions/passes_filters.sql. Their names are messages of the website.
import Type, { type TSchema } from 'typebox'
import { categories, categoryWithDescendants } from '../food/categories.ts'
import { type Nutrient, nutrientTable } from '../food/nutrients.ts'
import {
  isMeasuredSql,
  measuredSources,
  type SourceId,
  searchableSources,
  sourceIds,
} from '../food/sources.ts'
import { countryName } from '../language/countries.ts'
import { tokenize } from '../language/tokenize.ts'
import { classes } from '../quality/confidence/classes.ts'

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

interface FilterFacts {
  /** Its parameter; a range has two, with `min_` and `max_` in front. */
  name: string
  /** The columns of `foods` that the condition reads, with their types. */
  columns: Readonly<Record<string, 'bigint' | 'numeric' | 'real' | 'text'>>
  /** In SQL; `json` and `text` are expressions for the value. */
  condition(json: string, text: string): string
  /** The parameter of `GET /search`, for filters that the API has too. */
  api?: TSchema
}

interface Choice extends FilterFacts {
  kind: 'choice'
  options: readonly string[]
  /** What the condition compares; the value itself unless stated. */
  toSql?(value: string): unknown
  /** Every food that passes contains a term of each list, so that the index finds it. */
  terms?(value: string): string[][]
}

interface Text extends FilterFacts {
  kind: 'text'
  /** The type of the value for browsers that fill in forms. */
  autocomplete: string
  /** As shown; undefined for a value that means nothing. */
  parse(value: string): string | undefined
  toSql?(value: string): unknown
  terms?(value: string): string[][]
}

interface Flag extends FilterFacts {
  kind: 'flag'
}

export interface RangeFilter extends FilterFacts {
  kind: 'range'
  name: FilterNutrient
  unit: string
  max: number
}

/** Most foods are of this source, so checking each row is cheaper than to look the source up in the index. */
const commonSource: SourceId = 'off'

const sourceTerms = (...sources: string[]): string[][] =>
  sources.some(source => source === commonSource) ? [] : [sources.map(source => `@${source}`)]

/** In the order of the form; the ranges of nutrients follow. */
const table = [
  {
    kind: 'choice',
    name: 'kind',
    options: foodKinds,
    columns: { source: 'text', normalized_brand: 'text' },
    condition: (_, text) => `case ${text} when 'generic' then ${isMeasuredSql} and normalized_brand = ''
        else normalized_brand <> '' end`,
    terms: kind => (kind === 'generic' ? sourceTerms(...measuredSources) : []),
  },
  {
    kind: 'flag',
    name: 'complete',
    columns: { confidence: 'numeric' },
    condition: () => `confidence >= ${classes.complete.floor}`,
  },
  {
    kind: 'flag',
    name: 'photo',
    columns: { image_url: 'text' },
    condition: () => 'image_url is not null',
  },
  {
    kind: 'choice',
    name: 'source',
    options: sourceIds,
    columns: { source: 'text' },
    condition: (_, text) => `source = ${text}`,
    terms: source => sourceTerms(source),
    api: Type.Optional(
      Type.Enum(searchableSources, { type: 'string', description: 'Only foods of this source' }),
    ),
  },
  {
    kind: 'choice',
    name: 'category',
    options: categories.map(({ name }) => name),
    columns: { category: 'text' },
    condition: json => `${json} ? category`,
    toSql: categoryWithDescendants,
  },
  {
    kind: 'text',
    name: 'brand',
    autocomplete: 'off',
    parse: value => (tokenize(value).length === 0 ? undefined : value),
    columns: { normalized_brand: 'text' },
    condition: (_, text) => `strpos(' ' || normalized_brand || ' ', ' ' || ${text} || ' ') > 0`,
    toSql: brand => tokenize(brand).join(' '),
    terms: brand => tokenize(brand).map(term => [term]),
  },
  {
    kind: 'text',
    name: 'country',
    autocomplete: 'country-name',
    parse: value => countryName(value) ?? undefined,
    columns: { id: 'bigint' },
    condition: (_, text) => `is_sold_in(id, ${text})`,
  },
] as const satisfies readonly (Choice | Text | Flag)[]

type Row = (typeof table)[number]
type NameOf<Kind extends Row['kind']> = Extract<Row, { kind: Kind }>['name']

export type ChoiceFilter = Choice & { name: NameOf<'choice'> }
export type TextFilter = Text & { name: NameOf<'text'> }
export type FlagFilter = Flag & { name: NameOf<'flag'> }
export type Filter = ChoiceFilter | TextFilter | FlagFilter | RangeFilter

export const searchFilters: readonly Filter[] = [...table, ...filterNutrients.map(rangeOf)]

function rangeOf(nutrient: FilterNutrient): RangeFilter {
  const { unit, limit } = nutrientTable[nutrient]
  return {
    kind: 'range',
    name: nutrient,
    unit,
    max: 'maxWithoutMacros' in limit ? (limit.maxWithoutMacros ?? limit.max) : limit.max,
    columns: { [nutrient]: 'real' },
    condition: json => `in_range(${nutrient}, ${json})`,
  }
}

type ApiRow = Extract<Row, { api: TSchema }>

/** The parameters of `GET /search` that are filters. */
export const apiParameters = Object.fromEntries(
  table.flatMap(row => ('api' in row ? [[row.name, row.api]] : [])),
) as { [Name in ApiRow['name']]: Extract<ApiRow, { name: Name }>['api'] }

/** The columns that the conditions read, with their types. */
export const filterColumns: Readonly<Record<string, string>> = Object.assign(
  {},
  ...searchFilters.map(({ columns }) => columns),
)

/** The SQL condition that a row of `foods` passes the filters, given as the SQL of JSON. */
export const passesFilters = (filters: string): string =>
  `passes_filters(${filters}, ${Object.keys(filterColumns).join(', ')})`

/** What a search compares foods with. */
export interface SearchFilters {
  /** Values by the name of the filter, as the conditions compare them. */
  sql: Record<string, unknown>
  /** Every food that passes contains a term of each list, so that the index finds it. */
  terms: string[][]
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
  const active: ActiveFilter[] = []
  const ignored: IgnoredFilter[] = []
  for (const { filter, parameters, values } of parsed) {
    if (values.every(value => value === '')) continue
    const value = parseValues(filter, values)
    if (value === undefined) ignored.push({ filter, values: values.filter(each => each !== '') })
    else active.push({ filter, parameters, value })
  }
  return { filters: toFilters(active), active, ignored }
}

/** The filters that a request of the API sets. */
export function filtersOfApi(
  values: {
    readonly [Name in keyof typeof apiParameters]?: string | boolean | undefined
  },
): SearchFilters | null {
  const given = new Map<string, string | boolean | undefined>(Object.entries(values))
  return toFilters(
    searchFilters.flatMap(filter => {
      const value = given.get(filter.name) ?? false
      return value === false ? [] : { filter, value: String(value) }
    }),
  )
}

function toFilters(active: readonly Pick<ActiveFilter, 'filter' | 'value'>[]): SearchFilters | null {
  if (active.length === 0) return null
  return {
    sql: Object.fromEntries(active.map(({ filter, value }) => [filter.name, sqlValueOf(filter, value)])),
    terms: distinct(active.flatMap(({ filter, value }) => termsOf(filter, value))),
  }
}

const distinct = (lists: string[][]): string[][] => [
  ...new Map(lists.map(list => [list.join(' '), list])).values(),
]

const hasText = (filter: Filter): filter is ChoiceFilter | TextFilter =>
  filter.kind === 'choice' || filter.kind === 'text'

const sqlValueOf = (filter: Filter, value: ActiveFilter['value']): unknown =>
  hasText(filter) && typeof value === 'string' ? (filter.toSql?.(value) ?? value) : value

const termsOf = (filter: Filter, value: ActiveFilter['value']): string[][] =>
  hasText(filter) && typeof value === 'string' ? (filter.terms?.(value) ?? []) : []

function parseValues(filter: Filter, [value = '', other = '']: string[]): ActiveFilter['value'] | undefined {
  switch (filter.kind) {
    case 'choice':
      return filter.options.includes(value) ? value : undefined
    case 'text':
      return filter.parse(value)
    case 'flag':
      return value === '1' ? value : undefined
    case 'range': {
      const [min, max] = [value, other].map(each => (each === '' ? null : parseAmount(each, filter.max)))
      if (min === undefined || max === undefined) return undefined
      return min !== null && max !== null && min > max ? undefined : [min, max]
    }
  }
}

/** Undefined for anything but a number in the range; a decimal comma is accepted. */
function parseAmount(text: string, max: number): number | undefined {
  if (!/^\d{1,6}(?:[.,]\d{1,6})?$/.test(text)) return undefined
  const amount = Number(text.replace(',', '.'))
  return amount <= max ? amount : undefined
}
