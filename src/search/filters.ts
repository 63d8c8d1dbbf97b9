// The filters of a search, declared once: how the website reads them from its address, what its form and its list of active
// filters show, and what sql/functions/passes_filters.sql compares.
import { categories, categoryWithDescendants } from '../food/categories.ts'
import { type Nutrient, nutrientTable, titleOfNutrient } from '../food/nutrients.ts'
import { type SourceId, sourceFacts, sourceIds } from '../food/sources.ts'
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
type FilterNutrient = (typeof filterNutrients)[number]

export interface FilterOption {
  value: string
  label: string
  /** The heading under which it is listed. */
  group?: string
}

interface FilterFacts {
  name: string
  label: string
}

export interface ChoiceFilter extends FilterFacts {
  kind: 'choice'
  options: readonly FilterOption[]
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
  unit: string
  max: number
  toSql(range: Range): SqlFilters
}

export type Filter = ChoiceFilter | TextFilter | FlagFilter | RangeFilter

const topLevelOf = new Map<string, string>()
for (const { name, parent } of categories)
  topLevelOf.set(name, parent === null ? name : (topLevelOf.get(parent) ?? parent))

/** In the order of the form. */
export const searchFilters: readonly Filter[] = [
  {
    kind: 'choice',
    name: 'category',
    label: 'Category',
    options: categories.map(({ name }) => {
      const group = topLevelOf.get(name) ?? name
      return { value: name, label: group === name ? `All ${name.toLowerCase()}` : name, group }
    }),
    toSql: category => ({ categories: categoryWithDescendants(category) }),
  },
  {
    kind: 'text',
    name: 'brand',
    label: 'Brand',
    autocomplete: 'off',
    parse: value => (tokenize(value).length === 0 ? undefined : value),
    toSql: brand => ({ brand: tokenize(brand).join(' ') }),
  },
  {
    kind: 'text',
    name: 'country',
    label: 'Sold in (country)',
    autocomplete: 'country-name',
    parse: value => countryName(value) ?? undefined,
    toSql: country => ({ country }),
  },
  {
    kind: 'choice',
    name: 'source',
    label: 'Source',
    options: sourceIds.map(value => ({ value, label: sourceFacts[value].label })),
    toSql: source => ({ source: source as SourceId }),
  },
  {
    kind: 'flag',
    name: 'complete',
    label: 'Only complete and checked data',
    toSql: () => ({ min_confidence: classes.complete.floor }),
  },
  { kind: 'flag', name: 'photo', label: 'Only with a photo', toSql: () => ({ has_image: true }) },
  ...filterNutrients.map(rangeOf),
]

function rangeOf(nutrient: FilterNutrient): RangeFilter {
  const { unit, limit } = nutrientTable[nutrient]
  return {
    kind: 'range',
    name: nutrient,
    label: titleOfNutrient(nutrient),
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

/** A filter in use, as text to show, with the parameters that set it. */
export interface ActiveFilter {
  parameters: string[]
  text: string
}

export interface ParsedFilters {
  filters: SearchFilters | null
  active: ActiveFilter[]
  /** Values that were ignored, as text to show. */
  ignored: string[]
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
  const ignored: string[] = []
  for (const { filter, parameters, values } of parsed) {
    if (values.every(value => value === '')) continue
    const found = parseValues(filter, values)
    if (found === undefined) {
      ignored.push(`${filter.label}: ${values.filter(value => value !== '').join(' to ')}`)
      continue
    }
    Object.assign(sql, found.sql)
    active.push({ parameters, text: found.text })
  }
  return { filters: active.length === 0 ? null : toFilters(sql), active, ignored }
}

export const filtersOfSource = (source: SourceId): SearchFilters => toFilters({ source })

/** Most foods are of this source, so checking each row is cheaper than to look the source up in the index. */
const commonSource: SourceId = 'off'

function toFilters(sql: SqlFilters): SearchFilters {
  const { source, brand } = sql
  return {
    sql,
    terms: [
      ...(source === undefined || source === commonSource ? [] : [`@${source}`]),
      ...(brand === undefined ? [] : new Set(brand.split(' '))),
    ],
  }
}

function parseValues(
  filter: Filter,
  [value = '', other = '']: string[],
): { sql: SqlFilters; text: string } | undefined {
  switch (filter.kind) {
    case 'choice': {
      const option = filter.options.find(each => each.value === value)
      return (
        option && {
          sql: filter.toSql(value),
          text: `${filter.label}: ${option.group ? value : option.label}`,
        }
      )
    }
    case 'text': {
      const text = filter.parse(value)
      return text === undefined ? undefined : { sql: filter.toSql(text), text: `${filter.label}: ${text}` }
    }
    case 'flag':
      return value === '1' ? { sql: filter.toSql(), text: filter.label } : undefined
    case 'range': {
      const [min, max] = [value, other].map(each => (each === '' ? null : parseAmount(each, filter.max)))
      if (min === undefined || max === undefined) return undefined
      if (min !== null && max !== null && min > max) return undefined
      return { sql: filter.toSql([min, max]), text: describeRange(filter, min, max) }
    }
  }
}

/** Undefined for anything but a number in the range; a decimal comma is accepted. */
function parseAmount(text: string, max: number): number | undefined {
  if (!/^\d{1,6}(?:[.,]\d{1,6})?$/.test(text)) return undefined
  const amount = Number(text.replace(',', '.'))
  return amount <= max ? amount : undefined
}

function describeRange({ label, unit }: RangeFilter, min: number | null, max: number | null): string {
  if (min === null) return `${label}: at most ${max} ${unit}`
  return max === null ? `${label}: at least ${min} ${unit}` : `${label}: ${min} to ${max} ${unit}`
}
