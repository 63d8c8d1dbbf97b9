// Energy and macronutrients of the chosen portion, and where the energy comes from.

import type { FoodPageData } from '../../catalog/food-page.ts'
import { type Nutrient, nutrientTable } from '../../food/nutrients.ts'
import { formats } from '../i18n/format.ts'
import { byLocale, type Locale } from '../i18n/locales.ts'
import type { Region } from '../i18n/regions.ts'
import { messages } from '../messages/compiled/index.ts'
import { type Markup, markup } from '../shell/markup.ts'
import { type EnergyPart, energyShares } from './energy.ts'
import { carbsOnEuLabel, isWithoutFiberOnEuLabel } from './eu-label.ts'
import { formatNumber } from './label-numbers.ts'
import { valueInPortion } from './nutrient-value.ts'
import type { Portion } from './portion.ts'
import type { Reader } from './reader.ts'

const shown = [
  ['calories_kcal', undefined, 'whole'],
  ['protein_g', 'protein', 'figure'],
  ['carbs_g', 'carbs', 'figure'],
  ['fat_g', 'fat', 'figure'],
] as const satisfies [Nutrient, string | undefined, string][]

/** 21 CFR 101.9(c)(9), and Regulation (EU) 1169/2011, Annex XIII. */
export const dailyEnergy = { kcal: 2_000, kj: 8_400 }

const dailyValueOf = (nutrient: Nutrient, region: Region): number =>
  (region === 'us'
    ? nutrientTable[nutrient].usLabel?.dailyValue
    : nutrientTable[nutrient].euLabel?.referenceIntake) ?? dailyEnergy.kcal

export function figures(found: FoodPageData, portion: Portion, { locale, region }: Reader): Markup {
  const { food } = found
  const t = messages[locale].food
  return markup`
    <dl class="figures">
      ${shown.map(([nutrient, dot, as]) => {
        const value = nutrient === 'carbs_g' && region !== 'us' ? carbsOnEuLabel(food) : food[nutrient]
        const dailyValue = dailyValueOf(nutrient, region)
        return markup`
          <div>
            <dt>${dot && markup`<i class="dot dot-${dot}"></i>`}${messages[locale].shared.nutrients[nutrient]}</dt>
            <dd>
              ${valueInPortion(value, as, portion, locale)}
              ${
                value !== null &&
                markup`&#8239;<span class="unit">${nutrientTable[nutrient].unit}</span>${nutrient === 'calories_kcal' && region !== 'us' && markup`<small>${valueInPortion(value, 'eu-kilojoules', portion, locale)}</small>`}${nutrient === 'carbs_g' && region !== 'us' && isWithoutFiberOnEuLabel(food) && markup`<small>${t.carbsWithoutFiber}</small>`}<small>${t.ofADay({ share: () => valueInPortion((100 * value) / dailyValue, 'percent', portion, locale) })}</small>`
              }
            </dd>
          </div>`
      })}
    </dl>
    ${energyBar(found, locale)}
    <p class="hint">${region === 'us' ? t.dailyValues({ kcal: dailyEnergy.kcal }) : t.referenceIntakes(dailyEnergy)}</p>`
}

const order: EnergyPart['part'][] = ['protein', 'carbs', 'fat', 'fiber', 'alcohol']
/** Between the parts, in percent. */
const gap = 0.8

function energyBar({ food, alcohol_g }: FoodPageData, locale: Locale): Markup {
  const t = messages[locale].food
  const parts = energyShares({ ...food, alcohol_g })
  if ('unknown' in parts) {
    const unknown = parts.unknown.map(nutrient => t.inSentence[nutrient])
    return markup`<div class="energy"><h3>${t.energySources}</h3><p class="hint">${t.noEnergyShares({ nutrients: formats[locale].list(unknown) })}</p></div>`
  }
  if (parts.length === 0) return markup``
  const names = partNames[locale]
  const sorted = parts.toSorted((one, other) => order.indexOf(one.part) - order.indexOf(other.part))
  let x = 0
  return markup`
    <div class="energy">
      <div class="between">
        <h3>${t.energySources}</h3>
        <ul class="legend">${sorted.map(
          ({ part, share }) =>
            markup`<li><i class="dot dot-${part}"></i>${names[part]} ${share < 0.01 && '<'}${formatNumber('percent', Math.max(1, 100 * share), locale)}</li>`,
        )}</ul>
      </div>
      <svg class="macrobar macrobar-l" aria-hidden="true">${sorted.map(({ part, share }) => {
        const rect = markup`<rect class="f-${part}" x="${x.toFixed(1)}%" width="${Math.max(100 * share - gap, 0.5).toFixed(1)}%" height="100%"></rect>`
        x += 100 * share
        return rect
      })}</svg>
    </div>`
}

const partNamesOf = (locale: Locale): Record<EnergyPart['part'], string> => {
  const { nutrients } = messages[locale].shared
  return {
    protein: nutrients.protein_g,
    carbs: nutrients.carbs_g,
    fat: nutrients.fat_g,
    fiber: nutrients.fiber_g,
    alcohol: messages[locale].food.alcohol,
  }
}

const partNames = byLocale(partNamesOf)
