import { mandatoryEuNutrients, massLimit, nutrientTable } from '../../../food/nutrients.ts'
import { classes, classIds, decimals, rangeOf } from '../../../quality/confidence/classes.ts'
import { type Components, weights } from '../../../quality/confidence/score.ts'
import { TableHead } from '../../components/table-head.tsx'

const partsInWords: Record<keyof Components, string> = {
  completeness: 'how much is known; energy counts most',
  plausibility: 'less for each doubt, and for each value taken out',
  source: 'laboratories before labels before the community',
  age: 'halves every five years since the last change',
  agreement: 'the energy is what the nutrients give, and people look the food up',
}

const sevenNames = mandatoryEuNutrients.map(nutrient => nutrientTable[nutrient].name)

const taken: [string, string][] = [
  [`any mass over ${massLimit.max} g`, 'peanut butter with 140 g fat'],
  ['fat, carbohydrates and protein over 120 g together', 'creamer with 100 + 66.7 + 66.7 g'],
  [`energy over ${nutrientTable.calories_kcal.limit.max} kcal`, 'snacks with 24,000 kcal'],
  ['kilojoules written as kilocalories (converted)', 'split peas with 1,582 kcal → 378.1'],
  ['no energy although the nutrients give some', 'honey with 0 kcal and 83 g sugar'],
  ['sugar over carbohydrates, or saturated fat over fat, by more than 3 g', 'doughnuts with 22 g in 13 g'],
]

export function DataQuality() {
  return (
    <>
      <p>
        The numbers come from labels that people typed in, from laboratories, and from estimates. Many are
        right, some are not. Three promises:
      </p>
      <ul class="points">
        <li>
          <strong>Unknown is null, never 0.</strong> No gap is filled with a guess.
        </li>
        <li>
          <strong>A wrong value never costs a food its place.</strong> Only what is no food, or has no usable
          name or code, is left out.
        </li>
        <li>
          <strong>Every change leaves a note.</strong> The page of a food tells what was changed and why.
        </li>
      </ul>
      <h2 id="confidence">Confidence</h2>
      <p>
        A number from 0 to 1 in every food. It says how far its numbers can be trusted, not how healthy or
        well known it is. First its class decides the range:
      </p>
      <div class="scroll" tabindex={0}>
        <table>
          <TableHead columns={['Class', 'Which foods', 'Confidence']} />
          <tbody>
            {classIds.map(id => (
              <tr key={id}>
                <th scope="row">{id}</th>
                <td>{classes[id].which}</td>
                <td>{rangeOf(id)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <p>
        The seven are {sevenNames.slice(0, -1).join(', ')} and {sevenNames.at(-1)}. The ranges do not touch: a
        checked label always stands above a sparse one, and that above an estimate. So{' '}
        <code>confidence &gt;= {classes.complete.floor}</code> is a good filter where numbers matter. Inside
        the range these decide:
      </p>
      <div class="scroll" tabindex={0}>
        <table>
          <TableHead columns={['Part', 'Share', 'How']} numeric={['Share']} />
          <tbody>
            {Object.entries(weights).map(([part, share]) => (
              <tr key={part}>
                <th scope="row">{part}</th>
                <td class="number">{decimals(share)}</td>
                <td>{partsInWords[part as keyof Components]}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <h2 id="taken">What is taken out</h2>
      <p>A value that cannot be becomes null. Some of the rules, each with a real case:</p>
      <div class="scroll" tabindex={0}>
        <table>
          <TableHead columns={['Rule', 'Seen']} />
          <tbody>
            {taken.map(([rule, seen]) => (
              <tr key={rule}>
                <th scope="row">{rule}</th>
                <td>{seen}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <p>
        Where something is odd but nothing says what, the value stays, a doubt is noted, and the food no
        longer counts as complete: energy that is more than 20 % off from what the nutrients give, or a cheese
        with nothing but zeros. Salt, sweeteners, spirits and bran look wrong and are right; words of the name
        excuse them.
      </p>
      <h2 id="not">What is not done</h2>
      <ul class="points">
        <li>No missing value is computed: no energy from nutrients, no carbohydrates “by difference”.</li>
        <li>Values per 100 ml are not turned into values per 100 g.</li>
        <li>
          A wrong number that is possible passes: 3 g of sugar where the label says 8. Who needs to be sure,
          reads the package.
        </li>
      </ul>
      <p>
        A wrong number is best corrected at its source, where everybody gains; each food page has a link to
        it. How complete the catalog is, the <a href="/numbers">numbers</a> show.
      </p>
    </>
  )
}
