// The suggestions below a search field, as options of its list.
import type { Food } from '../../food/food.ts'
import { pagePath } from '../../food/page-path.ts'
import { estimateSource, isGenericFood } from '../../food/sources.ts'
import type { Suggestion } from '../../search/suggest/suggest.ts'
import { categoryTileMarkup } from '../components/category-tile.tsx'
import { approximate } from '../components/estimated-amount.ts'
import { pictureMarkup } from '../components/food-list.tsx'
import { iconMarkup } from '../components/icon.tsx'
import { portionQuery, portionText } from '../food/asked-portion.ts'
import { inPortion } from '../food/label-numbers.ts'
import type { Portion } from '../food/portion.ts'
import { formats } from '../i18n/format.ts'
import { type Locale, localizeLinks } from '../i18n/locales.ts'
import { messages } from '../messages/compiled/index.ts'
import { type Markup, markup } from '../shell/markup.ts'
import type { AskedAmounts } from './asked-amounts.ts'

interface SuggestionList {
  q: string
  /** Best first, with the food where it is one. */
  suggestions: (Pick<Suggestion, 'text' | 'query'> & { food: Food | undefined })[]
  amounts: AskedAmounts
  /** Whether the page that shows them may load photos. */
  hasPhotos: boolean
}

export function suggestionsMarkup(
  { q, suggestions, amounts, hasPhotos }: SuggestionList,
  locale: Locale,
): string {
  const options = suggestions.map(({ text, query, food }) =>
    food === undefined
      ? searchMarkup(text, query)
      : foodMarkup(text, food, amounts?.get(food.id), hasPhotos, locale),
  )
  const { html } = markup`${options}${searchMarkup(messages[locale].search.searchFor({ q }), q, 'combo-all')}`
  return localizeLinks(html, locale)
}

function searchMarkup(text: string, query: string, className = ''): Markup {
  return markup`
    <a class="combo-opt ${className}" role="option" aria-selected="false" href="/search?${String(new URLSearchParams({ q: query }))}">
      <span class="tile tile-stone">${iconMarkup('search')}</span>
      <span><b>${text}</b></span>
    </a>`
}

/** Without a full referrer: on a search page it would count as a result of that search (counted-searches.ts). */
function foodMarkup(
  text: string,
  food: Food,
  portion: Portion | undefined,
  hasPhotos: boolean,
  locale: Locale,
): Markup {
  const t = messages[locale].shared
  const isEstimate = food.source === estimateSource
  const energy = food.calories_kcal === null ? null : inPortion(food.calories_kcal, portion?.grams ?? 100)
  const path = food.static_url ?? pagePath(food.id, food.name)
  const about = isEstimate ? t.aiEstimate : subline(text, food, locale)
  return markup`
    <a class="combo-opt" role="option" aria-selected="false" referrerpolicy="origin" href="${path}${portion && portionQuery(portion)}">
      ${hasPhotos ? pictureMarkup(food) : categoryTileMarkup(food.category)}
      <span><b>${text}</b><small>${portion ? portionText(portion, locale) : about}</small></span>
      <span class="num">
        ${
          energy === null
            ? markup`<span class="unknown">${t.notStated}</span>`
            : markup`${isEstimate ? approximate(energy, 'kcal', locale) : formats[locale].number(energy)} <span class="unit">kcal</span>`
        }
      </span>
    </a>`
}

/** What the text does not say: the name of the food if it is called otherwise, or its brand. */
function subline(text: string, food: Food, locale: Locale): string {
  if (isGenericFood(food)) return food.name === text ? messages[locale].shared.referenceFood : food.name
  return food.brand !== null && !text.endsWith(food.brand) ? food.brand : ''
}
