// The form with the filters of a search. The order of the results belongs to it too, but is shown above them.
import { categories, categoryTrail } from '../../food/categories.ts'
import { sourceIds } from '../../food/sources.ts'
import {
  type ChoiceFilter,
  type FlagFilter,
  type ListFilter,
  parameterOf,
  type RangeFilter,
  searchFilters,
  type TextFilter,
} from '../../search/filters.ts'
import { type SortOrder, sortOrders } from '../../search/sorting.ts'
import { Icon } from '../components/icon.tsx'
import { categoryName, sourceName } from '../components/names.ts'
import type { Locale } from '../i18n/locales.ts'
import { useLocale, useMessages } from '../i18n/messages.ts'
import type { Messages } from '../messages/compiled/index.ts'
import { type Markup, markup, toNode } from '../shell/markup.ts'
import { allergenTerm } from '../vocabulary/vocabulary.ts'
import { formFiltersOf, kindFilter, kindOf, type SearchQuery, searchPath } from './search-query.ts'

const formId = 'filters'

export function FilterForm({ query }: { query: SearchQuery }) {
  const t = useMessages('search')
  const active = formFiltersOf(query)
  const kind = kindOf(query)
  return (
    <aside class="rail" aria-label={t.filters}>
      <details class="filters" open={query.ignored.length > 0}>
        <summary class="btn">
          <Icon name="list-filter" />
          {t.filters}
          {active.length > 0 && (
            <>
              {' '}
              <span class="badge badge-ok" aria-hidden="true">
                {active.length}
              </span>
              <span class="sr">, {t.filtersOf({ count: active.length })}</span>
            </>
          )}
        </summary>
        <form id={formId} class="stack" action="/search" data-filters>
          <input type="hidden" name="q" value={query.q} />
          {kind && <input type="hidden" name={kindFilter} value={kind} />}
          {query.view !== 'rows' && <input type="hidden" name="view" value={query.view} />}
          <div class="between">
            <h2 class="rail-h">{t.filters}</h2>
            {active.length > 0 && (
              <a
                class="more"
                href={searchPath(query, { without: active.flatMap(({ parameters }) => parameters) })}
              >
                {t.reset}
              </a>
            )}
          </div>
          <fieldset class="fieldset">
            <legend>{t.data}</legend>
            {flags.map(filter => (
              <Check key={filter.name} filter={filter} query={query} />
            ))}
          </fieldset>
          {fields.map(filter =>
            filter.kind === 'text' ? (
              <TextInput key={filter.name} filter={filter} query={query} />
            ) : (
              <Select key={filter.name} filter={filter} query={query} />
            ),
          )}
          {lists.map(filter => (
            <Checks key={filter.name} filter={filter} query={query} />
          ))}
          <Ranges query={query} />
          <button type="submit" class="btn btn-primary btn-block filters-apply">
            {t.apply}
          </button>
        </form>
      </details>
    </aside>
  )
}

const flags = searchFilters.filter((filter): filter is FlagFilter => filter.kind === 'flag')
const lists = searchFilters.filter((filter): filter is ListFilter => filter.kind === 'list')
const ranges = searchFilters.filter((filter): filter is RangeFilter => filter.kind === 'range')
const fields = searchFilters.filter(
  (filter): filter is TextFilter | SelectFilter =>
    filter.kind === 'text' || (filter.kind === 'choice' && filter.name !== kindFilter),
)

function Check({ filter: { name }, query }: { filter: FlagFilter; query: SearchQuery }) {
  const t = useMessages('search')
  return (
    <label class="check">
      <input type="checkbox" name={name} value="true" checked={query.values.get(name) === 'true'} />
      <span>{t.names[name]}</span>
    </label>
  )
}

/** The page reads the values of all boxes as one list. */
function Checks({ filter: { name, options }, query }: { filter: ListFilter; query: SearchQuery }) {
  const t = useMessages('search')
  const locale = useLocale()
  const checked = query.values.get(name)?.split(',') ?? []
  return (
    <fieldset class="fieldset">
      <legend>{t.names[name]}</legend>
      {options.map(option => (
        <label key={option} class="check">
          <input type="checkbox" name={name} value={option} checked={checked.includes(option)} />
          <span>{allergenTerm(option, locale).text}</span>
        </label>
      ))}
      <p class="hint">{t.unknownAllergens}</p>
    </fieldset>
  )
}

function TextInput({ filter: { name, autocomplete }, query }: { filter: TextFilter; query: SearchQuery }) {
  const t = useMessages('search')
  const id = `filter-${name}`
  return (
    <div class="field">
      <label for={id}>{t.names[name]}</label>
      <input
        class="input"
        id={id}
        name={name}
        type="text"
        value={query.values.get(name)}
        maxlength={100}
        autocomplete={autocomplete}
      />
    </div>
  )
}

