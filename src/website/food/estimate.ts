// An AI estimate, which must not look like a label: rounded, with ≈, without label, traffic lights and shares of a day.

import type { FoodPageData } from '../../catalog/food-page.ts'
import { type Nutrient, nutrientsInLabelOrder, nutrientTable } from '../../food/nutrients.ts'
import { approximate } from '../components/estimated-amount.ts'
import { iconMarkup } from '../components/icon.tsx'
import { formats } from '../i18n/format.ts'
import type { Locale } from '../i18n/locales.ts'
import { messages } from '../messages/compiled/index.ts'
import { type Markup, markup } from '../shell/markup.ts'
import { confidenceMarkup, correctionLine, importedFact, sourceFact } from './data-quality.ts'

const main = ['calories_kcal', 'protein_g', 'carbs_g', 'fat_g'] as const satisfies Nutrient[]
const others = nutrientsInLabelOrder.filter(nutrient => !main.some(each => each === nutrient))
const sparkles = iconMarkup('sparkles')
const info = iconMarkup('info')

export function estimate({ food, details }: FoodPageData, locale: Locale): Markup {
  const t = messages[locale].food
  const { nutrients } = messages[locale].shared
  const value = (nutrient: Nutrient) =>
    food[nutrient] === null
      ? markup`<span class="unknown">${t.notEstimated}</span>`
      : markup`${approximate(food[nutrient], nutrientTable[nutrient].unit, locale)} ${nutrientTable[nutrient].unit}`
  return markup`
    <section class="estimate" aria-labelledby="estimate-title">
      <div class="estimate-head"><h2 id="estimate-title">${sparkles}${t.estimateTitle}</h2><p>${details?.estimate?.estimator === 'peers' ? t.estimateFromFoodsText : t.estimateText}</p>${howMade(details, locale)}</div>
      <p class="est-per">${t.per100g}</p>
      <dl class="est-figures">
        ${main.map(
          nutrient => markup`
            <div>
              <dt>${nutrients[nutrient]}</dt>
              <dd>${
                food[nutrient] === null
                  ? markup`<span class="unknown">${t.notEstimated}</span>`
                  : markup`<b>${approximate(food[nutrient], nutrientTable[nutrient].unit, locale)}</b> ${nutrientTable[nutrient].unit}`
              }</dd>
            </div>`,
        )}
      </dl>
      <table>
        <caption class="sr">${t.estimatedPer100g}</caption>
        <tbody>${others.map(nutrient => markup`<tr><th scope="row">${nutrients[nutrient]}</th><td>${value(nutrient)}</td></tr>`)}</tbody>
      </table>
    </section>`
}

/** What the estimate was made from and how wide its range of energy is; nothing if that is unknown. */
function howMade(details: FoodPageData['details'], locale: Locale): Markup | false {
  const [low, high] = details?.estimate?.ranges.calories_kcal ?? []
  if (details?.estimate === undefined || low === undefined || high === undefined) return false
  const { peers, model } = details.estimate
  const t = messages[locale].food
  const { number } = formats[locale]
  const range = { low: number(Math.round(low)), high: number(Math.round(high)) }
  if (peers !== undefined) return markup`<p>${t.estimatedFromFoods({ count: peers, ...range })}</p>`
  return model !== undefined && markup`<p>${t.estimatedByModel({ model, ...range })}</p>`
}

export function aboutEstimate(found: FoodPageData, apiSource: string, locale: Locale): Markup {
  const t = messages[locale].food
  return markup`
    <section class="stack" aria-labelledby="about-title">
      <h2 class="h-s" id="about-title">${t.aboutEstimate}</h2>
      <div class="card card-flush">
        <dl class="facts">
          ${sourceFact(found, locale)}
          <div><dt>${t.apiValue}</dt><dd><code>"source": "${apiSource}"</code></dd></div>
          <div><dt>${t.confidence}</dt><dd>${confidenceMarkup(found.food.confidence, locale)}</dd></div>
          ${importedFact(found, locale)}
        </dl>
      </div>
      <div class="note">${info}<p>${t.estimateNote}</p></div>
      <p class="small muted">${t.estimateReplaced}</p>
      ${correctionLine(found, locale)}
    </section>`
}
