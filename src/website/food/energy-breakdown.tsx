import type { FoodPageData } from '../../catalog/food-page.ts'
import { type EnergyPart, energyParts } from './energy.ts'
import { formatNumber, inPortion } from './label-numbers.ts'
import { InPortion } from './nutrient-value.tsx'

const names: Record<EnergyPart['part'], string> = {
  fat: 'Fat',
  carbs: 'Carbohydrate',
  protein: 'Protein',
  fiber: 'Fibre (fiber)',
  alcohol: 'Alcohol',
}

export function EnergyBreakdown({ found, grams }: { found: FoodPageData; grams: number }) {
  const { food, alcohol_g } = found
  const parts = energyParts({ ...food, alcohol_g })
  return (
    <section class="energy" aria-labelledby="energy-title">
      <h2 id="energy-title">Where the energy comes from</h2>
      {'unknown' in parts ? (
        <p class="quiet">
          That cannot be told: the label does not say how much {list(parts.unknown)} there is.
        </p>
      ) : parts.length === 0 ? (
        <p class="quiet">There is no fat, carbohydrate, protein or fibre in it, so next to no energy.</p>
      ) : (
        <div class="energy-parts">
          <Ring parts={parts} kcal={food.calories_kcal} grams={grams} />
          <PartsTable parts={parts} grams={grams} />
        </div>
      )}
    </section>
  )
}

// Chosen so that the ring's length is 100: a percent is one unit of the dashes.
const radius = 100 / (2 * Math.PI)

/** The table beside it says the same in words. */
function Ring({ parts, kcal, grams }: { parts: EnergyPart[]; kcal: number | null; grams: number }) {
  let before = 0
  return (
    <svg class="ring" viewBox="0 0 40 40" width="160" height="160" aria-hidden="true">
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
            stroke-dashoffset={(25 - before).toFixed(3)}
          />
        )
        before += length
        return arc
      })}
      {kcal !== null && (
        <>
          <text x="20" y="21" text-anchor="middle" class="ring-number">
            <tspan data-per100={kcal} data-as="whole">
              {formatNumber('whole', inPortion(kcal, grams))}
            </tspan>
          </text>
          <text x="20" y="25.5" text-anchor="middle" class="ring-unit">
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
          <th scope="col">From</th>
          <th scope="col" class="number">
            Share
          </th>
          <th scope="col" class="number">
            in <span data-portion="">{grams}</span> g
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

function list(names: string[]): string {
  return names.length < 2 ? names.join('') : `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`
}
