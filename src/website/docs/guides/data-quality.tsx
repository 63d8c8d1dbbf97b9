import { mandatoryEuNutrients, massLimit, nutrientTable } from '../../../food/nutrients.ts'
import { classes, classIds, decimals, rangeOf } from '../../../quality/confidence/classes.ts'
import { reliability } from '../../../quality/confidence/reliability.ts'
import { type Components, weights } from '../../../quality/confidence/score.ts'
import { TableHead } from '../../components/table-head.tsx'

const factorDescriptions: Record<keyof Components, string> = {
  completeness: 'how many values are known; energy counts most',
  plausibility: 'lower for each suspicious or removed value',
  source: 'laboratory data ranks above labels, labels above community entries',
  age: 'halves for every five years since the last update',
  agreement: 'the stated energy matches the nutrients, and the food is scanned often',
}

const mandatoryNames = mandatoryEuNutrients.map(nutrient => nutrientTable[nutrient].name)

const removalRules: [string, string][] = [
  [`any nutrient over ${massLimit.max} g`, 'peanut butter with 140 g fat'],
  ['fat, carbohydrates and protein over 120 g in total', 'creamer with 100 + 66.7 + 66.7 g'],
  [`energy over ${nutrientTable.calories_kcal.limit.max} kcal`, 'snacks with 24,000 kcal'],
  ['kilojoules entered as kilocalories (converted)', 'split peas with 1,582 kcal → 378.1'],
  ['zero energy although the nutrients provide some', 'honey with 0 kcal and 83 g sugar'],
  [
    'sugar exceeds carbohydrates, or saturated fat exceeds fat, by more than 3 g',
    'doughnuts with 22 g in 13 g',
  ],
  ['zeros that contradict the kind of food', 'jam with 28 g carbohydrates and no sugar'],
]

export function DataQuality() {
  return (
    <>
      <p>
        The values come from labels entered by volunteers, from laboratory analyses and from estimates, so
        some of them are wrong. Larder follows three rules:
      </p>
      <ul>
        <li>
          <strong>Unknown values are null, never 0.</strong> Gaps are never filled in.
        </li>
        <li>
          <strong>A wrong value never removes a food.</strong> Only records that are not foods or have no
          usable name or code are excluded.
        </li>
        <li>
          <strong>Every correction is documented.</strong> The food’s page shows what was changed and why.
        </li>
      </ul>
      <h2 id="confidence">Confidence score</h2>
      <p>
        Every food has a <code>confidence</code> from 0 to 1. It measures how reliable the nutrition data is,
        not how healthy or popular the food is. The food’s class determines the range:
      </p>
      <div class="table-wrap" tabindex={0}>
        <table class="table">
          <TableHead columns={['Class', 'Foods', 'Confidence']} />
          <tbody>
            {classIds.map(id => (
              <tr key={id}>
                <th scope="row">{id}</th>
                <td>{classes[id].which}</td>
                <td>{rangeOf(id).replaceAll(' ', '\u00a0')}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <p>
        A full European label states {mandatoryNames.slice(0, -1).join(', ')} and {mandatoryNames.at(-1)}; a
        lemonade is complete without saturated fat, and an oil without sugar. The ranges do not overlap: a
        complete, checked label always scores above a sparse one, and a sparse one above an estimate. So{' '}
        <code>confidence &gt;= {classes.complete.floor}</code> is a good filter when accuracy matters. Within
        the range, these factors decide:
      </p>
      <div class="table-wrap" tabindex={0}>
        <table class="table">
          <TableHead columns={['Factor', 'Weight', 'Meaning']} numeric={['Weight']} />
          <tbody>
            {Object.entries(weights).map(([factor, weight]) => (
              <tr key={factor}>
                <th scope="row">{factor}</th>
                <td class="num">{decimals(weight)}</td>
                <td>{factorDescriptions[factor as keyof Components]}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <p>
        We read {reliability.reduce((sum, { foods }) => sum + foods, 0)} random foods one by one. Show values
        at 0.9 or more as they are. From 0.5 to 0.7 they are nearly as often right, but incomplete. Below 0.5,
        ask the user before you count them.
      </p>
      <div class="table-wrap" tabindex={0}>
        <table class="table">
          <TableHead
            columns={['Confidence', 'Foods read', 'Right', 'Doubtful', 'Wrong']}
            numeric={['Foods read', 'Right', 'Doubtful', 'Wrong']}
          />
          <tbody>
            {reliability.map(({ from, foods, right, doubtful }) => (
              <tr key={from}>
                <th scope="row">
                  {decimals(from)} to {decimals(from + 0.1)}
                </th>
                <td class="num">{foods}</td>
                <td class="num">{right}</td>
                <td class="num">{doubtful}</td>
                <td class="num">{foods - right - doubtful}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <h2 id="taken">Removed values</h2>
      <p>Impossible values are replaced with null. Some of the rules, each with a real example:</p>
      <div class="table-wrap" tabindex={0}>
        <table class="table">
          <TableHead columns={['Rule', 'Example']} />
          <tbody>
            {removalRules.map(([rule, example]) => (
              <tr key={rule}>
                <th scope="row">{rule}</th>
                <td>{example}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <p>
        Suspicious values that cannot be corrected are kept and flagged, and the food no longer counts as
        complete. Examples are energy that differs by more than 20% from what the nutrients provide, a cheese
        with only zeros, or a food whose values are far from those of foods of the same name. Salt,
        sweeteners, spirits and bran have unusual but correct values; they are recognized by name and not
        flagged.
      </p>
      <h2 id="not">Limitations</h2>
      <ul>
        <li>
          Missing values are not calculated: no energy from nutrients, no carbohydrates “by difference”.
        </li>
        <li>Values per 100 ml are not converted to values per 100 g if the density is unknown.</li>
        <li>
          A wrong but plausible value cannot be detected, such as 3 g of sugar where the label says 8 g. If
          you need certainty, check the package.
        </li>
      </ul>
      <h2 id="report">Correct mistakes</h2>
      <p>
        Each food page links to where its record can be corrected: for products of Open Food Facts the edit
        page of the product, otherwise our contact page. The next sync brings the correction to everyone.
      </p>
    </>
  )
}
