import { Code } from '../../components/code.tsx'
import { TableHead } from '../../components/table-head.tsx'
import { useProse } from '../article.ts'
import { CodeSamples } from '../code-samples.tsx'
import type { DeploymentInfo } from '../deployment-info.ts'
import { prose } from './portions-prose.tsx'

export function Portions({ apiUrl, examples }: DeploymentInfo) {
  const { servings, rounding, drinks, ...t } = useProse(prose)
  return (
    <>
      <p>{t.per100g}</p>
      <Code name={t.formulaName} isOutput text={t.formula} />
      <p>{t.example}</p>
      <CodeSamples task="portion" title={t.sample} apiUrl={apiUrl} examples={examples} />
      <h2 id="servings">{servings.title}</h2>
      <p>{servings.text}</p>
      <h2 id="rounding">{rounding.title}</h2>
      <p>{rounding.text}</p>
      <div class="table-wrap" tabindex={0}>
        <table class="table">
          <TableHead columns={[rounding.value, rounding.display]} />
          <tbody>
            {[rounding.energy, rounding.grams, rounding.sodium].map(([value, display]) => (
              <tr key={value}>
                <th scope="row">{value}</th>
                <td>{display}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <h2 id="drinks">{drinks.title}</h2>
      <p>{drinks.text}</p>
    </>
  )
}
