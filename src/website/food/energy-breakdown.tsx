import type { FoodPageData } from '../../catalog/food-page.ts'
import { type Markup, markup, toNode } from '../shell/markup.ts'
import { type EnergyPart, energyShares } from './energy.ts'
import { formatNumber, inPortion } from './label-numbers.ts'
import { valueInPortion } from './nutrient-value.ts'

const names: Record<EnergyPart['part'], string> = {
  fat: 'Fat',
  carbs: 'Carbohydrate',
  protein: 'Protein',
  fiber: 'Fibre',
  alcohol: 'Alcohol',
}

export function EnergyBreakdown({ found, grams }: { found: FoodPageData; grams: number }) {
  const { food, alcohol_g } = found
  const parts = energyShares({ ...food, alcohol_g })
  return (
    <section class="energy" aria-labelledby="energy-title">
      <h2 id="energy-title">Energy breakdown</h2>
      {'unknown' in parts ? (
        <p class="quiet">Not available: the label does not state {joinNames(parts.unknown)}.</p>
      ) : parts.length === 0 ? (
        <p class="quiet">This food contains no fat, carbohydrate, protein or fibre.</p>
      ) : (
        <div class="energy-parts">
          {toNode(donutChart(parts, food.calories_kcal, grams))}
          {toNode(partsTable(parts, grams))}
        </div>
      )}
    </section>
  )
}

// A circumference of 100, so that one dash unit is one percent.
const radius = (100 / (2 * Math.PI)).toFixed(4)

/** Decorative: the table next to it has the same data. */
function donutChart(parts: EnergyPart[], kcal: number | null, grams: number): Markup {
  let offset = 0
  const arcs = parts.map(({ part, share }) => {
    const length = 100 * share
    const arc = markup`<circle class="energy-${part}" cx="20" cy="20" r="${radius}" fill="none" stroke-width="6" stroke-dasharray="${length.toFixed(3)} ${(100 - length).toFixed(3)}" stroke-dashoffset="${(25 - offset).toFixed(3)}"></circle>`
    offset += length
    return arc
  })
  return markup`
    <svg class="donut-chart" viewBox="0 0 40 40" width="160" height="160" aria-hidden="true">
      ${arcs}
      ${
        kcal !== null &&
        markup`
          <text x="20" y="21" text-anchor="middle" class="donut-chart-number">
            <tspan data-per100="${kcal}" data-as="whole">${formatNumber('whole', inPortion(kcal, grams))}</tspan>
          </text>
          <text x="20" y="25.5" text-anchor="middle" class="donut-chart-unit">kcal</text>`
      }
    </svg>`
}

function partsTable(parts: EnergyPart[], grams: number): Markup {
  const rows = parts.map(
    ({ part, kcal, share }) => markup`
      <tr>
        <th scope="row">
          <svg class="swatch" viewBox="0 0 10 10" width="12" height="12" aria-hidden="true">
            <rect class="energy-${part}" width="10" height="10" rx="2"></rect>
          </svg>
          ${names[part]}
        </th>
        <td class="number">${percent(share)}</td>
        <td class="number">${valueInPortion(kcal, 'eu-kilocalories', grams)}</td>
      </tr>`,
  )
  return markup`
    <table>
      <caption class="sr-only">Energy by nutrient</caption>
      <thead>
        <tr>
          <th scope="col">Nutrient</th>
          <th scope="col" class="number">Share</th>
          <th scope="col" class="number">per <span data-portion>${grams}</span> g</th>
        </tr>
      </thead>
      <tbody>${rows}</tbody>
    </table>`
}

function percent(share: number): string {
  return share < 0.01 ? '<1 %' : `${Math.round(100 * share)} %`
}

function joinNames(names: string[]): string {
  return names.length < 2 ? names.join('') : `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`
}
