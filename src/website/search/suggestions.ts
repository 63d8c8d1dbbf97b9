// The suggestions below a search field, as options of its list.
import type { Food } from '../../food/food.ts'
import { estimateSource, isGenericFood } from '../../food/sources.ts'
import type { Suggestion } from '../../search/suggest/suggest.ts'
import { comparePath } from '../compare/comparison.ts'
import { categoryTileMarkup } from '../components/category-tile.tsx'
import { approximate } from '../components/estimated-amount.ts'
import { pictureMarkup } from '../components/food-list.tsx'
import { iconMarkup } from '../components/icon.tsx'
import { portionText } from '../food/asked-portion.ts'
import { inPortion } from '../food/label-numbers.ts'
import type { Portion } from '../food/portion.ts'
import { formats } from '../i18n/format.ts'
import { type Locale, localizeLinks } from '../i18n/locales.ts'
import type { IconName } from '../icons/icon-names.ts'
import { messages } from '../messages/compiled/index.ts'
import { type Markup, markup } from '../shell/markup.ts'
import type { AskedAmounts } from './asked-amounts.ts'

/** Where the options lead. */
export interface SuggestionLinks {
  pathOf: (food: Food, portion: Portion | undefined) => string
  searchPathOf: (q: string) => string
}

interface SuggestionList {
  q: string
  /** Best first, with the food where it is one. */
  suggestions: (Pick<Suggestion, 'text' | 'query'> & { food: Food | undefined })[]
  amounts: AskedAmounts | undefined
  /** Whether the page that shows them may load photos. */
  hasPhotos: boolean
  /** The foods that the query asks to compare. */
  compared: Food[]
  links: SuggestionLinks
}

export function suggestionsMarkup(list: SuggestionList, locale: Locale): string {
  const { q, suggestions, amounts, compared, hasPhotos, links } = list
  const options = suggestions.map(({ text, query, food }) => {
    if (food === undefined) return linkMarkup(text, links.searchPathOf(query))
    const portion = amounts?.get(food.id)
    return foodMarkup({ text, food, portion, path: links.pathOf(food, portion), hasPhotos }, locale)
  })
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

interface FoodOption {
  text: string
  food: Food
  /** That the query states. */
  portion: Portion | undefined
  path: string
  hasPhotos: boolean
}

function foodMarkup({ text, food, portion, path, hasPhotos }: FoodOption, locale: Locale): Markup {
  const t = messages[locale].shared
  const isEstimate = food.source === estimateSource
  const energy = food.calories_kcal === null ? null : inPortion(food.calories_kcal, portion?.grams ?? 100)
  const about = isEstimate ? t.aiEstimate : subline(text, food, locale)
  return markup`
    <a class="combo-opt" role="option" aria-selected="false" href="${path}">
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
  if (isGenericFood(food))
    return text.startsWith(food.name) ? messages[locale].shared.referenceFood : food.name
  return food.brand !== null && !text.endsWith(food.brand) ? food.brand : ''
}
