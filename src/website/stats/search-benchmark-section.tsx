import { TableHead } from '../components/table-head.tsx'
import { useFormat, useMessages } from '../i18n/messages.ts'
import { formatShare, StackedBar } from './charts.tsx'
import { searchBenchmark } from './search-benchmark.ts'

/** The catalogs, machine and commands are described in English, like other technical documents. */
export function SearchBenchmarkSection() {
  const t = useMessages('stats')
  const peopleNames: Record<string, string> = t.people
  const spellingNames: Record<string, string> = t.spellings
  const { foodCount } = useMessages('shared')
  const format = useFormat()
  const { people, sparse, spelling, speed, machine } = searchBenchmark
  const sparseRight = sparse?.kinds.find(({ kind }) => kind === 'all')?.['right@1']
  const dayOf = (date: string) => format.date(new Date(`${date} UTC`))
  return (
    <section class="stack">
      <h2 id="search">{t.search}</h2>
      <p class="measure">
        {t.measuredOn({ day: dayOf(people.date), foods: foodCount({ count: people.foods }) })}
      </p>
      <MeasureTable
        caption={t.rightFood}
        columns={[t.first, t.firstThree]}
        rows={people.kinds.map(figures => ({
          label: peopleNames[figures.kind] ?? figures.kind,
          queries: figures.queries,
          first: figures['right@1'] ?? 0,
          some: figures['right@3'] ?? 0,
        }))}
      />
      {typeof sparseRight === 'number' && (
        <p class="measure">{t.sparseCatalog({ share: formatShare(sparseRight, format) })}</p>
      )}
      <h3>{t.spelling}</h3>
      <p class="measure">
        {t.spellingMeasured({ day: dayOf(spelling.date), foods: foodCount({ count: spelling.foods }) })}
      </p>
      <MeasureTable
        caption={t.rightWords}
        columns={[t.first, t.topTen]}
        rows={spelling.kinds.map(({ kind, queries, s1, s10 }) => ({
          label: spellingNames[kind] ?? kind,
          queries,
          first: s1,
          some: s10,
        }))}
      />
      <h3>{t.details}</h3>
      <div class="stack" lang="en">
        <dl class="stat-tiles">
          {speed.map(({ what, value, unit }) => (
            <div key={what}>
              <dt>{what}</dt>
              <dd>
                {format.number(value)} <span class="unit">{unit}</span>
              </dd>
            </div>
          ))}
        </dl>
        <ul class="muted small measure">
          <li>{machine}</li>
          <li>
            {people.catalog + format.colon}
            <code>{people.command}</code>
          </li>
          <li>
            {spelling.catalog + format.colon}
            <code>{spelling.command}</code>
          </li>
        </ul>
      </div>
    </section>
  )
}

interface MeasureTableProps {
  caption: string
  columns: [string, string]
  rows: { label: string; queries: number; first: number; some: number }[]
}

function MeasureTable({ caption, columns, rows }: MeasureTableProps) {
  const t = useMessages('stats')
  const format = useFormat()
  return (
    <div class="table-wrap">
      <table class="table measures">
        <caption>{caption}</caption>
        <TableHead columns={[t.queries, '', ...columns]} numeric={columns} />
        <tbody>
          {rows.map(({ label, queries, first, some }) => (
            <tr key={label}>
              <th scope="row">
                {label} <span class="unit">{format.number(queries)}</span>
              </th>
              <td class="measure-bar">
                <StackedBar
                  segments={[
                    { share: some, variant: 'weak' },
                    { share: first, variant: 'strong' },
                  ]}
                />
              </td>
              <td class="num">{formatShare(first, format)}</td>
              <td class="num">{formatShare(some, format)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
