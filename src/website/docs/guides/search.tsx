import { TableHead } from '../../components/table-head.tsx'
import { useProse } from '../article.ts'
import { CodeSamples } from '../code-samples.tsx'
import type { DeploymentInfo } from '../deployment-info.ts'
import { prose } from './search-prose.tsx'

export const queries = {
  typo: 'brocoli',
  accents: 'creme brulee',
  variants: 'yoghurts',
  incomplete: 'peanut but',
  joined: 'applejuice, made leine',
  amounts: '2 eggs, 330 ml cola',
  question: 'how many calories in a banana',
  synonyms: 'leche, aubergine',
  quoted: '"milk"',
  barcode: '051500255162',
}

export const filterExamples = {
  category: 'category=Cheeses',
  brand: 'brand=ben+jerry',
  country: 'country=DE',
  kind: 'kind=generic',
  complete: 'complete=true',
  image: 'has_image=true',
  allergens: 'exclude_allergens=milk,nuts',
  range: 'protein_g_min=20, sugar_g_max=5',
}

export function Search({ apiUrl, examples, estimateSource, requestsPerMinute }: DeploymentInfo) {
  const { syntax, ranking, source, filters, pages, typing, ...t } = useProse(prose)
  return (
    <>
      <CodeSamples task="search" title={t.sample} apiUrl={apiUrl} examples={examples} />
      <p>{t.response}</p>
      <h2 id="typed">{syntax.title}</h2>
      <ExplainedCode columns={[syntax.query, syntax.behavior]} code={queries} texts={syntax.behaviors} />
      <p>{syntax.terms}</p>
      <h2 id="order">{ranking.title}</h2>
      <ol>
        <li>{ranking.barcode}</li>
        <li>{ranking.named}</li>
        <li>{ranking.data}</li>
        <li>{ranking.relevance}</li>
        <li>{ranking.duplicates}</li>
      </ol>
      <p>{ranking.deterministic}</p>
      <h2 id="source">{source.title}</h2>
      <p>{source.text({ estimateSource })}</p>
      <h2 id="filters">{filters.title}</h2>
      <p>{filters.text}</p>
      <ExplainedCode
        columns={[filters.filter, filters.condition]}
        code={filterExamples}
        texts={filters.conditions}
      />
      <p>{filters.unknown}</p>
      <p>{filters.popular}</p>
      <h2 id="pages">{pages.title}</h2>
      <p>{pages.text}</p>
      <h2 id="typing">{typing.title}</h2>
      <p>{typing.text}</p>
      <ul>
        <li>{typing.debounce}</li>
        <li>{typing.cancel}</li>
        <li>{typing.limit(requestsPerMinute)}</li>
      </ul>
    </>
  )
}

interface ExplainedCodeProps<Key extends string> {
  columns: [string, string]
  code: Record<Key, string>
  texts: Record<Key, string>
}

function ExplainedCode<Key extends string>({ columns, code, texts }: ExplainedCodeProps<Key>) {
  return (
    <div class="table-wrap" tabindex={0}>
      <table class="table">
        <TableHead columns={columns} />
        <tbody>
          {(Object.keys(code) as Key[]).map(key => (
            <tr key={key}>
              <th scope="row">
                <code>{code[key]}</code>
              </th>
              <td>{texts[key]}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
