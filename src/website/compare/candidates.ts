// Foods that can be added to a comparison, and examples of comparisons.

import type { Food } from '../../food/food.ts'
import { pagePath } from '../../food/page-path.ts'
import { estimateSource, isGenericFood } from '../../food/sources.ts'
import { approximate } from '../components/estimated-amount.ts'
import { pictureMarkup } from '../components/food-list.tsx'
import { iconMarkup } from '../components/icon.tsx'
import { categoryName } from '../components/names.ts'
import { formats } from '../i18n/format.ts'
import type { Locale } from '../i18n/locales.ts'
import { messages } from '../messages/compiled/index.ts'
import { type Markup, markup } from '../shell/markup.ts'
import { type Comparison, comparePath } from './comparison.ts'

export function candidatesMarkup(foods: Food[], { ids, per }: Comparison, locale: Locale): Markup {
  const t = messages[locale].compare
  const { notStated, kcalPer100g } = messages[locale].shared
  return markup`
    <ul class="cmp-list">
      ${foods.map(
        food => markup`
          <li>
            ${pictureMarkup(food)}
            <div>
              <p class="food-name"><a href="${food.static_url ?? pagePath(food.id, food.name)}">${food.name}</a></p>
              <p class="food-sub">
                ${originMarkup(food, locale)}
                <span>
                  ${
                    food.calories_kcal === null
                      ? markup`<span class="unknown">${notStated}</span>`
                      : `${food.source === estimateSource ? approximate(food.calories_kcal, 'kcal', locale) : formats[locale].number(food.calories_kcal)} ${kcalPer100g}`
                  }
                </span>
              </p>
            </div>
            <a class="btn" href="${comparePath({ ids: [...ids, food.id], per })}" aria-label="${t.addNamed({ food: food.name })}">
              ${iconMarkup('plus', true)}${t.add}
            </a>
          </li>`,
      )}
    </ul>`
}

/** The brand, or what kind of data it is. */
export function originMarkup(food: Food, locale: Locale): Markup {
  const { aiEstimate, referenceFood } = messages[locale].shared
  if (food.source === estimateSource)
    return markup`<span class="badge badge-estimate">${iconMarkup('sparkles')}${aiEstimate}</span>`
  if (food.brand !== null) return markup`<span>${food.brand}</span>`
  return isGenericFood(food) ? markup`<span>${referenceFood}</span>` : markup``
}

export function examplesMarkup(pairs: [Food, Food][], locale: Locale): Markup {
  const t = messages[locale].compare
  return markup`
    <ul class="cmp-examples">
      ${pairs.map(
        ([one, other]) => markup`
          <li>
            <a href="${comparePath({ ids: [one.id, other.id] })}">
              <span class="cmp-pair">${pictureMarkup(one)}${pictureMarkup(other)}</span>
              <span>
                <b>${t.pair({ one: one.name, other: other.name })}</b>
                <small>${categoryName(one.category ?? '', locale)}</small>
              </span>
            </a>
          </li>`,
      )}
    </ul>`
}
