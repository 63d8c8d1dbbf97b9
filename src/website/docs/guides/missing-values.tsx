import { Code } from '../../components/code.tsx'
import { TableHead } from '../../components/table-head.tsx'
import { useProse } from '../article.ts'
import { prose } from './missing-values-prose.tsx'

const nullHandling = [
  { language: 'JavaScript', wrong: 'null * 30 / 100', right: 'value === null ? null : value * 0.3' },
  { language: 'Python', wrong: 'value or 0', right: 'None if value is None else value * 0.3' },
  { language: 'Swift', wrong: 'value ?? 0', right: 'value.map { $0 * 0.3 }' },
  { language: 'Kotlin', wrong: 'value ?: 0.0', right: 'value?.times(0.3)' },
  { language: 'SQL', wrong: 'coalesce(value, 0)', right: 'value * 0.3' },
]

export function MissingValues() {
  const { meaning, example, exampleMeaning, display, code } = useProse(prose)
  return (
    <>
      <p>{meaning}</p>
      <Code name={example} language="json" isOutput text={`{ "fiber_g": 0, "cholesterol_mg": null }`} />
      <p>{exampleMeaning}</p>
      <h2 id="show">{display.title}</h2>
      <ul>
        <li>{display.words}</li>
        <li>{display.totals}</li>
        <li>{display.order}</li>
      </ul>
      <h2 id="write">{code.title}</h2>
      <p>{code.text}</p>
      <div class="table-wrap" tabindex={0}>
        <table class="table">
          <TableHead columns={[code.language, code.wrong, code.right]} />
          <tbody>
            {nullHandling.map(({ language, wrong, right }) => (
              <tr key={language}>
                <th scope="row">{language}</th>
                <td>
                  <code>{wrong}</code>
                </td>
                <td>
                  <code>{right}</code>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <p>{code.missingField}</p>
    </>
  )
}
