import type { FoodPageData } from '../../catalog/food-page.ts'
import { type EnergyPart, energyShares } from './energy.ts'
import { formatNumber, inPortion } from './label-numbers.ts'
import { InPortion } from './nutrient-value.tsx'

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
          <DonutChart parts={parts} kcal={food.calories_kcal} grams={grams} />
          <PartsTable parts={parts} grams={grams} />
        </div>
      )}
    </section>
  )
}

// A circumference of 100, so that one dash unit is one percent.
const radius = 100 / (2 * Math.PI)

/** Decorative: the table next to it has the same data. */
function DonutChart({ parts, kcal, grams }: { parts: EnergyPart[]; kcal: number | null; grams: number }) {
  let offset = 0
  return (
    <svg class="donut-chart" viewBox="0 0 40 40" width="160" height="160" aria-hidden="true">
      {parts.map(({ part, share }) => {
        const length = 100 * share
        const arc = (
          <circle
            key={part}
            class={`energy-${part}`}
            cx="20"
            cy="20"
            r={radius.toFixed(4)}
            fill="none"
            stroke-width="6"
            stroke-dasharray={`${length.toFixed(3)} ${(100 - length).toFixed(3)}`}
            stroke-dashoffset={(25 - offset).toFixed(3)}
          />
        )
        offset += length
        return arc
      })}
      {kcal !== null && (
        <>
          <text x="20" y="21" text-anchor="middle" class="donut-chart-number">
            <tspan data-per100={kcal} data-as="whole">
              {formatNumber('whole', inPortion(kcal, grams))}
            </tspan>
          </text>
          <text x="20" y="25.5" text-anchor="middle" class="donut-chart-unit">
            kcal
          </text>
        </>
      )}
    </svg>
  )
}

function PartsTable({ parts, grams }: { parts: EnergyPart[]; grams: number }) {
  return (
    <table>
      <caption class="sr-only">Energy by nutrient</caption>
      <thead>
        <tr>
          <th scope="col">Nutrient</th>
          <th scope="col" class="number">
            Share
          </th>
          <th scope="col" class="number">
            per <span data-portion="">{grams}</span> g
          </th>
        </tr>
      </thead>
      <tbody>
        {parts.map(({ part, kcal, share }) => (
          <tr key={part}>
            <th scope="row">
              <svg class="swatch" viewBox="0 0 10 10" width="12" height="12" aria-hidden="true">
                <rect class={`energy-${part}`} width="10" height="10" rx="2" />
              </svg>
              {names[part]}
            </th>
            <td class="number">{percent(share)}</td>
            <td class="number">
              <InPortion value={kcal} as="eu-kilocalories" grams={grams} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function percent(share: number): string {
  return share < 0.01 ? '<1 %' : `${Math.round(100 * share)} %`
}

function joinNames(names: string[]): string {
  return names.length < 2 ? names.join('') : `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`
}
