import { TableHead } from '../../components/table-head.tsx'
import { CodeSamples } from '../code-samples.tsx'
import type { DeploymentInfo } from '../deployment-info.ts'

const queryExamples: [string, string][] = [
  ['bannanas', 'typos are corrected: one in words of three to five letters, two in longer words'],
  ['creme brulee', 'accents are optional, in every script'],
  ['yoghurts', 'spelling variants and word forms match: also finds yogurt'],
  ['peanut but', 'the last word can be incomplete'],
  ['organicpancake, made leine', 'joined and split words'],
  ['cola 330 ml', 'numbers and sizes are search terms'],
  ['"milk"', 'quoted terms match exactly, without typo correction'],
  ['015887170128', 'a barcode finds its food'],
]

export function Search({ apiUrl, estimateSource }: DeploymentInfo) {
  return (
    <>
      <CodeSamples task="search" title="Search foods" apiUrl={apiUrl} />
      <p>
        The response is a list of foods, best match first. If nothing matches, the list is empty; there is no{' '}
        <code>404</code>. <code>q</code> needs at least two characters, and <code>limit</code> can be up to
        50.
      </p>
      <h2 id="typed">Query syntax and typo tolerance</h2>
      <div class="scroll" tabindex={0}>
        <table>
          <TableHead columns={['Query', 'Behaviour']} />
          <tbody>
            {queryExamples.map(([query, behaviour]) => (
              <tr key={query}>
                <th scope="row">
                  <code>{query}</code>
                </th>
                <td>{behaviour}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <p>
        All terms must match: a food must contain every one of them in its name or brand. Only the first
        twelve words and 200 characters are used. There is no invalid query syntax.
      </p>
      <h2 id="order">Ranking</h2>
      <ol class="points">
        <li>An exact barcode match, or a name that equals the whole query.</li>
        <li>
          The most likely interpretation of the query. Words that occur in the catalog are not corrected,
          unless a similar word is so much more frequent that a typo is more likely.
        </li>
        <li>
          Generic foods first (<em>Bananas, raw</em> for <em>bananas</em>), then complete labels before sparse
          ones before estimates, foods with an image before those without, then by confidence and popularity.
        </li>
      </ol>
      <p>Results are deterministic: a larger limit only adds foods at the end.</p>
      <h2 id="source">Filter by source</h2>
      <p>
        <code>source=off</code> returns only foods from Open Food Facts, <code>source={estimateSource}</code>{' '}
        only AI estimates. Other values return <code>422</code>. Without the parameter, all sources are
        searched; the <code>source</code> field of each food shows where it comes from.
      </p>
      <h2 id="typing">Search as you type</h2>
      <ul class="points">
        <li>Debounce input by about 100 ms and start at two characters.</li>
        <li>Cancel outdated requests, or discard responses that arrive after a newer one.</li>
        <li>With the free limit of 30 requests per minute, search only when the user presses Enter.</li>
      </ul>
      <p>
        See the <a href="/numbers#search">search benchmark</a> for relevance and latency.
      </p>
    </>
  )
}
