import { TableHead } from '../components/table-head.tsx'
import { useFormat, useMessages } from '../i18n/messages.ts'
import { formatShare, ShareBar } from './charts.tsx'
import { type MeasuredRow, type Measurement, searchBenchmark } from './search-benchmark.ts'

/** Shows the figures as they are in the file: described in English, like other technical documents. */
export function SearchBenchmarkSection() {
  const t = useMessages('stats')
  const format = useFormat()
  const { measurements, speed, machine } = searchBenchmark
  return (
    <section class="stack">
      <h2 id="search">{t.search}</h2>
      <p class="measure">{t.measuredElsewhere}</p>
      {Object.entries(measurements)
        .filter(([, { rows }]) => rows.length > 0)
        .map(([name, measurement]) => (
          <MeasurementTables key={name} {...measurement} />
        ))}
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
        <p class="muted small measure">{machine}</p>
      </div>
    </section>
  )
}

function MeasurementTables({ caption, date, command, catalog, foods, columns, rows }: Measurement) {
  const { foodCount } = useMessages('shared')
  const format = useFormat()
  return (
    <div class="stack">
      <div lang="en">
        <MeasureTable caption={caption} columns={columns} rows={rows} />
        {rows.map(
          ({ what, kinds }) =>
            kinds && (
              <details key={what} class="disclose">
                <summary>{what}</summary>
                <MeasureTable caption={what} columns={columns} rows={kinds} />
              </details>
            ),
        )}
      </div>
      <p class="muted small measure">
        {format.date(new Date(`${date} UTC`))}, {foodCount({ count: foods }) + format.colon}
        <span lang="en">{catalog}</span>
        <br />
        <code>{command}</code>
      </p>
    </div>
  )
}

interface MeasureTableProps {
  caption: string
  columns: string[]
  rows: MeasuredRow[]
}

function MeasureTable({ caption, columns: [head = '', ...columns], rows }: MeasureTableProps) {
  const format = useFormat()
  return (
    <div class="table-wrap">
      <table class="table measures">
        <caption>{caption}</caption>
        <TableHead columns={[head, '', ...columns]} numeric={columns} />
        <tbody>
          {rows.map(({ what, queries, shares }) => (
            <tr key={what}>
              <th scope="row">
                {what} <span class="unit">{format.number(queries)}</span>
              </th>
              <td class="measure-bar">
                <ShareBar share={shares[0] ?? 0} />
              </td>
              {shares.map((share, index) => (
                <td key={columns[index]} class="num">
                  {formatShare(share, format)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
