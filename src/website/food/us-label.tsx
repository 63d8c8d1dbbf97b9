// US Nutrition Facts label: 21 CFR 101.9(d).
import type { Food } from '../../food/food.ts'
import { usLabelLines } from '../../food/nutrients.ts'
import { InPortion } from './nutrient-value.tsx'

export function UsLabel({ food, grams }: { food: Food; grams: number }) {
  return (
    <section class="label us-label" aria-label="US nutrition facts">
      <p class="label-food">{food.name}</p>
      <h3>Nutrition Facts</h3>
      <p class="us-serving">
        <span>Portion</span>{' '}
        <span>
          <span data-portion="">{grams}</span> g
        </span>
      </p>
      <table>
        <thead>
          <tr class="us-calories">
            <th scope="row">
              <span class="us-above">Amount per portion</span> Calories
            </th>
            <td>
              <InPortion value={food.calories_kcal} as="us-energy" grams={grams} />
            </td>
          </tr>
          <tr class="us-daily">
            <td />
            <th scope="col">% Daily Value*</th>
          </tr>
        </thead>
        <tbody>
          {usLabelLines.map(({ nutrient, name, rounding, row, dailyValue }) => {
            const value = food[nutrient]
            return (
              <tr key={nutrient} class={`us-${row}`}>
                <th scope="row">
                  <span class="us-name">{name}</span> <InPortion value={value} as={rounding} grams={grams} />
                </th>
                <td>
                  {dailyValue !== undefined && value !== null && (
                    <InPortion
                      value={(100 * value) / dailyValue}
                      as={row === 'mineral' ? 'us-mineral-percent' : 'us-percent'}
                      grams={grams}
                    />
                  )}
                </td>
              </tr>
            )
          })}
        </tbody>
      </table>
      <p class="us-note">
        * The % Daily Value shows how much a nutrient in this portion contributes to a daily diet of 2,000
        calories. This label omits added sugars and trans fat.
      </p>
    </section>
  )
}
