// EU nutrition declaration: Regulation (EU) 1169/2011, Annex XV. Fibre is optional there.
import type { Food } from '../../food/food.ts'
import { euLabelLines, type Nutrient } from '../../food/nutrients.ts'
import type { LabelNumber } from './label-numbers.ts'
import { InPortion, Per100 } from './nutrient-value.tsx'

// Annex I: salt = sodium × 2.5.
const saltPerSodium = 2.5

export function EuLabel({ food, grams }: { food: Food; grams: number }) {
  const energy = food.calories_kcal
  return (
    <section class="label eu-label" aria-label="EU nutrition declaration">
      <p class="label-food">{food.name}</p>
      <table>
        <caption>Nutrition declaration</caption>
        <thead>
          <tr>
            <td />
            <th scope="col">per 100&nbsp;g</th>
            <th scope="col">
              per <span data-portion="">{grams}</span>&nbsp;g
            </th>
          </tr>
        </thead>
        <tbody>
          <tr>
            <th scope="row">Energy</th>
            <td>
              <Per100 value={energy} as="eu-kilojoules" />
              {energy !== null && (
                <>
                  <br />
                  <Per100 value={energy} as="eu-kilocalories" />
                </>
              )}
            </td>
            <td>
              <InPortion value={energy} as="eu-kilojoules" grams={grams} />
              {energy !== null && (
                <>
                  <br />
                  <InPortion value={energy} as="eu-kilocalories" grams={grams} />
                </>
              )}
            </td>
          </tr>
          {euLabelLines
            .filter(({ nutrient }) => nutrient !== 'calories_kcal')
            .map(({ nutrient, name, rounding, isPart }) => (
              <Line
                key={nutrient}
                name={name}
                value={declaredValue(food, nutrient)}
                as={rounding}
                grams={grams}
                isPart={isPart}
              />
            ))}
        </tbody>
      </table>
    </section>
  )
}

function declaredValue(food: Food, nutrient: Nutrient): number | null {
  const value = food[nutrient]
  return nutrient === 'sodium_mg' && value !== null ? (value * saltPerSodium) / 1_000 : value
}

interface LineProps {
  name: string
  value: number | null
  as: LabelNumber
  grams: number
  isPart: boolean | undefined
}

function Line({ name, value, as, grams, isPart }: LineProps) {
  return (
    <tr class={isPart ? 'eu-part' : undefined}>
      <th scope="row">{name}</th>
      <td>
        <Per100 value={value} as={as} />
      </td>
      <td>
        <InPortion value={value} as={as} grams={grams} />
      </td>
    </tr>
  )
}
