// What a search found, and how the query was understood.
import type { ComponentChildren } from 'preact'
import type { CategoryCount } from '../../catalog/categories.ts'
import { barcodeCandidates } from '../../food/barcode.ts'
import type { Food } from '../../food/food.ts'
import { nutrientTable } from '../../food/nutrients.ts'
import { contributeTo, isSourceId } from '../../food/sources.ts'
import type { ActiveFilter, Filter } from '../../search/filters.ts'
import type { SearchPage } from '../../search/query/page.ts'
import type { MealPart } from '../../search/query/parse-meal.ts'
import type { Reason } from '../../search/ranking/reasons.ts'
import { comparePath } from '../compare/comparison.ts'
import { FoodCards, FoodList, pictureMarkup } from '../components/food-list.tsx'
import { Icon } from '../components/icon.tsx'
import { CategoryShelf, LinkedSection } from '../components/linked-section.tsx'
import { categoryName, sourceName } from '../components/names.ts'
import { Pager } from '../components/pager.tsx'
import { b, linkTo } from '../components/rich-text.tsx'
import { ViewSwitch } from '../components/view-switch.tsx'
import type { Locale } from '../i18n/locales.ts'
import { useFormat, useLocale, useMessages } from '../i18n/messages.ts'
import { mealPath } from '../meal/meal-address.ts'
import { markup, toNode } from '../shell/markup.ts'
import { allergenTerm, countryTerm } from '../vocabulary/vocabulary.ts'
import type { AskedAmounts } from './asked-amounts.ts'
import { SortSelect } from './filter-form.tsx'
import { formFiltersOf, kindOf, type SearchQuery, searchPath } from './search-query.ts'

export const maxResults = 20
/** Far more than a person needs; programs should use the API. */
export const searchesPerMinute = 120

/** Shown before anything is searched for. */
export interface Starters {
  foods: Food[]
  categories: CategoryCount[]
}

export type Result =
  | { kind: 'nothing typed'; isTooShort: boolean; starters: Starters }
  | { kind: 'too many'; retryAfter: number }
  | FoundPage

interface FoundPage {
  kind: 'page'
  page: SearchPage
  amounts: AskedAmounts
  /** The foods that the text lists; empty unless it may be a meal. */
  listedFoods: MealPart[]
}

const isBarcode = (q: string): boolean => barcodeCandidates(q).length > 0

/** Below the heading: how many foods there are, and how the query was read. */
export function Summary({ page, query }: { page: SearchPage; query: SearchQuery }) {
  const t = useMessages('search')
  const { foodCount } = useMessages('shared')
  const { total, isCut, interpretation, entries } = page
  if (total === 0) return null
  const words = interpretation?.isCompleted === true ? '' : (interpretation?.words?.join(' ') ?? '')
  const rewritten = { query: words, link: linkTo(searchPath(query, { q: words })) }
  const [first] = entries
  return (
    <p class="muted small didyou" role="status">
      {isCut ? t.atLeastFoods({ count: total }) : foodCount({ count: total })}
      {words !== '' && (
        <> · {interpretation?.match === 'partial' ? t.fewerWords(rewritten) : t.rewritten(rewritten)}</>
      )}
      {query.same > 0 && first && (
        <>
          {' '}
          · {t.allNamed({ name: [first.food.name, first.food.brand].filter(Boolean).join(', '), b })}{' '}
          <a href={searchPath(query, { same: 0 })}>{t.backToResults}</a>
        </>
      )}
    </p>
  )
}

/** Why the first food is first, on demand. */
export function WhyFirst({ page }: { page: SearchPage }) {
  const t = useMessages('search')
  const [first] = page.entries
  if (first === undefined || page.reasons.length === 0 || page.offset > 0) return null
  return (
    <details class="small muted">
      <summary>{t.why({ name: first.food.name })}</summary>
      <ul>
        {page.reasons.map(reason => (
          <li key={reason.kind}>{reasonText(t, reason)}</li>
        ))}
      </ul>
    </details>
  )
}

function reasonText(t: ReturnType<typeof useMessages<'search'>>, reason: Reason): ComponentChildren {
  switch (reason.kind) {
    case 'named':
      return t.whyNamed
    case 'other_name':
    case 'synonym':
      return t.whyOtherName
    case 'contains':
      return t.whyContains({ words: reason.words })
    case 'corrected':
    case 'completed':
      return t.whyCorrected({ words: reason.words })
    case 'fewer_words':
      return t.whyFewerWords({ words: reason.words })
    case 'fits':
      return t.whyFits
    case 'contradicts':
      return t.whyContradicts
    case 'laboratory':
      return t.whyLaboratory
    case 'agreement':
      return t.whyAgreement({ foods: reason.foods })
    case 'complete':
      return t.whyComplete
    case 'incomplete':
      return t.whyIncomplete
  }
}

