import { TableHead } from '../components/table-head.tsx'
import { formatNumber, formatShare, StackedBar } from './charts.tsx'
import { searchBenchmark } from './search-benchmark.ts'

const kindLabels: Record<string, string> = {
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
  const { date, command, catalog, machine, quality, speed } = searchBenchmark
  return (
    <section>
      <h2 id="search">Search quality</h2>
      <p>
        Results of the latest benchmark ({date}) on {catalog}. Not measured on this server.
      </p>
      <table class="measures">
        <caption>Queries whose expected food is ranked first or (lighter) in the top ten</caption>
        <TableHead columns={['Queries', '', 'First', 'Top ten']} numeric={['First', 'Top ten']} />
        <tbody>
          {quality.map(({ kind, queries, s1, s10 }) => (
            <tr key={kind}>
              <th scope="row">
                {kindLabels[kind] ?? kind} <small>{formatNumber(queries)}</small>
              </th>
              <td class="measure">
                <StackedBar
                  segments={[
                    { share: s10, variant: 'weak' },
                    { share: s1, variant: 'strong' },
                  ]}
                />
              </td>
              <td class="number">{formatShare(s1)}</td>
              <td class="number">{formatShare(s10)}</td>
            </tr>
          ))}
        </tbody>
      </table>
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
        {machine}. Command: <code>{command}</code>
      </p>
    </section>
  )
}
