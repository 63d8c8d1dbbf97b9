// The table of Regulation (EU) 1169/2011, Annex XV, in its order; fibre is optional there.
import type { Food } from '../../food/food.ts'
import type { LabelNumber } from './label-numbers.ts'
import { InPortion, Per100 } from './nutrient-value.tsx'

// Annex I: salt is what the sodium would weigh as salt.
const saltOfSodium = 2.5

export function EuLabel({ food, grams }: { food: Food; grams: number }) {
  const salt = food.sodium_mg === null ? null : (food.sodium_mg * saltOfSodium) / 1_000
  const energy = food.calories_kcal
  return (
    <section class="label eu-label" aria-label="Nutrition declaration as in the European Union">
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
          <Line name="Fat" value={food.fat_g} grams={grams} />
          <Line
            name="of which saturates"
            value={food.saturated_fat_g}
            as="eu-saturates"
            grams={grams}
            isPart
          />
          <Line name="Carbohydrate" value={food.carbs_g} grams={grams} />
          <Line name="of which sugars" value={food.sugar_g} grams={grams} isPart />
          <Line name="Fibre" value={food.fiber_g} grams={grams} />
          <Line name="Protein" value={food.protein_g} grams={grams} />
          <Line name="Salt" value={salt} as="eu-salt" grams={grams} />
        </tbody>
      </table>
    </section>
  )
}

interface LineProps {
  name: string
  value: number | null
  as?: LabelNumber
  grams: number
  isPart?: boolean
}

function Line({ name, value, as = 'eu-grams', grams, isPart = false }: LineProps) {
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