/** The first row for a text that lists several foods. */
export function MealLink({ parts, q }: { parts: MealPart[]; q: string }) {
  const t = useMessages('search')
  const format = useFormat()
  if (parts.length === 0) return null
  return (
    <a class="meal-link" href={mealPath({ q })} rel="nofollow">
      <span class="tile tile-green">
        <Icon name="utensils" />
      </span>
      <span>
        <b>{t.asMeal}</b>
        <small>{format.list(parts.map(({ text }) => text))}</small>
      </span>
      <Icon name="arrow-right" />
    </a>
  )
}

/** The comparison that was asked for with “banana or apple”. */
export function ComparisonRow({ foods }: { foods: Food[] }) {
  const t = useMessages('compare')
  const format = useFormat()
  if (foods.length === 0) return null
  return (
    <p class="cmp-examples">
      <a href={comparePath({ ids: foods.map(({ id }) => id) })}>
        <span class="cmp-pair">{foods.map(food => toNode(pictureMarkup(food)))}</span>
        <b>{t.titleOf({ foods: format.list(foods.map(({ name }) => name)) })}</b>
        <Icon name="arrow-right" />
      </a>
    </p>
  )
}

export function KindTabs({ query }: { query: SearchQuery }) {
  const t = useMessages('search')
  const current = kindOf(query)
  return (
    <nav class="tabs" aria-label={t.kind}>
      {([undefined, 'generic', 'branded'] as const).map(kind => (
        <a
          key={kind ?? 'all'}
          href={searchPath(query, { kind, same: 0 })}
          aria-current={kind === current ? 'page' : undefined}
        >
          {t.kinds[kind ?? 'all']}
        </a>
      ))}
    </nav>
  )
}

type ResultsProps = Pick<FoundPage, 'page' | 'amounts'> & {
  query: SearchQuery
  /** Shown before the others. */
  compared: Food[]
}

export function Results({ page, amounts, query, compared }: ResultsProps) {
  const t = useMessages('search')
  return (
    <div class="results stack">
      <div class="between toolbar">
        <ActiveFilters query={query} />
        <div class="cluster">
          <SortSelect query={query} />
          <ViewSwitch view={query.view} hrefOf={view => searchPath(query, { view, offset: query.offset })} />
        </div>
      </div>
      {page.total > 0 ? (
        <FoundFoods page={page} amounts={amounts} query={query} compared={compared} />
      ) : (
        <NoResults query={query} />
      )}
      {page.total > 0 && (
        <div class="note">
          <Icon name="package-plus" />
          <p>{t.missing({ source: contributeTo.label, link: linkTo(contributeTo.url), b })}</p>
        </div>
      )}
    </div>
  )
}

function ActiveFilters({ query }: { query: SearchQuery }) {
  const t = useMessages('search')
  const describe = useFilterText()
  const active = formFiltersOf(query)
  return (
    <div class="stack-s">
      {active.length > 0 && (
        <ul class="cluster" aria-label={t.activeFilters}>
          {active.map(each => (
            <li key={each.filter.name}>
              <a class="chip" href={searchPath(query, { without: each.parameters })} aria-current="true">
                {describe.active(each)} <Icon name="x" small />
                <span class="sr">{t.removeFilter}</span>
              </a>
            </li>
          ))}
        </ul>
      )}
      {query.ignored.length > 0 && (
        <p class="error">
          <Icon name="circle-alert" small />
          {t.ignored({
            values: query.ignored
              .map(({ filter, values }) =>
                t.equals({ name: describe.name(filter), value: values.join(', ') }),
              )
              .join('; '),
          })}
        </p>
      )}
    </div>
  )
}

function useFilterText() {
  const t = useMessages('search')
  const { nutrients } = useMessages('shared')
  const format = useFormat()
  const locale = useLocale()
  const name = (filter: Filter): string =>
    filter.kind === 'range' ? nutrients[filter.name] : t.names[filter.name]
  const active = ({ filter, value }: ActiveFilter): string => {
    if (value === true) return name(filter)
    if (Array.isArray(value)) {
      const names = value.map(each => allergenTerm(each, locale).text)
      return t.equals({ name: name(filter), value: names.join(', ') })
    }
    if (typeof value === 'string') {
      if (filter.name === 'source' && isSourceId(value))
        return t.equals({ name: name(filter), value: sourceName(value, locale) })
      const shown: Partial<Record<Filter['name'], (value: string, locale: Locale) => string>> = {
        category: categoryName,
        country: countryTerm,
      }
      return t.equals({ name: name(filter), value: shown[filter.name]?.(value, locale) ?? value })
    }
    const { min, max } = value
    const unit = filter.kind === 'range' ? nutrientTable[filter.name].unit : ''
    const amount = (each: number) => `${format.number(each, 6)} ${unit}`
    if (min === null)
      return max === null ? name(filter) : t.maximum({ nutrient: name(filter), amount: amount(max) })
    return max === null
      ? t.minimum({ nutrient: name(filter), amount: amount(min) })
      : t.between({ nutrient: name(filter), min: format.number(min, 6), max: amount(max) })
  }
  return { name, active }
}

