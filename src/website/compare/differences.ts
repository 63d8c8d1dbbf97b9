// Which food has more of what, as sentences with bars. The bars repeat the sentences, so screen readers skip them.

import { type Nutrient, nutrientTable } from '../../food/nutrients.ts'
import { estimateSource } from '../../food/sources.ts'
import { approximate } from '../components/estimated-amount.ts'
import { keepUnits } from '../food/label-numbers.ts'
import { formats } from '../i18n/format.ts'
import type { Locale } from '../i18n/locales.ts'
import { messages } from '../messages/compiled/index.ts'
import { type Markup, markup } from '../shell/markup.ts'
import { amountOf, type ComparedFood, type Difference, decimalsOf, differencesOf } from './comparison.ts'

export function differencesMarkup(foods: ComparedFood[], locale: Locale): Markup {
  const differences = differencesOf(foods)
  if (differences.length === 0) return markup``
  return markup`
    <section class="stack" aria-labelledby="differences-title">
      <h2 id="differences-title">${messages[locale].compare.differences}</h2>
      <ul class="cmp-diffs card">${differences.map(each => differenceMarkup(each, foods, locale))}</ul>
    </section>`
}

function differenceMarkup(difference: Difference, foods: ComparedFood[], locale: Locale): Markup {
  const { nutrient, most } = difference
  const amounts = foods.map(compared => amountOf(compared, nutrient) ?? 0)
  const max = Math.max(...amounts)
  return markup`
    <li>
      <p>${sentenceOf(difference, foods.length, locale)}</p>
      <div class="cmp-bars" aria-hidden="true">
        ${foods.map((compared, index) => {
          const share = (100 * (amounts[index] ?? 0)) / max
          return markup`<span>${compared.food.name}</span><svg${compared === most && maxClass}><rect width="${share.toFixed(1)}%" height="100%" rx="3"></rect></svg><span class="tnum">${shownAmount(compared, nutrient, locale)}</span>`
        })}
      </div>
    </li>`
}

const maxClass = markup` class="most"`

function sentenceOf({ nutrient, most, least }: Difference, foods: number, locale: Locale): string {
  const t = messages[locale].compare
  const values = {
    food: most.food.name,
    nutrient: t.nutrientsInSentence[nutrient],
    high: shownAmount(most, nutrient, locale),
    low: shownAmount(least, nutrient, locale),
  }
  return keepUnits(foods === 2 ? t.more(values) : t.most({ ...values, other: least.food.name }))
}

/** With its unit; what is not stated is never a number. */
export function shownAmount(compared: ComparedFood, nutrient: Nutrient, locale: Locale): string {
  const amount = amountOf(compared, nutrient)
  if (amount === null) return messages[locale].shared.notStated
  const { unit } = nutrientTable[nutrient]
  const isEstimate = compared.food.source === estimateSource
  return `${isEstimate ? approximate(amount, unit, locale) : roundedAmount(amount, decimalsOf(nutrient), locale)} ${unit}`
}

/** A trace is not 0. */
function roundedAmount(amount: number, decimals: number, locale: Locale): string {
  const { number } = formats[locale]
  const step = 10 ** -decimals
  return amount > 0 && Math.round(amount / step) === 0
    ? `< ${number(step, decimals)}`
    : number(amount, decimals)
}
