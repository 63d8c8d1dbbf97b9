// US Nutrition Facts label: 21 CFR 101.9(d).
import type { Food } from '../../food/food.ts'
import { usLabelLines } from '../../food/nutrients.ts'
import { type Markup, markup, toNode } from '../shell/markup.ts'
import { valueInPortion } from './nutrient-value.ts'

export function UsLabel({ food, grams }: { food: Food; grams: number }) {
  return toNode(markup`
    <section class="label us-label" aria-label="US nutrition facts">
      <p class="label-food">${food.name}</p>
      <h3>Nutrition Facts</h3>
      <p class="us-serving"><span>Portion</span> <span><span data-portion>${grams}</span> g</span></p>
      <table>
        <thead>
          <tr class="us-calories">
            <th scope="row"><span class="us-above">Amount per portion</span> Calories</th>
            <td>${valueInPortion(food.calories_kcal, 'us-energy', grams)}</td>
          </tr>
          <tr class="us-daily"><td></td><th scope="col">% Daily Value*</th></tr>
        </thead>
        <tbody>${usLabelLines.map(line => row(line, food, grams))}</tbody>
      </table>
      <p class="us-note">* The % Daily Value shows how much a nutrient in this portion contributes to a daily diet of 2,000 calories. This label omits added sugars and trans fat.</p>
    </section>`)
}

function row(line: (typeof usLabelLines)[number], food: Food, grams: number): Markup {
  const { nutrient, name, rounding, row, dailyValue } = line
  const value = food[nutrient]
  const percentRounding = row === 'mineral' ? 'us-mineral-percent' : 'us-percent'
  return markup`
    <tr class="us-${row}">
      <th scope="row"><span class="us-name">${name}</span> ${valueInPortion(value, rounding, grams)}</th>
      <td>${
        dailyValue !== undefined &&
        value !== null &&
        valueInPortion((100 * value) / dailyValue, percentRounding, grams)
      }</td>
    </tr>`
}
