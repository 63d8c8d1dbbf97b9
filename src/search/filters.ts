// The filters of searches and popular lists, declared once: their parameters in the API and on the website, and the SQL
// conditions, from which `npm run generate` writes sql/functions/passes_filters.sql. Their names are messages of the website.
import Type, { type TNumber, type TOptional, type TSchema } from 'typebox'
import { allergens } from '../food/allergens.ts'
import { categories, categoryWithDescendants } from '../food/categories.ts'
import { type Nutrient, nutrients, nutrientTable } from '../food/nutrients.ts'
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

/** Per 100 g, both included; null means open. */
interface Range {
  min: number | null
  max: number | null
}

/** The tabs of the search page. */
export const foodKinds = ['generic', 'branded'] as const
export type FoodKind = (typeof foodKinds)[number]

interface FilterFacts {
  /** Its parameter; a range has two, which end with `_min` and `_max`. */
  name: string
  /** The columns of `foods` that the condition reads, with their types. */
  columns: Readonly<Record<string, 'bigint' | 'numeric' | 'real' | 'text'>>
  /** In SQL; `json` and `text` are expressions for the value. */
  condition(json: string, text: string): string
  /** The condition reads the column `details` of `food_details`, and a food without a row there does not pass. */
  isOfDetails?: true
}

interface SingleFacts extends FilterFacts {
  /** The parameter of the API. */
  api: TSchema
}

interface Choice extends SingleFacts {
  kind: 'choice'
  options: readonly string[]
  /** What the condition compares; the value itself unless stated. */
  toSql?(value: string): unknown
  /** Every food that passes contains a term of each list, so that the index finds it. */
  terms?(value: string): string[][]
}

interface Text extends SingleFacts {
  kind: 'text'
  /** The type of the value for browsers that fill in forms. */
  autocomplete: string
  /** As shown; undefined for a value that means nothing. */
  parse(value: string): string | undefined
  toSql?(value: string): unknown
  terms?(value: string): string[][]
}

interface Flag extends SingleFacts {
  kind: 'flag'
}

interface List extends SingleFacts {
  kind: 'list'
  options: readonly string[]
  toSql(values: readonly string[]): unknown
}

export interface RangeFilter extends FilterFacts {
  kind: 'range'
  name: Nutrient
  unit: string
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
    api: Type.Optional(
      Type.Enum(foodKinds, {
        type: 'string',
        description:
          'generic for foods of USDA and national tables without a brand, branded for foods with a brand',
      }),
    ),
  },
  {
    kind: 'flag',
    name: 'complete',
    columns: { confidence: 'numeric' },
    condition: () => `confidence >= ${classes.complete.floor}`,
    api: Type.Optional(
      Type.Boolean({ description: 'true for foods with complete, checked data only; false for all foods' }),
    ),
  },
  {
    kind: 'flag',
    name: 'has_image',
    columns: { image_url: 'text' },
    condition: () => 'image_url is not null',
    api: Type.Optional(
      Type.Boolean({ description: 'true for foods with an image only; false for all foods' }),
    ),
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
    api: Type.Optional(
      Type.String({ description: 'Only foods in this category or its child categories; empty for all' }),
    ),
  },
  {
    kind: 'text',
    name: 'brand',
    autocomplete: 'off',
    parse: value => (tokenize(value).length === 0 ? undefined : value),
    columns: { normalized_brand: 'text' },
    // Without a letter or digit it would be a part of every brand.
    condition: (_, text) =>
      `${text} <> '' and strpos(' ' || normalized_brand || ' ', ' ' || ${text} || ' ') > 0`,
    toSql: brand => tokenize(brand).join(' '),
    terms: brand => tokenize(brand).map(term => [term]),
    api: Type.Optional(
      Type.String({
        description:
          'Only foods whose brand contains these words one after the other, in any case and without accents; empty for all',
      }),
    ),
  },
  {
    kind: 'text',
    name: 'country',
    autocomplete: 'country-name',
    parse: value => countryName(value) ?? undefined,
    columns: { id: 'bigint' },
    isOfDetails: true,
    condition: (_, text) => `details->'countries' ? ${text}`,
    api: Type.Optional(
      Type.String({
        format: 'country',
        description:
          'Only foods that are known to be sold in this country: an ISO code or a name; empty for all',
      }),
    ),
  },
  {
    kind: 'list',
    name: 'exclude_allergens',
    options: allergens,
    columns: { id: 'bigint' },
    isOfDetails: true,
    // An allergen that the source states by another name than ours is not among these, because it may be any of them.
    condition: json => `details->'allergens' <@ (${json}) and coalesce(details->'traces', '[]') <@ (${json})`,
    toSql: excluded => allergens.filter(allergen => !excluded.includes(allergen)),
    api: Type.Optional(
      Type.Array(Type.Enum(allergens, { type: 'string' }), {
        uniqueItems: true,
        description:
          'Only foods that state their allergens and neither contain these nor may contain traces of them, separated by commas. A food whose allergens are unknown does not pass: unknown is not free of',
      }),
    ),
  },
] as const satisfies readonly (Choice | Text | Flag | List)[]

