import type { FoodPageData } from '../../catalog/food-page.ts'
import { type Micronutrient, micronutrients, micronutrientTable } from '../../food/micronutrients.ts'
import { formats } from '../i18n/format.ts'
import { messages } from '../messages/compiled/index.ts'
import { type Markup, markup } from '../shell/markup.ts'
import { sourceCredit } from './food-source.ts'
import { perPortion, valueInPortion, valuePer100 } from './nutrient-value.ts'
import type { Portion } from './portion.ts'
import type { Reader } from './reader.ts'

const groups = (['vitamin', 'mineral', 'other'] as const).map(group => ({
  group,
  members: micronutrients.filter(micronutrient => micronutrientTable[micronutrient].group === group),
}))

/** A table of the known vitamins, minerals and other substances. */
export function micronutrientsTable(
  { details, micronutrientsFrom }: FoodPageData,
  portion: Portion,
  reader: Reader,
): Markup {
  const { locale, region } = reader
  const amounts = details?.micronutrients
  if (amounts === undefined) return markup``
  const t = messages[locale].food
  const bodies = groups.flatMap(({ group, members }) => {
    const rows = members.flatMap(micronutrient => {
      const value = amounts[micronutrient]
      return value === undefined ? [] : row(micronutrient, value, portion, reader)
    })
    if (rows.length === 0) return []
    return markup`<tbody><tr><th scope="rowgroup" colspan="4">${t.groups[group]}</th></tr>${rows}</tbody>`
  })
  if (bodies.length === 0) return markup``
  return markup`
    <section class="stack micronutrients" aria-labelledby="micronutrients-title">
      <h2 id="micronutrients-title">${t.vitamins}</h2>
      <div class="table-wrap" tabindex="0" role="region" aria-labelledby="micronutrients-title">
        <table class="table">
          <thead>
            <tr>
              <th scope="col">${t.nutrient}</th>
              <th scope="col" class="num">${messages[locale].shared.per100g}</th>
              <th scope="col" class="num">${perPortion(portion, locale)}</th>
              <th scope="col" class="num">${region === 'us' ? t.shareOfDay : t.shareOfReference}</th>
            </tr>
          </thead>
          ${bodies}
        </table>
      </div>
      <p class="hint">${region === 'us' ? t.shareOfDayNote : t.shareOfReferenceNote}</p>
      ${micronutrientsFrom && markup`<p class="hint">${t.source}${formats[locale].colon}${sourceCredit(micronutrientsFrom.source)}</p>`}
    </section>`
}

function row(
  micronutrient: Micronutrient,
  value: number,
  portion: Portion,
  { locale, region }: Reader,
): Markup {
  const { unit, dailyValue: usValue, euReferenceValue } = micronutrientTable[micronutrient]
  const dailyValue = region === 'us' ? usValue : euReferenceValue
  return markup`
    <tr>
      <th scope="row">${messages[locale].food.micronutrients[micronutrient]}</th>
      <td class="num">${valuePer100(value, `amount-${unit}`, locale)}</td>
      <td class="num">${valueInPortion(value, `amount-${unit}`, portion, locale)}</td>
      <td class="num">${dailyValue !== undefined && valueInPortion((100 * value) / dailyValue, 'percent', portion, locale)}</td>
    </tr>`
}
