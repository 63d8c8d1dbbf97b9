import { TableHead } from '../../components/table-head.tsx'
import { CodeSamples } from '../code-samples.tsx'
import type { DeploymentInfo } from '../deployment-info.ts'

const queryExamples: [string, string][] = [
  ['bannanas', 'typos are corrected: one in words of three to five letters, two in longer words'],
  ['creme brulee', 'accents are optional, in every script'],
  ['yoghurts', 'spelling variants and word forms match: also finds yogurt'],
  ['peanut but', 'the last word can be incomplete'],
  ['organicpancake, made leine', 'joined and split words'],
  ['2 eggs, 330 ml cola', 'amounts are ignored, unless they are part of a name'],
  ['how many calories in a banana', 'questions find the food that they are about'],
  ['leche, aubergine', 'other languages and synonyms also find milk and eggplant'],
  ['"milk"', 'quoted terms must match exactly, without typo correction'],
  ['015887170128', 'a barcode finds its food'],
]

export function Search({ apiUrl, examples, estimateSource, requestsPerMinute }: DeploymentInfo) {
  return (
    <>
      <CodeSamples task="search" title="Search foods" apiUrl={apiUrl} examples={examples} />
      <p>
        The response is a list of foods, best match first. If nothing matches, the list is empty; there is no{' '}
        <code>404</code>. <code>q</code> needs at least two characters, and <code>limit</code> can be up to
        50.
      </p>
      <h2 id="typed">Query syntax and typo tolerance</h2>
      <div class="table-wrap" tabindex={0}>
        <table class="table">
          <TableHead columns={['Query', 'Behavior']} />
          <tbody>
            {queryExamples.map(([query, behavior]) => (
              <tr key={query}>
                <th scope="row">
                  <code>{query}</code>
                </th>
                <td>{behavior}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <p>
        Foods with all terms in their name or brand come first. If there are only a few, foods with the most
        important terms follow. Only the first twelve words and 200 characters are used. There is no invalid
        query syntax.
      </p>
      <h2 id="order">Ranking</h2>
      <ol>
        <li>An exact barcode match.</li>
        <li>
          Foods that the query names, in any word form, order or language (<em>Bananas, raw</em> for{' '}
          <em>banana</em>), then foods with all its words, then foods found by typo correction, completion or
          a synonym, then foods with only some of the words.
        </li>
        <li>
          Within those, complete and checked data before sparse data before AI estimates. Foods without usable
          nutrition come after foods with it.
        </li>
        <li>Within those, the most relevant; an image, a high confidence and popularity move a food up.</li>
        <li>Further entries with the same name and brand come last.</li>
      </ol>
      <p>Results are deterministic: a larger limit only adds foods at the end.</p>
      <h2 id="source">Filter by source</h2>
      <p>
        <code>source=off</code> returns only foods from Open Food Facts, <code>source={estimateSource}</code>{' '}
        only AI estimates. Other values return <code>422</code>. Without the parameter, all sources are
        searched; the <code>source</code> field of each food shows where it comes from.
      </p>
      <h2 id="typing">Search as you type</h2>
      <ul>
        <li>Debounce input by about 100 ms and start at two characters.</li>
        <li>Cancel outdated requests, or discard responses that arrive after a newer one.</li>
        <li>
          With the free limit of {requestsPerMinute.starter} requests per minute, search only when the user
          presses Enter.
        </li>
      </ul>
      <p>
        See the <a href="/stats#search">search benchmark</a> for relevance and latency.
      </p>
    </>
  )
}
