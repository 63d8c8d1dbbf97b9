// EU nutrition declaration: Regulation (EU) 1169/2011, Annex XV. Fibre is optional there. The UK label is the same with the
// share of the reference intakes (Annex XIII), a column that the style sheet shows only for it.

import type { Food } from '../../food/food.ts'
import { euLabelLines } from '../../food/nutrients.ts'
import { saltOf } from '../../food/traffic-lights.ts'
import type { Locale } from '../i18n/locales.ts'
import { type Messages, messages } from '../messages/compiled/index.ts'
import { type Markup, markup } from '../shell/markup.ts'
import { perPortion, valueInPortion, valuePer100 } from './nutrient-value.ts'
import type { Portion } from './portion.ts'

type EuNutrient = keyof Messages['food']['euNutrients']

/** Of an adult per day; salt for sodium. */
const referenceIntakes: Partial<Record<EuNutrient, number>> = {
  calories_kcal: 2_000,
  fat_g: 70,
  saturated_fat_g: 20,
  carbs_g: 260,
  sugar_g: 90,
  protein_g: 50,
  sodium_mg: 6,
}

const linesAfterEnergy = euLabelLines.filter(({ nutrient }) => nutrient !== 'calories_kcal')

export function euLabel(food: Food, portion: Portion, locale: Locale): Markup {
  const t = messages[locale].food
  return markup`
    <section class="label-eu" aria-label="${t.euLabel}">
      <table>
        <caption>${t.euLabel}</caption>
        <thead>
          <tr>
            <td></td>
            <th scope="col">${messages[locale].shared.per100g}</th>
            <th scope="col">${perPortion(portion, locale)}</th>
            <th scope="col" class="ri">${t.referenceIntake}</th>
          </tr>
        </thead>
        <tbody>
          <tr>
            <th scope="row">${t.euNutrients.calories_kcal}</th>
            ${energyCells(food.calories_kcal, portion, locale)}
            ${intakeCell('calories_kcal', food.calories_kcal, portion, locale)}
          </tr>
          ${linesAfterEnergy.map(line => row(line, food, portion, locale))}
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

function row(line: (typeof euLabelLines)[number], food: Food, portion: Portion, locale: Locale): Markup {
  const { rounding, isPart } = line
  const nutrient = line.nutrient as EuNutrient
  const stated = food[nutrient]
  const value = nutrient === 'sodium_mg' && stated !== null ? saltOf(stated) : stated
  return markup`
    <tr${isPart && partClass}>
      <th scope="row">${messages[locale].food.euNutrients[nutrient]}</th>
      <td>${valuePer100(value, rounding, locale)}</td>
      <td>${valueInPortion(value, rounding, portion, locale)}</td>
      ${intakeCell(nutrient, value, portion, locale)}
    </tr>`
}

const partClass = markup` class="part"`

function intakeCell(nutrient: EuNutrient, value: number | null, portion: Portion, locale: Locale): Markup {
  const intake = referenceIntakes[nutrient]
  if (intake === undefined || value === null) return noIntake
  return markup`<td class="ri">${valueInPortion((100 * value) / intake, 'percent', portion, locale)}</td>`
}

const noIntake = markup`<td class="ri"></td>`