type Row = (typeof table)[number]
type NameOf<Kind extends Row['kind']> = Extract<Row, { kind: Kind }>['name']

export type ChoiceFilter = Choice & { name: NameOf<'choice'> }
export type TextFilter = Text & { name: NameOf<'text'> }
export type FlagFilter = Flag & { name: NameOf<'flag'> }
export type ListFilter = List & { name: NameOf<'list'> }
export type Filter = ChoiceFilter | TextFilter | FlagFilter | ListFilter | RangeFilter

const ranges: readonly RangeFilter[] = nutrients.map(nutrient => ({
  kind: 'range',
  name: nutrient,
  unit: nutrientTable[nutrient].unit,
  columns: { [nutrient]: 'real' },
  condition: json => `in_range(${nutrient}, ${json})`,
}))

export const searchFilters: readonly Filter[] = [...table, ...ranges]

type Bound = 'min' | 'max'
type RangeParameter = `${Nutrient}_${Bound}`

/** The parameters that set the filter: the minimum of a range, then its maximum. */
export const parametersOf = (filter: Filter): string[] =>
  filter.kind === 'range' ? [parameterOf(filter, 'min'), parameterOf(filter, 'max')] : [filter.name]

export const parameterOf = ({ name }: RangeFilter, bound: Bound): RangeParameter => `${name}_${bound}`

const boundSchema = ({ name, unit }: RangeFilter, bound: Bound) =>
  Type.Optional(
    Type.Number({
      minimum: 0,
      description: `Only foods with at ${bound === 'min' ? 'least' : 'most'} this much ${nutrientTable[name].name} in ${unit} per 100 g; an unknown value does not pass`,
    }),
  )

const parameters = {
  ...(Object.fromEntries(table.map(({ name, api }) => [name, api])) as {
    [Name in Row['name']]: Extract<Row, { name: Name }>['api']
  }),
  ...(Object.fromEntries(
    ranges.flatMap(filter =>
      (['min', 'max'] as const).map(bound => [parameterOf(filter, bound), boundSchema(filter, bound)]),
    ),
  ) as Record<RangeParameter, TOptional<TNumber>>),
}

const { source, category, has_image, ...others } = parameters

/** Searches have it in addition to those of all lists. */
export const sourceParameter = { source }

/** The parameters of the API that are filters, in the order in which errors are reported: those of the interface first. */
export const filterParameters = { category, has_image, ...others }

/** The columns that the conditions read, with their types. */
export const filterColumns: Readonly<Record<string, string>> = Object.assign(
  {},
  ...searchFilters.map(({ columns }) => columns),
)

/** The SQL condition that a row of `foods` passes the filters, given as the SQL of JSON. */
export const passesFilters = (filters: string): string =>
  `passes_filters(${filters}, ${Object.keys(filterColumns).join(', ')})`

/**
 * The same for these filters only: faster for many rows, but planned for each statement. `offset 0` keeps PostgreSQL from joining
 * all details before the first food is compared.
 */
export function passesTheseFilters(filters: string, { sql }: SearchFilters): string {
  const used = searchFilters.filter(({ name }) => name in sql)
  const conditionsOf = (some: readonly Filter[]) =>
    some.map(({ name, condition }) => `(${condition(`${filters}->'${name}'`, `(${filters}->>'${name}')`)})`)
  const ofDetails = conditionsOf(used.filter(({ isOfDetails }) => isOfDetails))
  return [
    ...conditionsOf(used.filter(({ isOfDetails }) => !isOfDetails)),
    ...(ofDetails.length === 0
      ? []
      : [`exists (select from food_details where food_id = id and ${ofDetails.join(' and ')} offset 0)`]),
  ].join(' and ')
}

/** What a search compares foods with. */
export interface SearchFilters {
  /** Values by the name of the filter, as the conditions compare them. */
  sql: Record<string, unknown>
  /** Every food that passes contains a term of each list, so that the index finds it. */
  terms: string[][]
}