type SelectFilter = ChoiceFilter & { name: Exclude<ChoiceFilter['name'], typeof kindFilter> }

/** The options of each choice, with the names of their values. */
const optionsOf: Record<SelectFilter['name'], (selected: string | undefined, locale: Locale) => Markup> = {
  source: (selected, locale) =>
    markup`${sourceIds.map(source => optionMarkup(source === selected, sourceName(source, locale), source))}`,
  category: categoryOptions,
}

function Select({ filter: { name }, query }: { filter: SelectFilter; query: SearchQuery }) {
  const t = useMessages('search')
  const options = optionsOf[name](query.values.get(name), useLocale())
  const id = `filter-${name}`
  return (
    <div class="field">
      <label for={id}>{t.names[name]}</label>
      <span class="select-wrap">
        <select class="select" id={id} name={name}>
          <option value="">{t.any}</option>
          {toNode(options)}
        </select>
        <Icon name="chevron-down" small />
      </span>
    </div>
  )
}

const optionMarkup = (isSelected: boolean, label: string, value?: string): Markup =>
  markup`<option${value !== undefined && markup` value="${value}"`}${isSelected && markup` selected`}>${label}</option>`

const groups = Map.groupBy(categories, ({ name }) => categoryTrail(name)[0] ?? name)
const noneSelected = new Map<Locale, Markup>()

/** There are hundreds, so they are rendered again only for a selected one. */
function categoryOptions(selected: string | undefined, locale: Locale): Markup {
  if (selected) return renderCategoryOptions(selected, locale)
  const known = noneSelected.get(locale) ?? renderCategoryOptions(undefined, locale)
  noneSelected.set(locale, known)
  return known
}

function renderCategoryOptions(selected: string | undefined, locale: Locale): Markup {
  const optgroups = [...groups].map(([group, members]) => {
    const options = members.map(({ name }) =>
      optionMarkup(name === selected, categoryName(name, locale), name),
    )
    return markup`<optgroup label="${categoryName(group, locale)}">${options}</optgroup>`
  })
  return markup`${optgroups}`
}

function Ranges({ query: { values } }: { query: SearchQuery }) {
  const t = useMessages('search')
  const { nutrients } = useMessages('shared')
  const boundMarkup = (name: string, label: string, bound: string) =>
    markup`<input class="input" name="${name}" type="number" min="0" step="any" inputmode="decimal" aria-label="${label}" placeholder="${bound}" value="${values.get(name) ?? ''}"/>`
  return (
    <fieldset class="fieldset">
      <legend>{t.nutrition}</legend>
      {toNode(markup`
        <div class="ranges">
          ${ranges.map(range => {
            const { name, unit } = range
            const title = nutrients[name]
            return markup`
              <div class="range">
                <span>${title} <span class="unit">${unit}</span></span>
                ${boundMarkup(parameterOf(range, 'min'), t.boundOf({ nutrient: title, unit, bound: t.atLeast }), t.atLeast)}
                ${boundMarkup(parameterOf(range, 'max'), t.boundOf({ nutrient: title, unit, bound: t.atMost }), t.atMost)}
              </div>`
          })}
        </div>`)}
    </fieldset>
  )
}

/** Sent with the filters; the button is for browsers without JavaScript. */
export function SortSelect({ query }: { query: SearchQuery }) {
  const t = useMessages('search')
  const words = useMessages('shared')
  const options = sortOrders.map(order => {
    const isSelected = order.value === query.sort.value
    return optionMarkup(isSelected, sortLabel(order, t, words), order.value)
  })
  return (
    <>
      <div class="field">
        <label for="sort" class="sr">
          {t.sortBy}
        </label>
        <span class="select-wrap">
          <select class="select" id="sort" name="sort" form={formId}>
            {toNode(markup`${options}`)}
          </select>
          <Icon name="chevron-down" small />
        </span>
      </div>
      <noscript>
        <button type="submit" class="btn" form={formId}>
          {t.applySort}
        </button>
      </noscript>
    </>
  )
}

function sortLabel(
  { value, nutrient, isDescending }: SortOrder,
  { sort }: Messages['search'],
  { nutrients }: Messages['shared'],
): string {
  if (nutrient !== undefined)
    return (isDescending ? sort.highest : sort.lowest)({ nutrient: nutrients[nutrient] })
  if (value === 'popularity' || value === 'confidence' || value === 'name') return sort[value]
  return sort.relevance
}
