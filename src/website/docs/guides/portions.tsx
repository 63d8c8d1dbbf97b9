import { Code } from '../../components/code.tsx'
import { TableHead } from '../../components/table-head.tsx'
import { CodeSamples } from '../code-samples.tsx'
import type { DeploymentInfo } from '../deployment-info.ts'

export function Portions({ apiUrl, examples }: DeploymentInfo) {
  return (
    <>
      <p>All nutrient values are per 100 g. To convert them to a portion:</p>
      <Code name="Formula" isOutput text="value × grams ÷ 100" />
      <p>
        For example, 62 kcal per 100 g is 148.8 kcal for a cup of 240 g. A value that is unknown per 100 g{' '}
        <a href="/docs/unknown">is also unknown for the portion</a>.
      </p>
      <CodeSamples task="portion" title="Calculate a 30 g portion" apiUrl={apiUrl} examples={examples} />
      <h2 id="servings">Servings</h2>
      <p>
        <code>serving_size_g</code> is one serving in grams, <code>serving_desc</code> the same as written on
        the label (“1 cup (240 ml)”). If both are <code>null</code>, ask your users for grams. Do not
        calculate grams from the description; where that is reliable, it has already been done.
      </p>
      <h2 id="rounding">Rounding</h2>
      <p>Calculate with the unrounded values and round only for display, as labels do:</p>
      <div class="table-wrap" tabindex={0}>
        <table class="table">
          <TableHead columns={['Value', 'Display']} />
          <tbody>
            <tr>
              <th scope="row">Energy</th>
              <td>whole kcal; in kJ: kcal × 4.184</td>
            </tr>
            <tr>
              <th scope="row">Fat, carbohydrates, protein …</th>
              <td>one decimal below 10 g, otherwise none</td>
            </tr>
            <tr>
              <th scope="row">Sodium</th>
              <td>whole mg; as salt: mg × 2.5 ÷ 1000 g</td>
            </tr>
          </tbody>
        </table>
      </div>
      <h2 id="drinks">Drinks</h2>
      <p>
        Drink labels often state values per 100 ml. Larder converts them to 100 g with the density of similar
        foods: 0.92 g per millilitre of oil, 1.05 g of juice. Sauces and syrups differ too much and are not
        converted; their quality flag is <code>per-100-ml</code>.
      </p>
    </>
  )
}
