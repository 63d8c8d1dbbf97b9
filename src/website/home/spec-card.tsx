// One food as its label states it, with the fields of the API next to the values.
import type { VNode } from 'preact'
import type { Food } from '../../food/food.ts'
import { type Nutrient, nutrientTable } from '../../food/nutrients.ts'
import { pagePath } from '../../food/page-path.ts'
import { sourceFacts } from '../../food/sources.ts'
import { pictureMarkup } from '../components/food-list.tsx'
import { iconMarkup } from '../components/icon.tsx'
import { useFormat, useMessages } from '../i18n/messages.ts'
import { markup, toNode } from '../shell/markup.ts'

interface Row {
  nutrient: Nutrient
  /** The color of the dot. */
  dot?: 'protein' | 'carbs' | 'fat' | 'fiber'
  look?: 'lead-row' | 'part'
}

const rows: Row[] = [
  { nutrient: 'calories_kcal', look: 'lead-row' },
  { nutrient: 'protein_g', dot: 'protein' },
  { nutrient: 'carbs_g', dot: 'carbs' },
  { nutrient: 'sugar_g', look: 'part' },
  { nutrient: 'fat_g', dot: 'fat' },
  { nutrient: 'saturated_fat_g', look: 'part' },
  { nutrient: 'fiber_g', dot: 'fiber' },
  { nutrient: 'sodium_mg' },
]

/** Whether every row shows a value. */
export const isFullyStated = (food: Food): boolean => rows.every(({ nutrient }) => food[nutrient] !== null)

/** The path of the API that returns this food. */
export const apiPathOf = ({ id, barcode }: Pick<Food, 'id' | 'barcode'>): string =>
  barcode === null ? `/food/${id}` : `/barcode/${barcode}`

export function SpecCard({ food }: { food: Food }): VNode {
  const t = useMessages('home')
  const words = useMessages('shared')
  const format = useFormat()
  const { label, credit, licence } = sourceFacts[food.source]
  const path = food.static_url ?? pagePath(food.id, food.name)
  const row = ({ nutrient, dot, look }: Row) => {
    const value = food[nutrient]
    return markup`
      <tr${look && markup` class="${look}"`}>
        <th scope="row">${dot && markup`<i class="dot dot-${dot}"></i>`}${words.nutrients[nutrient]}</th>
        <td class="num">
          ${
            value === null
              ? markup`<span class="unknown">${words.notStated}</span>`
              : markup`${format.number(value, 1)} <span class="unit">${nutrientTable[nutrient].unit}</span>`
          }
        </td>
        <td class="mono">${nutrient}${value === null && markup` <span class="null">null</span>`}</td>
      </tr>`
  }
  return toNode(markup`
    <figure class="spec card card-flush">
      <figcaption class="spec-head">
        ${pictureMarkup(food)}
        <div>
          <p class="food-name"><a href="${path}">${food.name}</a></p>
          <p class="food-sub">
            ${food.brand !== null && markup`<span>${food.brand}</span>`}
            ${food.barcode !== null && markup`<span class="mono">${food.barcode}</span>`}
          </p>
        </div>
        <span class="badge badge-ok">${iconMarkup('check')}${words.quality.complete}</span>
      </figcaption>
      <table>
        <thead>
          <tr><th scope="col">${t.per100g}</th><th scope="col" class="num">${t.value}</th><th scope="col">${t.apiField}</th></tr>
        </thead>
        <tbody>${rows.map(row)}</tbody>
      </table>
      <p class="spec-foot">
        ${iconMarkup('terminal', true)}<code>GET ${apiPathOf(food)}</code><a href="/docs">${t.apiDocs}</a>
      </p>
      ${
        credit !== null &&
        markup`<p class="spec-credit">${t.dataFrom} <a href="${credit.url}">${label}</a>${licence !== null && ` (${licence.shortName})`}</p>`
      }
    </figure>`)
}
