import { Code } from '../../components/code.tsx'
import { TableHead } from '../../components/table-head.tsx'

export function MissingValues() {
  return (
    <>
      <p>
        Every food has all 22 fields. A value that the label does not state is <code>null</code>, which means{' '}
        <strong>unknown</strong>. <code>0</code> means that zero was measured or declared.
      </p>
      <Code name="Example" language="json" isOutput text={`{ "fiber_g": 0, "cholesterol_mg": null }`} />
      <p>The label declares 0 g fiber; cholesterol is not stated.</p>
      <h2 id="show">Displaying missing values</h2>
      <ul>
        <li>Show “not stated” or “unknown”, never 0. People may rely on your numbers for their health.</li>
        <li>
          Totals: if one value is unknown, so is the sum. Show “at least 12 g” and how many foods have no
          value.
        </li>
        <li>
          Sorting and filtering: exclude foods with an unknown value or put them last. Unknown does not mean
          low.
        </li>
      </ul>
      <h2 id="write">Handling null in code</h2>
      <p>In most languages it is easy to turn null into zero by accident:</p>
      <div class="table-wrap" tabindex={0}>
        <table class="table">
          <TableHead columns={['Language', 'Wrong: null becomes 0', 'Right: null stays null']} />
          <tbody>
            <tr>
              <th scope="row">JavaScript</th>
              <td>
                <code>null * 30 / 100</code> is 0
              </td>
              <td>
                <code>value === null ? null : value * 0.3</code>
              </td>
            </tr>
            <tr>
              <th scope="row">Python</th>
              <td>
                <code>value or 0</code>
              </td>
              <td>
                <code>None if value is None else value * 0.3</code>
              </td>
            </tr>
            <tr>
              <th scope="row">Swift</th>
              <td>
                <code>value ?? 0</code>
              </td>
              <td>
                <code>{'value.map { $0 * 0.3 }'}</code>
              </td>
            </tr>
            <tr>
              <th scope="row">Kotlin</th>
              <td>
                <code>value ?: 0.0</code>
              </td>
              <td>
                <code>value?.times(0.3)</code>
              </td>
            </tr>
            <tr>
              <th scope="row">SQL</th>
              <td>
                <code>coalesce(value, 0)</code>
              </td>
              <td>
                <code>value * 0.3</code>
              </td>
            </tr>
          </tbody>
        </table>
      </div>
      <p>
        Clients should treat a missing field like <code>null</code>. The{' '}
        <a href="/stats#known">catalog statistics</a> show how often each value is known.
      </p>
    </>
  )
}
