// The panel that people know from packages in the United States: 21 CFR 101.9(d).
import type { Food } from '../../food/food.ts'
import type { LabelNumber } from './label-numbers.ts'
import { InPortion } from './nutrient-value.tsx'

interface Line {
  name: string
  member: keyof Pick<
    Food,
    | 'fat_g'
    | 'saturated_fat_g'
    | 'cholesterol_mg'
    | 'sodium_mg'
    | 'carbs_g'
    | 'fiber_g'
    | 'sugar_g'
    | 'protein_g'
    | 'potassium_mg'
  >
  as: LabelNumber
  look: 'main' | 'part' | 'mineral'
  /** For adults and children from four years: 21 CFR 101.9(c)(8)(iv) and (c)(9). */
  daily?: number
}

const lines: Line[] = [
  { name: 'Total Fat', member: 'fat_g', as: 'us-fat', look: 'main', daily: 78 },
  { name: 'Saturated Fat', member: 'saturated_fat_g', as: 'us-fat', look: 'part', daily: 20 },
  { name: 'Cholesterol', member: 'cholesterol_mg', as: 'us-cholesterol', look: 'main', daily: 300 },
  { name: 'Sodium', member: 'sodium_mg', as: 'us-sodium', look: 'main', daily: 2_300 },
  { name: 'Total Carbohydrate', member: 'carbs_g', as: 'us-grams', look: 'main', daily: 275 },
  { name: 'Dietary Fiber', member: 'fiber_g', as: 'us-grams', look: 'part', daily: 28 },
  { name: 'Total Sugars', member: 'sugar_g', as: 'us-grams', look: 'part' },
  { name: 'Protein', member: 'protein_g', as: 'us-grams', look: 'main', daily: 50 },
  { name: 'Potassium', member: 'potassium_mg', as: 'us-potassium', look: 'mineral', daily: 4_700 },
]

export function UsLabel({ food, grams }: { food: Food; grams: number }) {
  return (
    <section class="label us-label" aria-label="Nutrition facts as in the United States">
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
          {lines.map(({ name, member, as, look, daily }) => {
            const value = food[member]
            return (
              <tr key={member} class={`us-${look}`}>
                <th scope="row">
                  <span class="us-name">{name}</span> <InPortion value={value} as={as} grams={grams} />
                </th>
                <td>
                  {daily !== undefined && value !== null && (
                    <InPortion
                      value={(100 * value) / daily}
                      as={look === 'mineral' ? 'us-mineral-percent' : 'us-percent'}
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
        * How much a nutrient in this portion contributes to a daily diet of 2,000 calories. Added sugars and
        trans fat are not known here.
      </p>
    </section>
  )
}
