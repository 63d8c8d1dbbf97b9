// The suggestions below a search field, as options of its list.

import type { Food } from '../../food/food.ts'
import { pagePath } from '../../food/page-path.ts'
import { estimateSource, isGenericFood } from '../../food/sources.ts'
import { categoryTileMarkup } from '../components/category-tile.tsx'
import { approximate } from '../components/estimated-amount.ts'
import { pictureMarkup } from '../components/food-list.tsx'
import { iconMarkup } from '../components/icon.tsx'
import { formats } from '../i18n/format.ts'
import { type Locale, localizeLinks } from '../i18n/locales.ts'
import { messages } from '../messages/compiled/index.ts'
import { type Markup, markup } from '../shell/markup.ts'

interface Suggestions {
  q: string
  /** Best first. */
  foods: Food[]
  /** Whether the page that shows them may load photos. */
  hasPhotos: boolean
}

export function suggestionsMarkup({ q, foods, hasPhotos }: Suggestions, locale: Locale): string {
  const t = messages[locale].search
  const options = (members: Food[]) => members.map(food => optionMarkup(food, hasPhotos, locale))
  const [generic, products] = [foods.filter(isGenericFood), foods.filter(food => !isGenericFood(food))]
  const { html } = markup`
    ${groupMarkup(t.referenceFoods, options(generic))}
    ${groupMarkup(t.products, options(products))}
    <a class="combo-opt combo-all" role="option" aria-selected="false" href="/search?${String(new URLSearchParams({ q }))}">
      <span class="tile tile-stone">${iconMarkup('search')}</span>
      <span><b>${t.searchFor({ q })}</b></span>
    </a>`
  return localizeLinks(html, locale)
}

function groupMarkup(name: string, options: Markup[]): Markup {
  if (options.length === 0) return markup``
  return markup`
    <div role="group" aria-label="${name}">
      <p class="combo-group" role="presentation">${name}</p>
      ${options}
    </div>`
}

function optionMarkup(food: Food, hasPhotos: boolean, locale: Locale): Markup {
  const t = messages[locale].shared
  const subline = food.brand ?? (isGenericFood(food) ? t.referenceFood : '')
  const isEstimate = food.source === estimateSource
  return markup`
    <a class="combo-opt" role="option" aria-selected="false" href="${food.static_url ?? pagePath(food.id, food.name)}">
      ${hasPhotos ? pictureMarkup(food) : categoryTileMarkup(food.category)}
      <span><b>${food.name}</b><small>${isEstimate ? t.aiEstimate : subline}</small></span>
      <span class="num">
        ${
          food.calories_kcal === null
            ? markup`<span class="unknown">${t.notStated}</span>`
            : markup`${isEstimate ? approximate(food.calories_kcal, 'kcal', locale) : formats[locale].number(food.calories_kcal)} <span class="unit">kcal</span>`
        }
      </span>
    </a>`
}
