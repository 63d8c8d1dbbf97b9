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

const filterExamples: [string, string][] = [
  ['category=Cheeses', 'it is in this category or one below; /foods/categories lists them'],
  ['brand=ben+jerry', 'its brand contains these words'],
  ['country=DE', 'it is known to be sold there: an ISO code or a name'],
  ['kind=generic', 'it comes from a food table and has no brand; kind=branded: it has a brand'],
  ['complete=true', 'its data is complete and checked'],
  ['has_image=true', 'it has an image'],
  ['exclude_allergens=milk,nuts', 'it states its allergens, and contains neither these nor traces of them'],
  [
    'protein_g_min=20, sugar_g_max=5',
    'the nutrient is in the range per 100 g: any nutrient field with _min or _max',
  ],
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
      <h2 id="filters">Filters</h2>
      <p>
        <code>/search</code> and <a href="/docs/reference/popular">/foods/popular</a> take the same filters.
        Every food in the response passes all of them:
      </p>
      <div class="table-wrap" tabindex={0}>
        <table class="table">
          <TableHead columns={['Filter', 'A food passes if']} />
          <tbody>
            {filterExamples.map(([filter, condition]) => (
              <tr key={filter}>
                <th scope="row">
                  <code>{filter}</code>
                </th>
                <td>{condition}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <p>
        A food never passes by what is unknown: without a stated value it is in no range, and{' '}
        <code>exclude_allergens</code> leaves out every food whose allergens are not known. Many foods state
        none, so do not present the result as a complete list, and never as medical advice.
      </p>
      <p>
        With filters, <code>/foods/popular</code> looks at up to 10,000 foods: those of the brand or the
        generic ones, otherwise the most popular ones, in the category if there is one.
      </p>
      <h2 id="pages">Pages</h2>
      <p>
        <code>offset</code>, up to 200, skips foods: <code>limit=50&amp;offset=50</code> is the second page.
        Pages do not overlap. The results end after a few hundred foods; a more specific query or a filter
        brings others.
      </p>
      <h2 id="typing">Search as you type</h2>
      <p>
        <a href="/docs/reference/suggest">/suggest</a> completes what somebody types, from the first character
        on: <code>text</code> to show, <code>query</code> to send to <code>/search</code>, and{' '}
        <code>food_id</code> where it is one food. It is several times as fast as a search. To list foods with
        their values while somebody types, send the text to <code>/search</code> from two characters on.
      </p>
      <ul>
        <li>Debounce input by about 100 ms.</li>
        <li>Cancel outdated requests, or discard responses that arrive after a newer one.</li>
        <li>
          Every suggestion counts as a request: with the free limit of {requestsPerMinute.starter} requests
          per minute, search only when the user presses Enter.
        </li>
      </ul>
      <p>
        See the <a href="/stats#search">search benchmark</a> for relevance and latency.
      </p>
    </>
  )
}
