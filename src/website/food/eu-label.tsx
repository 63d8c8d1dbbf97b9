// EU nutrition declaration: Regulation (EU) 1169/2011, Annex XV. Fibre is optional there.
import type { Food } from '../../food/food.ts'
import { euLabelLines, type Nutrient } from '../../food/nutrients.ts'
import { type Markup, markup, toNode } from '../shell/markup.ts'
import { valueInPortion, valuePer100 } from './nutrient-value.ts'

// Annex I: salt = sodium × 2.5.
const saltPerSodium = 2.5

const linesAfterEnergy = euLabelLines.filter(({ nutrient }) => nutrient !== 'calories_kcal')

export function EuLabel({ food, grams }: { food: Food; grams: number }) {
  return toNode(markup`
    <section class="label eu-label" aria-label="EU nutrition declaration">
      <p class="label-food">${food.name}</p>
      <table>
        <caption>Nutrition declaration</caption>
        <thead>
          <tr>
            <td></td>
            <th scope="col">per 100\u00a0g</th>
            <th scope="col">per <span data-portion>${grams}</span>\u00a0g</th>
          </tr>
        </thead>
        <tbody>
          <tr>
            <th scope="row">Energy</th>
            ${energyCells(food.calories_kcal, grams)}
          </tr>
          ${linesAfterEnergy.map(line => row(line, food, grams))}
        </tbody>
      </table>
    </section>`)
}

function energyCells(energy: number | null, grams: number): Markup {
  const per100 = valuePer100(energy, 'eu-kilojoules')
  const perPortion = valueInPortion(energy, 'eu-kilojoules', grams)
  if (energy === null) return markup`<td>${per100}</td><td>${perPortion}</td>`
  return markup`
    <td>${per100}<br/>${valuePer100(energy, 'eu-kilocalories')}</td>
    <td>${perPortion}<br/>${valueInPortion(energy, 'eu-kilocalories', grams)}</td>`
}

function row(line: (typeof euLabelLines)[number], food: Food, grams: number): Markup {
  const { nutrient, name, rounding, isPart } = line
  const value = declaredValue(food, nutrient)
  return markup`
    <tr${isPart && markup` class="eu-part"`}>
      <th scope="row">${name}</th>
      <td>${valuePer100(value, rounding)}</td>
      <td>${valueInPortion(value, rounding, grams)}</td>
    </tr>`
}

function declaredValue(food: Food, nutrient: Nutrient): number | null {
  const value = food[nutrient]
  return nutrient === 'sodium_mg' && value !== null ? (value * saltPerSodium) / 1_000 : value
}