/** What a filter in use compares with: one text or several, a range, or true for a flag. */
export type FilterValue = string | string[] | Range | true

/** A filter in use, with the parameters that set it. */
export interface ActiveFilter {
  filter: Filter
  parameters: string[]
  value: FilterValue
}

/** As `passes_filters` takes them. */
export const toJson = (filters: SearchFilters | null): string | null =>
  filters === null ? null : JSON.stringify(filters.sql)

/** As a part of a full-text query. Terms consist of letters and digits, so quoting them needs no escaping. */
export const anyTerm = (terms: string[]): string => `(${terms.map(term => `'${term}'`).join(' | ')})`

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

const maxValueLength = 200

/** Reads the filters from a query string; values that it cannot use are ignored. */
export function parseFilters(read: (parameter: string) => string): ParsedFilters {
  const active: ActiveFilter[] = []
  const ignored: IgnoredFilter[] = []
  for (const filter of searchFilters) {
    const parameters = parametersOf(filter)
    const texts = parameters.map(name => read(name).trim().slice(0, maxValueLength))
    const given = texts.filter(text => text !== '')
    if (given.length === 0) continue
    const values = texts.map(text => (text === '' ? undefined : parseText(filter, text)))
    const value = filterValueOf(filter, values)
    const isUnusable = values.filter(each => each !== undefined).length < given.length
    if (isUnusable || value === undefined || isEmptyRange(value)) ignored.push({ filter, values: given })
    else active.push({ filter, parameters, value })
  }
  return { filters: toFilters(active), active, ignored }
}

/** The filters that a request of the API sets, by the values of its parameters. */
export function filtersOf(given: Readonly<Record<string, unknown>>): SearchFilters | null {
  return toFilters(
    searchFilters.flatMap(filter => {
      const parameters = parametersOf(filter)
      const values = parameters.map(name => given[name])
      const value = filterValueOf(filter, values)
      return value === undefined ? [] : { filter, parameters, value }
    }),
  )
}

/** Undefined if the values of its parameters do not set the filter. */
function filterValueOf(filter: Filter, [value, other]: unknown[]): FilterValue | undefined {
  switch (filter.kind) {
    case 'choice':
    case 'text':
      return typeof value === 'string' && value !== '' ? value : undefined
    case 'flag':
      return value === true ? value : undefined
    case 'list':
      return Array.isArray(value) ? value : undefined
    case 'range': {
      const [min, max] = [boundOf(value), boundOf(other)]
      return min === null && max === null ? undefined : { min, max }
    }
  }
}

// No food has more of anything, and the type of the columns has no larger numbers.
const maxBound = 1_000_000
const decimals = 6

const boundOf = (value: unknown): number | null =>
  typeof value === 'number' ? Math.min(maxBound, Number(value.toFixed(decimals))) : null

const isRange = (value: FilterValue): value is Range => typeof value === 'object' && 'min' in value

const isEmptyRange = (value: FilterValue): boolean =>
  isRange(value) && value.min !== null && value.max !== null && value.min > value.max

function toFilters(active: readonly ActiveFilter[]): SearchFilters | null {
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

function sqlValueOf(filter: Filter, value: FilterValue): unknown {
  if (isRange(value)) return [value.min, value.max]
  if (filter.kind === 'list' && Array.isArray(value)) return filter.toSql(value)
  return hasText(filter) && typeof value === 'string' ? (filter.toSql?.(value) ?? value) : value
}

const termsOf = (filter: Filter, value: FilterValue): string[][] =>
  hasText(filter) && typeof value === 'string' ? (filter.terms?.(value) ?? []) : []

/** What the text of a form means; undefined for a value that cannot be used. */
function parseText(filter: Filter, text: string): unknown {
  switch (filter.kind) {
    case 'choice':
      return filter.options.includes(text) ? text : undefined
    case 'text':
      return filter.parse(text)
    case 'flag':
      return text === 'true' ? true : undefined
    case 'list': {
      const values = [...new Set(text.split(',').map(each => each.trim()))]
      return values.every(each => filter.options.includes(each)) ? values : undefined
    }
    case 'range':
      return parseAmount(text)
  }
}

/** Undefined for anything but a decimal number; a decimal comma is accepted. */
function parseAmount(text: string): number | undefined {
  return /^\d{1,6}(?:[.,]\d{1,6})?$/.test(text) ? Number(text.replace(',', '.')) : undefined
}
