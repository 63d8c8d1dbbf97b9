// EU nutrition declaration: Regulation (EU) 1169/2011, Annex XV. Fibre is optional there. The UK label is the same with the
// share of the reference intakes in another column.

import type { Food } from '../../food/food.ts'
import { euLabelLines, nutrientTable } from '../../food/nutrients.ts'
import { sourceFacts } from '../../food/sources.ts'
import { saltOf } from '../../food/traffic-lights.ts'
import type { Locale } from '../i18n/locales.ts'
import { type Messages, messages } from '../messages/compiled/index.ts'
import { type Markup, markup } from '../shell/markup.ts'
import { perPortion, valueInPortion, valuePer100 } from './nutrient-value.ts'
import type { Portion } from './portion.ts'
import type { Reader } from './reader.ts'

type EuNutrient = keyof Messages['food']['euNutrients']

type EuLine = (typeof euLabelLines)[number]

const energyLine = nutrientTable.calories_kcal.euLabel ?? {}
const linesAfterEnergy = euLabelLines.filter(({ nutrient }) => nutrient !== 'calories_kcal')

/** Annex I, point 6: carbohydrate without fibre. Null if unknown; with the fibre only where a source does not state the fibre. */
export function carbsOnEuLabel(food: CarbsInput): number | null {
  const { carbs_g: carbs, fiber_g: fiber, sugar_g: sugar } = food
  if (carbs === null || fiber === null || sourceFacts[food.source].carbsIncludeFiber !== true) return carbs
  return Math.min(carbs, Math.max(0, sugar ?? 0, carbs - fiber))
}

/** Whether the label has another amount of carbohydrate than the source and the API. */
export const isWithoutFiberOnEuLabel = (food: CarbsInput): boolean => carbsOnEuLabel(food) !== food.carbs_g

type CarbsInput = Pick<Food, 'source' | 'carbs_g' | 'fiber_g' | 'sugar_g'>

const hasFiberInCarbs = ({ source, carbs_g, fiber_g }: CarbsInput): boolean =>
  sourceFacts[source].carbsIncludeFiber === true && carbs_g !== null && fiber_g === null

export function euLabel(food: Food, portion: Portion, { locale, region }: Reader): Markup {
  const t = messages[locale].food
  const hasIntakes = region === 'uk'
  return markup`
    <section class="label-eu" aria-label="${t.euLabel}">
      <table>
        <caption>${t.euLabel}</caption>
        <thead>
          <tr>
            <td></td>
            <th scope="col">${messages[locale].shared.per100g}</th>
            <th scope="col">${perPortion(portion, locale)}</th>
            ${hasIntakes && markup`<th scope="col">${t.referenceIntake}</th>`}
          </tr>
        </thead>
        <tbody>
          <tr>
            <th scope="row">${t.euNutrients.calories_kcal}</th>
            ${energyCells(food.calories_kcal, portion, locale)}
            ${hasIntakes && intakeCell(energyLine, food.calories_kcal, portion, locale)}
          </tr>
          ${linesAfterEnergy.map(line => row(line, food, portion, locale, hasIntakes))}
        </tbody>
      </table>
    </section>`
}

function energyCells(energy: number | null, portion: Portion, locale: Locale): Markup {
  const per100 = valuePer100(energy, 'eu-kilojoules', locale)
  const perPortion = valueInPortion(energy, 'eu-kilojoules', portion, locale)
  if (energy === null) return markup`<td>${per100}</td><td>${perPortion}</td>`
  return markup`
    <td>${per100}<br/>${valuePer100(energy, 'eu-kilocalories', locale)}</td>
    <td>${perPortion}<br/>${valueInPortion(energy, 'eu-kilocalories', portion, locale)}</td>`
}

function row(line: EuLine, food: Food, portion: Portion, locale: Locale, hasIntakes: boolean): Markup {
  const { rounding, isPart } = line
  const nutrient = line.nutrient as EuNutrient
  const t = messages[locale].food
  const value = valueOnEuLabel(food, nutrient)
  return markup`
    <tr${isPart && partClass}>
      <th scope="row">${t.euNutrients[nutrient]}${nutrient === 'carbs_g' && hasFiberInCarbs(food) && markup` <small>(${t.carbsWithFiber})</small>`}</th>
      <td>${valuePer100(value, rounding, locale)}</td>
      <td>${valueInPortion(value, rounding, portion, locale)}</td>
      ${hasIntakes && intakeCell(line, value, portion, locale)}
    </tr>`
}

function valueOnEuLabel(food: Food, nutrient: EuNutrient): number | null {
  if (nutrient === 'carbs_g') return carbsOnEuLabel(food)
  const stated = food[nutrient]
  return nutrient === 'sodium_mg' && stated !== null ? saltOf(stated) : stated
}

const partClass = markup` class="part"`

function intakeCell(
  { referenceIntake }: Pick<EuLine, 'referenceIntake'>,
  value: number | null,
  portion: Portion,
  locale: Locale,
): Markup {
  if (referenceIntake === undefined || value === null) return noIntake
  return markup`<td>${valueInPortion((100 * value) / referenceIntake, 'percent', portion, locale)}</td>`
}

const noIntake = markup`<td></td>`
