// The suggestions below a search field, as options of its list.
import type { Food } from '../../food/food.ts'
import { estimateSource, isGenericFood } from '../../food/sources.ts'
import type { Suggestion } from '../../search/suggest/suggest.ts'
import { comparePath } from '../compare/comparison.ts'
import { categoryTileMarkup } from '../components/category-tile.tsx'
import { approximate } from '../components/estimated-amount.ts'
import { pictureMarkup } from '../components/food-list.tsx'
import { iconMarkup } from '../components/icon.tsx'
import { formats } from '../i18n/format.ts'
import { type Locale, localizeLinks } from '../i18n/locales.ts'
import type { IconName } from '../icons/icon-names.ts'
import { messages } from '../messages/compiled/index.ts'
import { type Markup, markup } from '../shell/markup.ts'

/** Where the options lead. */
export interface SuggestionLinks {
  pathOf: (food: Food) => string
  searchPathOf: (q: string) => string
}

interface SuggestionList {
  q: string
  /** Best first, with the food where it is one. */
  suggestions: (Pick<Suggestion, 'text' | 'query'> & { food: Food | undefined })[]
  /** Whether the page that shows them may load photos. */
  hasPhotos: boolean
  /** The foods that the query asks to compare. */
  compared: Food[]
  links: SuggestionLinks
}

export function suggestionsMarkup(list: SuggestionList, locale: Locale): string {
  const { q, suggestions, compared, hasPhotos, links } = list
  const options = suggestions.map(({ text, query, food }) =>
    food === undefined
      ? linkMarkup(text, links.searchPathOf(query))
      : foodMarkup(text, food, links.pathOf(food), hasPhotos, locale),
  )
  const all = linkMarkup(messages[locale].search.searchFor({ q }), links.searchPathOf(q), 'combo-all')
  const { html } = markup`${compared.length > 0 && comparisonMarkup(compared, locale)}${options}${all}`
  return localizeLinks(html, locale)
}

function linkMarkup(text: string, path: string, className = '', icon: IconName = 'search'): Markup {
  return markup`
    <a class="combo-opt ${className}" role="option" aria-selected="false" href="${path}">
      <span class="tile tile-stone">${iconMarkup(icon)}</span>
      <span><b>${text}</b></span>
    </a>`
}

function comparisonMarkup(foods: Food[], locale: Locale): Markup {
  const text = messages[locale].compare.titleOf({
    foods: formats[locale].list(foods.map(({ name }) => name)),
  })
  return linkMarkup(text, comparePath({ ids: foods.map(({ id }) => id) }), '', 'git-compare-arrows')
}

/** Without a full referrer: on a search page it would count as a result of that search (counted-searches.ts). */
function foodMarkup(text: string, food: Food, path: string, hasPhotos: boolean, locale: Locale): Markup {
  const t = messages[locale].shared
  const isEstimate = food.source === estimateSource
  return markup`
    <a class="combo-opt" role="option" aria-selected="false" referrerpolicy="origin" href="${path}">
      ${hasPhotos ? pictureMarkup(food) : categoryTileMarkup(food.category)}
      <span><b>${text}</b><small>${isEstimate ? t.aiEstimate : subline(text, food, locale)}</small></span>
      <span class="num">
        ${
          food.calories_kcal === null
            ? markup`<span class="unknown">${t.notStated}</span>`
            : markup`${isEstimate ? approximate(food.calories_kcal, 'kcal', locale) : formats[locale].number(food.calories_kcal)} <span class="unit">kcal</span>`
        }
      </span>
    </a>`
}

/** What the text does not say: the name of the food if it is called otherwise, or its brand. */
function subline(text: string, food: Food, locale: Locale): string {
  if (isGenericFood(food)) return food.name === text ? messages[locale].shared.referenceFood : food.name
  return food.brand !== null && !text.endsWith(food.brand) ? food.brand : ''
}
