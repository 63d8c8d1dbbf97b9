import { Code } from '../../components/code.tsx'
import { TableHead } from '../../components/table-head.tsx'
import { CodeSamples } from '../code-samples.tsx'
import type { DeploymentInfo } from '../deployment-info.ts'

export function Portions({ apiUrl }: DeploymentInfo) {
  return (
    <>
      <p>All nutrients of an answer are per 100 g of the product. For a portion:</p>
      <Code name="The formula" isOutput text="value × grams ÷ 100" />
      <p>
        62 kcal per 100 g are 148.8 kcal in a cup of 240 g. What is unknown per 100 g{' '}
        <a href="/docs/unknown">is unknown for the portion too</a>.
      </p>
      <CodeSamples task="portion" about="What 30 g hold" apiUrl={apiUrl} />
      <h2 id="servings">Servings</h2>
      <p>
        <code>serving_size_g</code> is one serving in grams, <code>serving_desc</code> the same in the words
        of the label (“1 cup (240 ml)”). Both may be <code>null</code>: then ask for grams. Do not compute
        grams from the words; where that can be done safely it has been done.
      </p>
      <h2 id="rounding">Rounding</h2>
      <p>Compute with the values as they come and round once, at the end, for showing. As labels do:</p>
      <div class="scroll" tabindex={0}>
        <table>
          <TableHead columns={['Value', 'Shown']} />
          <tbody>
            <tr>
              <th scope="row">energy</th>
              <td>whole kcal; in kJ: kcal × 4.184</td>
            </tr>
            <tr>
              <th scope="row">fat, carbohydrates, protein …</th>
              <td>one decimal below 10 g, none from there on</td>
            </tr>
            <tr>
              <th scope="row">sodium</th>
              <td>whole mg; as salt: mg × 2.5 ÷ 1000 g</td>
            </tr>
          </tbody>
        </table>
      </div>
      <h2 id="drinks">Drinks</h2>
      <p>
        Labels of drinks often speak of 100 ml. Such values are given as they are: the density is not known.
        For water, milk and juice the difference is small, for oil and syrup it is not.
      </p>
    </>
  )
}
