import type { FoodDetails } from '../../food/food-details.ts'
import { type Micronutrient, micronutrients, micronutrientTable } from '../../food/micronutrients.ts'
import { InPortion, Per100 } from './nutrient-value.tsx'

const groups = [
  ['vitamin', 'Vitamins'],
  ['mineral', 'Minerals'],
  ['other', 'Other substances'],
] as const

/** A table of the known vitamins, minerals and other substances. */
export function Micronutrients({ details, grams }: { details: FoodDetails; grams: number }) {
  const amounts = details.micronutrients ?? {}
  const known = micronutrients.filter(micronutrient => amounts[micronutrient] !== undefined)
  if (known.length === 0) return null
  return (
    <section class="micronutrients" aria-labelledby="micronutrients-title">
      <h2 id="micronutrients-title">Vitamins and minerals</h2>
      <table>
        <thead>
          <tr>
            <th scope="col">Nutrient</th>
            <th scope="col" class="number">
              per 100&nbsp;g
            </th>
            <th scope="col" class="number">
              per <span data-portion="">{grams}</span>&nbsp;g
            </th>
            <th scope="col" class="number">
              % of a day*
            </th>
          </tr>
        </thead>
        {groups.map(([group, title]) => {
          const members = known.filter(micronutrient => micronutrientTable[micronutrient].group === group)
          return (
            members.length > 0 && (
              <tbody key={group}>
                <tr>
                  <th scope="rowgroup" colspan={4}>
                    {title}
                  </th>
                </tr>
                {members.map(micronutrient => (
                  <Row
                    key={micronutrient}
                    micronutrient={micronutrient}
                    value={amounts[micronutrient] ?? null}
                    grams={grams}
                  />
                ))}
              </tbody>
            )
          )
        })}
      </table>
      <p class="quiet">
        * Of the US daily value for adults, in a portion of <span data-portion="">{grams}</span> g.
      </p>
    </section>
  )
}

function Row(props: { micronutrient: Micronutrient; value: number | null; grams: number }) {
  const { micronutrient, value, grams } = props
  const { name, unit, dailyValue } = micronutrientTable[micronutrient]
  return (
    <tr>
      <th scope="row">{name.charAt(0).toUpperCase() + name.slice(1)}</th>
      <td class="number">
        <Per100 value={value} as={`amount-${unit}`} />
      </td>
      <td class="number">
        <InPortion value={value} as={`amount-${unit}`} grams={grams} />
      </td>
      <td class="number">
        {dailyValue !== undefined && value !== null && (
          <InPortion value={(100 * value) / dailyValue} as="us-percent" grams={grams} />
        )}
      </td>
    </tr>
  )
}
