import type { FoodDetails } from '../../food/food-details.ts'
import { type Micronutrient, micronutrients, micronutrientTable } from '../../food/micronutrients.ts'
import { type Markup, markup, toNode } from '../shell/markup.ts'
import { valueInPortion, valuePer100 } from './nutrient-value.ts'

const groups = (
  [
    ['vitamin', 'Vitamins'],
    ['mineral', 'Minerals'],
    ['other', 'Other substances'],
  ] as const
).map(([group, title]) => ({
  title,
  members: micronutrients.filter(micronutrient => micronutrientTable[micronutrient].group === group),
}))

/** A table of the known vitamins, minerals and other substances. */
export function Micronutrients({ details, grams }: { details: FoodDetails; grams: number }) {
  const amounts = details.micronutrients ?? {}
  const bodies = groups.flatMap(({ title, members }) => {
    const rows = members.flatMap(micronutrient => {
      const value = amounts[micronutrient]
      return value === undefined ? [] : row(micronutrient, value, grams)
    })
    if (rows.length === 0) return []
    return markup`<tbody><tr><th scope="rowgroup" colspan="4">${title}</th></tr>${rows}</tbody>`
  })
  if (bodies.length === 0) return null
  return toNode(markup`
    <section class="micronutrients" aria-labelledby="micronutrients-title">
      <h2 id="micronutrients-title">Vitamins and minerals</h2>
      <table>
        <thead>
          <tr>
            <th scope="col">Nutrient</th>
            <th scope="col" class="number">per 100\u00a0g</th>
            <th scope="col" class="number">per <span data-portion>${grams}</span>\u00a0g</th>
            <th scope="col" class="number">% of a day*</th>
          </tr>
        </thead>
        ${bodies}
      </table>
      <p class="quiet">* Of the US daily value for adults, in a portion of <span data-portion>${grams}</span> g.</p>
    </section>`)
}

function row(micronutrient: Micronutrient, value: number | null, grams: number): Markup {
  const { name, unit, dailyValue } = micronutrientTable[micronutrient]
  return markup`
    <tr>
      <th scope="row">${name.charAt(0).toUpperCase() + name.slice(1)}</th>
      <td class="number">${valuePer100(value, `amount-${unit}`)}</td>
      <td class="number">${valueInPortion(value, `amount-${unit}`, grams)}</td>
      <td class="number">${
        dailyValue !== undefined &&
        value !== null &&
        valueInPortion((100 * value) / dailyValue, 'us-percent', grams)
      }</td>
    </tr>`
}
