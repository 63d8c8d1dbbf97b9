import { Code } from '../../components/code.tsx'
import { TableHead } from '../../components/table-head.tsx'

export function Unknown() {
  return (
    <>
      <p>
        All 22 members of a food are in every answer. What the label does not say is <code>null</code>. It
        means <strong>unknown</strong>. A <code>0</code> means that somebody measured or declared zero.
      </p>
      <Code name="A part of a food" isOutput text={`{ "fiber_g": 0, "cholesterol_mg": null }`} />
      <p>No fibre in this food, says its label. How much cholesterol it has, nobody told.</p>
      <h2 id="show">Show it</h2>
      <ul class="points">
        <li>Show “–” or “unknown”, never 0. Somebody may count their salt with your numbers.</li>
        <li>
          Adding up a day: an unknown part makes the sum unknown, or “at least 12 g”. Say how many foods had
          no value.
        </li>
        <li>
          Sorting and filtering: leave foods out whose value is unknown, or put them last. They are not low in
          anything.
        </li>
      </ul>
      <h2 id="write">Write it</h2>
      <p>Most languages make the wrong thing short. Look out for these:</p>
      <div class="scroll" tabindex={0}>
        <table>
          <TableHead columns={['Language', 'Turns unknown into zero', 'Keeps it']} />
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
        A member that is not there at all means the same as <code>null</code>; a good client takes both. How
        often each value is known, the <a href="/numbers#known">numbers</a> tell.
      </p>
    </>
  )
}
