// US Nutrition Facts label: 21 CFR 101.9(d). It is in English in every language, like its numbers.

import type { Food } from '../../food/food.ts'
import { usLabelLines } from '../../food/nutrients.ts'
import type { Locale } from '../i18n/locales.ts'
import { messages } from '../messages/compiled/index.ts'
import { type Markup, markup } from '../shell/markup.ts'
import { valueInPortion } from './nutrient-value.ts'
import { type Portion, portionName } from './portion.ts'

export function usLabel(food: Food, portion: Portion, locale: Locale): Markup {
  return markup`
    <section class="label-us" aria-label="${messages[locale].food.usLabel}" lang="en">
      <p class="title">Nutrition Facts</p>
      <p class="serving"><span>Portion size</span><span data-portion-name>${portionName(portion, locale)}</span></p>
      <p class="calories"><span><small>Amount per portion</small>Calories</span><b>${valueInPortion(food.calories_kcal, 'us-energy', portion, 'en')}</b></p>
      <table>
        <thead><tr><th scope="col" colspan="2">% Daily Value*</th></tr></thead>
        <tbody>${usLabelLines.map(line => row(line, food, portion))}</tbody>
      </table>
      <p>* The % Daily Value shows how much a nutrient in this portion contributes to a daily diet of 2,000 calories. This label omits added sugars and trans fat.</p>
    </section>`
}

const classes = { main: '', part: 'part', mineral: 'last' } as const

function row(line: (typeof usLabelLines)[number], food: Food, portion: Portion): Markup {
  const { nutrient, name, rounding, row, dailyValue } = line
  const value = food[nutrient]
  // The thick rule of the label is below protein.
  const look = nutrient === 'protein_g' ? 'thick' : classes[row]
  const percentRounding = row === 'mineral' ? 'us-mineral-percent' : 'us-percent'
  return markup`
    <tr${look !== '' && markup` class="${look}"`}>
      <th scope="row">${row === 'part' ? name : markup`<b>${name}</b>`} ${valueInPortion(value, rounding, portion, 'en')}</th>
      <td>${
        dailyValue !== undefined &&
        value !== null &&
        valueInPortion((100 * value) / dailyValue, percentRounding, portion, 'en')
      }</td>
    </tr>`
}
