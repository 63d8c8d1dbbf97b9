import { TableHead } from '../components/table-head.tsx'
import { formatNumber, formatShare, StackedBar } from './charts.tsx'
import { searchBenchmark } from './search-benchmark.ts'

const peopleLabels: Record<string, string> = {
  all: 'All queries',
  generic: 'Basic foods',
  'generic-cooked': 'Cooked and canned foods',
  brand: 'Brands',
  'brand-product': 'Products of a brand',
  typo: 'Typos',
  phonetic: 'Spelled by ear',
  synonym: 'Synonyms',
  quantity: 'With an amount',
  question: 'Questions',
  attribute: 'With an attribute, such as low fat',
  language: 'Other languages',
  prefix: 'Unfinished words',
  'joined-split': 'Joined and split words',
  punctuation: 'Punctuation and case',
  'extra-word': 'With superfluous words',
  none: 'Not food',
}

const spellingLabels: Record<string, string> = {
  all: 'All queries',
  clean: 'Spelled correctly',
  accents: 'Accents added or omitted',
  brand: 'With brand',
  typo1: 'One typo',
  typo2: 'Two typos in a long word',
  'real-typo': 'Real typos from the catalog',
  prefix: 'Incomplete last word',
  joined: 'Joined words',
  split: 'Split words',
}

export function SearchBenchmarkSection() {
  const { people, sparse, spelling, speed, machine } = searchBenchmark
  const sparseRight = sparse?.kinds.find(({ kind }) => kind === 'all')?.['right@1']
  return (
    <section>
      <h2 id="search">Search quality</h2>
      <p>
        Results of the latest benchmark ({people.date}) on {formatNumber(people.foods)} foods:{' '}
        {people.catalog}. Not measured on this server.
      </p>
      <MeasureTable
        caption="Queries with the right food first or (lighter) among the first three"
        columns={['First', 'First three']}
        rows={people.kinds.map(figures => ({
          label: peopleLabels[figures.kind] ?? figures.kind,
          queries: figures.queries,
          first: figures['right@1'] ?? 0,
          some: figures['right@3'] ?? 0,
        }))}
      />
      {typeof sparseRight === 'number' && (
        <p>
          On a catalog in which most foods lack energy, the right food comes first for{' '}
          {formatShare(sparseRight)}.
        </p>
      )}
      <h3>Spelling</h3>
      <p>
        Measured on {spelling.date}, on {formatNumber(spelling.foods)} foods: {spelling.catalog}.
      </p>
      <MeasureTable
        caption="Queries with all intended words in the first result or (lighter) in one of ten"
        columns={['First', 'Top ten']}
        rows={spelling.kinds.map(({ kind, queries, s1, s10 }) => ({
          label: spellingLabels[kind] ?? kind,
          queries,
          first: s1,
          some: s10,
        }))}
      />
      <dl class="tiles">
        {speed.map(({ what, value, unit }) => (
          <div key={what}>
            <dt>{what}</dt>
            <dd>
              {formatNumber(value)} <small>{unit}</small>
            </dd>
          </div>
        ))}
      </dl>
      <p class="quiet">
        {machine}. Commands: <code>{people.command}</code> and <code>{spelling.command}</code>
      </p>
    </section>
  )
}

function MeasureTable({
  caption,
  columns,
  rows,
}: {
  caption: string
  columns: [string, string]
  rows: { label: string; queries: number; first: number; some: number }[]
}) {
  return (
    <table class="measures">
      <caption>{caption}</caption>
      <TableHead columns={['Queries', '', ...columns]} numeric={columns} />
      <tbody>
        {rows.map(({ label, queries, first, some }) => (
          <tr key={label}>
            <th scope="row">
              {label} <small>{formatNumber(queries)}</small>
            </th>
            <td class="measure">
              <StackedBar
                segments={[
                  { share: some, variant: 'weak' },
                  { share: first, variant: 'strong' },
                ]}
              />
            </td>
            <td class="number">{formatShare(first)}</td>
            <td class="number">{formatShare(some)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
