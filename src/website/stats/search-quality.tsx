import { TableHead } from '../components/table-head.tsx'
import { formatNumber, formatShare, StackedBar } from './charts.tsx'
import { searchFigures } from './search-figures.ts'

const kinds: Record<string, string> = {
  all: 'All queries',
  clean: 'Typed right',
  accents: 'With or without accents',
  brand: 'With a brand',
  typo1: 'One typing error',
  typo2: 'Two errors in a long word',
  'real-typo': 'An error people made in the catalog',
  prefix: 'Last word unfinished',
  joined: 'Two words as one',
  split: 'One word as two',
}

export function SearchQuality() {
  const { date, command, catalog, machine, quality, speed } = searchFigures
  return (
    <section>
      <h2 id="search">Search</h2>
      <p>
        As last measured ({date}) by a program that asks the API and knows what each query meant, on {catalog}
        . Not on this service, and not now.
      </p>
      <table class="measures">
        <caption>Queries that found what was meant: first of all, or (lighter) among the first ten</caption>
        <TableHead columns={['Query', '', 'First', 'In ten']} numeric={['First', 'In ten']} />
        <tbody>
          {quality.map(({ kind, queries, s1, s10 }) => (
            <tr key={kind}>
              <th scope="row">
                {kinds[kind] ?? kind} <small>{formatNumber(queries)}</small>
              </th>
              <td class="measure">
                <StackedBar
                  parts={[
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
        {machine}. The command: <code>{command}</code>
      </p>
    </section>
  )
}
