// The form with the filters of a search. The order of the results belongs to it too, but is shown above them.
import type { VNode } from 'preact'
import { categories, categoryTrail } from '../../food/categories.ts'
import { nutrientTable } from '../../food/nutrients.ts'
import { sourceIds } from '../../food/sources.ts'
import { type FilterName, filterNutrients } from '../../search/filters.ts'
import { type SortOrder, sortOrders } from '../../search/sorting.ts'
import { categoryName } from '../components/category-name.ts'
import { Icon } from '../components/icon.tsx'
import { sourceName } from '../components/source-name.ts'
import type { Locale } from '../i18n/locales.ts'
import { useLocale, useMessages } from '../i18n/messages.ts'
import { type SharedMessages, shared } from '../messages/index.ts'
import { type Markup, markup, toNode } from '../shell/markup.ts'
import { searchMessages } from './messages/index.ts'
import { formFiltersOf, kindFilter, kindOf, type SearchQuery, searchPath } from './search-query.ts'

const formId = 'filters'

export function FilterForm({ query }: { query: SearchQuery }) {
  const t = useMessages(searchMessages)
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
              <span class="sr">, {t.filtersOf(active.length)}</span>
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
            <Check name="complete" query={query} />
            <Check name="photo" query={query} />
          </fieldset>
          <SourceSelect query={query} />
          <CategorySelect query={query} />
          <TextInput name="brand" autocomplete="off" query={query} />
          <TextInput name="country" autocomplete="country-name" query={query} />
          <Ranges query={query} />
          <button type="submit" class="btn btn-primary btn-block filters-apply">
            {t.apply}
          </button>
        </form>
      </details>
    </aside>
  )
}

type TextFilterName = Extract<FilterName, 'category' | 'brand' | 'country' | 'source' | 'complete' | 'photo'>

interface ControlProps {
  name: TextFilterName
  query: SearchQuery
}

function Check({ name, query }: ControlProps) {
  const t = useMessages(searchMessages)
  return (
    <label class="check">
      <input type="checkbox" name={name} value="1" checked={query.values.get(name) === '1'} />
      <span>{t.names[name]}</span>
    </label>
  )
}

function TextInput({ name, autocomplete, query }: ControlProps & { autocomplete: string }) {
  const t = useMessages(searchMessages)
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

function SourceSelect({ query }: { query: SearchQuery }) {
  const locale = useLocale()
  const value = query.values.get('source')
  return (
    <SelectField name="source">
      {toNode(
        markup`${sourceIds.map(source => optionMarkup(source === value, sourceName(source, locale), source))}`,
      )}
    </SelectField>
  )
}

function CategorySelect({ query }: { query: SearchQuery }) {
  const options = categoryOptions(query.values.get('category'), useLocale())
  return <SelectField name="category">{toNode(options)}</SelectField>
}

function SelectField({ name, children }: { name: TextFilterName; children: VNode }) {
  const t = useMessages(searchMessages)
  const id = `filter-${name}`
  return (
    <div class="field">
      <label for={id}>{t.names[name]}</label>
      <span class="select-wrap">
        <select class="select" id={id} name={name}>
          <option value="">{t.any}</option>
          {children}
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
  const t = useMessages(searchMessages)
  const { nutrients } = useMessages(shared)
  const boundMarkup = (name: string, label: string, bound: string) =>
    markup`<input class="input" name="${name}" type="number" min="0" step="any" inputmode="decimal" aria-label="${label}" placeholder="${bound}" value="${values.get(name) ?? ''}"/>`
  return (
    <fieldset class="fieldset">
      <legend>{t.nutrition}</legend>
      {toNode(markup`
        <div class="ranges">
          ${filterNutrients.map(nutrient => {
            const { unit } = nutrientTable[nutrient]
            const title = nutrients[nutrient]
            return markup`
              <div class="range">
                <span>${title} <span class="unit">${unit}</span></span>
                ${boundMarkup(`min_${nutrient}`, t.boundOf(title, unit, t.atLeast), t.atLeast)}
                ${boundMarkup(`max_${nutrient}`, t.boundOf(title, unit, t.atMost), t.atMost)}
              </div>`
          })}
        </div>`)}
    </fieldset>
  )
}

/** Sent with the filters; the button is for browsers without JavaScript. */
export function SortSelect({ query }: { query: SearchQuery }) {
  const t = useMessages(searchMessages)
  const words = useMessages(shared)
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
  { sort }: (typeof searchMessages)['en'],
  { nutrients }: SharedMessages,
): string {
  if (nutrient !== undefined) return (isDescending ? sort.highest : sort.lowest)(nutrients[nutrient])
  if (value === 'popularity' || value === 'confidence' || value === 'name') return sort[value]
  return sort.relevance
}