function FoundFoods({ page, amounts, query, compared }: ResultsProps) {
  const t = useMessages('search')
  const { entries, offset, total, isCut } = page
  const [first, last] = [offset + 1, offset + entries.length]
  const comparedIds = new Set(compared.map(({ id }) => id))
  const foods = [...compared, ...entries.flatMap(({ food }) => (comparedIds.has(food.id) ? [] : food))]
  const others = new Map(entries.map(entry => [entry.food.id, entry.others]))
  const more = ({ id, brand }: Food) => {
    const count = others.get(id) ?? 0
    if (count === 0) return undefined
    const path = searchPath(query, { same: id })
    return markup`<a class="food-more" href="${path}"><span>${t.moreEntries({ count })}<span class="wide-only">${brand === null ? t.withSameName : t.withSameNameAndBrand}</span></span></a>`
  }
  const hasMore = offset + maxResults < total
  return (
    <>
      <div>
        {query.view === 'cards' ? (
          <>
            <h2 class="sr">{t.cards}</h2>
            <FoodCards foods={foods} columns={4} amounts={amounts} />
          </>
        ) : (
          <FoodList foods={foods} amounts={amounts} more={more} />
        )}
      </div>
      {isCut && !hasMore && <p class="muted small">{t.bestMatches}</p>}
      <Pager
        offset={offset}
        pageSize={maxResults}
        hasMore={hasMore}
        total={total}
        label={isCut ? `${first}–${last}` : t.range({ first, last, total })}
        hrefAt={start => searchPath(query, { offset: start })}
      />
    </>
  )
}

function NoResults({ query }: { query: SearchQuery }) {
  const t = useMessages('search')
  const { q, same, active } = query
  const isCode = isBarcode(q)
  const editUrl = isCode ? contributeTo.editUrl(q.replace(/\D/g, ''), null) : null
  const text = isCode
    ? t.noBarcode
    : same > 0
      ? t.noMore
      : active.length > 0
        ? t.noMatchWithFilters
        : t.noMatch
  return (
    <div class="empty">
      <span class="tile tile-stone">
        <Icon name="search-x" />
      </span>
      <h2>{t.noResults({ q })}</h2>
      <p>{text}</p>
      <p class="cluster">
        {same > 0 && (
          <a class="btn" href={searchPath(query, { same: 0 })}>
            {t.backToResults}
          </a>
        )}
        {active.length > 0 && (
          <a class="btn btn-primary" href={`/search?${new URLSearchParams({ q })}`}>
            {t.removeFilters}
          </a>
        )}
        <a class="btn" href={editUrl ?? contributeTo.url}>
          {t.addProduct}
        </a>
        {isCode && (
          <a class="btn" href="/scan">
            {t.scan}
          </a>
        )}
      </p>
    </div>
  )
}

export function TooMany({ retryAfter }: { retryAfter: number }) {
  const t = useMessages('search')
  return (
    <div class="empty">
      <span class="tile tile-stone">
        <Icon name="timer" />
      </span>
      <h2>{t.tooMany}</h2>
      <p>{t.tooManyText({ limit: searchesPerMinute, seconds: retryAfter })}</p>
      <p>{t.useApi({ api: linkTo('/docs') })}</p>
    </div>
  )
}

export function NothingTyped({ isTooShort, starters }: { isTooShort: boolean; starters: Starters }) {
  const t = useMessages('search')
  const { foods, categories } = starters
  return (
    <>
      <div class="stack-s">
        {isTooShort && (
          <p class="error" role="status">
            <Icon name="circle-alert" small />
            {t.tooShort}
          </p>
        )}
        <p class="muted">
          {t.advice({
            first: 'choclate biscits',
            second: 'lait entier',
            link: q => <a href={`/search?${new URLSearchParams({ q })}`}>{q}</a>,
          })}
        </p>
      </div>
      {foods.length > 0 && (
        <LinkedSection class="stack" title={t.popular} href="/popular" more={t.allPopular}>
          <FoodCards foods={foods} columns={6} />
        </LinkedSection>
      )}
      {categories.length > 0 && (
        <LinkedSection class="stack" title={t.browse} href="/categories" more={t.allCategories}>
          <CategoryShelf categories={categories} />
        </LinkedSection>
      )}
    </>
  )
}
