import { TableHead } from '../../components/table-head.tsx'
import { CodeSamples } from '../code-samples.tsx'
import type { DeploymentInfo } from '../deployment-info.ts'

const typed: [string, string][] = [
  ['bannanas', 'typing errors: one in a word of three to five letters, two in a longer one'],
  ['creme brulee', 'accents may be left out, in every script'],
  ['yoghurts', 'other spellings and forms: finds yogurt too'],
  ['peanut but', 'the last word may be unfinished'],
  ['organicpancake, made leine', 'joined and split words'],
  ['cola 330 ml', 'digits and sizes are words'],
  ['"milk"', 'in quotes: exactly so, nothing is corrected'],
  ['015887170128', 'a barcode finds its food'],
]

export function Search({ apiUrl }: DeploymentInfo) {
  return (
    <>
      <CodeSamples task="search" about="Search foods" apiUrl={apiUrl} />
      <p>
        The answer is a list of foods, the best first. No match is an empty list, not a <code>404</code>.{' '}
        <code>q</code> needs two characters, <code>limit</code> goes up to 50.
      </p>
      <h2 id="typed">What may be typed</h2>
      <div class="scroll" tabindex={0}>
        <table>
          <TableHead columns={['Typed', 'What happens']} />
          <tbody>
            {typed.map(([query, what]) => (
              <tr key={query}>
                <th scope="row">
                  <code>{query}</code>
                </th>
                <td>{what}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <p>
        All words count: a food must hold every one of them in its name or brand. The first twelve words and
        200 characters are used. Nothing a person can type is an error.
      </p>
      <h2 id="order">The order</h2>
      <ol class="points">
        <li>A barcode, or a name that is the whole query.</li>
        <li>
          What was most likely meant. A word that the catalog has counts as typed, unless a near one is so
          much more frequent that an error is likelier.
        </li>
        <li>
          Then the plain food (<em>Bananas, raw</em> for <em>bananas</em>), checked labels before sparse ones
          before estimates, with an image before without, by confidence and popularity.
        </li>
      </ol>
      <p>The same query gives the same order, and a larger limit only adds to its end.</p>
      <h2 id="source">Only one source</h2>
      <p>
        <code>source=off</code> gives foods of Open Food Facts, <code>source=ai_estimate</code> the labelled
        estimates. Other values are refused (<code>422</code>). Without it all are searched, and{' '}
        <code>source</code> of each food says where it is from.
      </p>
      <h2 id="typing">While somebody types</h2>
      <ul class="points">
        <li>Ask when they pause for a tenth of a second, from two characters on.</li>
        <li>Number your requests and drop an answer that comes after a newer one.</li>
        <li>With the free limit of 30 a minute, ask on Enter only.</li>
      </ul>
      <p>
        How well it finds what was meant, and how fast, is <a href="/numbers#search">measured</a>.
      </p>
    </>
  )
}
