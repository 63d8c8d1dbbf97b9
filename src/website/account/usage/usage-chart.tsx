// A column chart of requests by day or hour, with the values of each column on hover and focus, and a table of the same.
import { Icon } from '../../components/icon.tsx'
import { TableHead } from '../../components/table-head.tsx'
import type { Format } from '../../i18n/format.ts'
import { useFormat, useMessages } from '../../i18n/messages.ts'
import { type Outcome, outcomes, ticksFor, type UsageColumn } from './usage-columns.ts'

export type ColumnUnit = 'day' | 'hour'

const colors: Record<Outcome, string> = {
  successful: 'ok',
  'not-found': 'miss',
  'rate-limited': 'limited',
  failed: 'failed',
}

interface ChartProps {
  columns: UsageColumn[]
  unit: ColumnUnit
}

/** The heading with the legend, and the chart. */
export function UsageChart({ columns, unit }: ChartProps) {
  const t = useMessages('account')
  const format = useFormat()
  const ticks = ticksFor(Math.max(...columns.map(({ requests }) => requests)))
  const top = ticks.at(-1) ?? 1
  const [first, middle] = [columns[0], columns[Math.floor(columns.length / 2)]]
  return (
    <>
      <div class="chart-head">
        <h2 class="h-s">{unit === 'day' ? t.requestsPerDay : t.requestsPerHour}</h2>
        <ul class="legend">
          {outcomes.map(outcome => (
            <li key={outcome}>
              <i class={`dot dot-${colors[outcome]}`} />
              {t.outcomes[outcome]}
            </li>
          ))}
        </ul>
      </div>
      <div class="chart">
        <div class="plot">
          <div class="y-axis" aria-hidden="true">
            {ticks.toReversed().map(tick => (
              <span key={tick}>{format.number(tick)}</span>
            ))}
          </div>
          <ol class={`bars bars-${columns.length}`}>
            {columns.map((column, index) => (
              <Column
                key={column.start.getTime()}
                column={column}
                unit={unit}
                top={top}
                isPartial={index === columns.length - 1}
              />
            ))}
          </ol>
          <div class="x-axis" aria-hidden="true">
            <span>{first && labelOf(first, unit, format)}</span>
            <span>{middle && labelOf(middle, unit, format)}</span>
            <span>{unit === 'day' ? t.today : t.now}</span>
          </div>
        </div>
      </div>
    </>
  )
}

interface ColumnProps {
  column: UsageColumn
  unit: ColumnUnit
  top: number
  /** The last one, which still grows. */
  isPartial: boolean
}

function Column({ column, unit, top, isPartial }: ColumnProps) {
  const t = useMessages('account')
  const format = useFormat()
  const label = isPartial && unit === 'day' ? t.today : labelOf(column, unit, format)
  const used = outcomes.filter(outcome => column.by[outcome] > 0)
  let below = 0
  return (
    <li tabindex={0} class={isPartial ? 'is-partial' : undefined}>
      <svg aria-hidden="true">
        {used.map(outcome => {
          // Small values stay visible.
          const height = Math.max(0.7, (100 * column.by[outcome]) / top)
          below += height
          return (
            <rect
              key={outcome}
              class={`f-${colors[outcome]}`}
              y={`${(100 - below).toFixed(1)}%`}
              width="100%"
              height={`${height.toFixed(1)}%`}
            />
          )
        })}
      </svg>
      <span class="tip">
        <b>
          {(isPartial ? t.soFar({ what: label }) : label) + format.colon + format.number(column.requests)}
        </b>
        {used.map(outcome => (
          <span key={outcome}>
            {t.outcomes[outcome]} <i>{format.number(column.by[outcome])}</i>
          </span>
        ))}
      </span>
    </li>
  )
}

export function labelOf({ start }: UsageColumn, unit: ColumnUnit, format: Format): string {
  return unit === 'day' ? format.dayAndMonth(start) : format.time(start)
}

export function OutcomeTable({ columns, unit }: ChartProps) {
  const t = useMessages('account')
  const counts: Count[] = [
    { heading: t.requests, countOf: ({ requests }) => requests },
    ...outcomes.map(outcome => ({
      heading: t.outcomes[outcome],
      countOf: ({ by }: UsageColumn) => by[outcome],
    })),
  ]
  return <ColumnTable summary={t.showTable} columns={columns} unit={unit} counts={counts} />
}

/** Endpoints in the order of their requests. */
export function EndpointTable({ columns, unit }: ChartProps) {
  const t = useMessages('account')
  const countOf = (endpoint: string) => (column: UsageColumn) => column.byEndpoint.get(endpoint) ?? 0
  const totalOf = (endpoint: string) => columns.reduce((sum, column) => sum + countOf(endpoint)(column), 0)
  const endpoints = new Set(columns.flatMap(({ byEndpoint }) => [...byEndpoint.keys()]))
  const counts = [...endpoints]
    .toSorted((a, b) => totalOf(b) - totalOf(a))
    .map(endpoint => ({ heading: endpoint, countOf: countOf(endpoint) }))
  return <ColumnTable summary={t.byEndpointTable} columns={columns} unit={unit} counts={counts} />
}

interface Count {
  heading: string
  countOf: (column: UsageColumn) => number
}

function ColumnTable({ summary, columns, unit, counts }: ChartProps & { summary: string; counts: Count[] }) {
  const t = useMessages('account')
  const format = useFormat()
  const name = unit === 'day' ? t.requestsPerDay : t.requestsPerHour
  const numeric = counts.map(({ heading }) => heading)
  return (
    <details class="disclose">
      <summary>
        <Icon name="chevron-right" small />
        {summary}
      </summary>
      {/* Scrollable regions must be focusable by keyboard. */}
      <section class="table-wrap" tabindex={0} aria-label={name + format.colon + summary}>
        <table class="table">
          <TableHead columns={[unit === 'day' ? t.day : t.hour, ...numeric]} numeric={numeric} />
          <tbody>
            {columns.toReversed().map(column => (
              <tr key={column.start.getTime()}>
                <th scope="row">
                  {unit === 'day' ? format.date(column.start) : format.dateTime(column.start)}
                </th>
                {counts.map(({ heading, countOf }) => (
                  <td key={heading} class="num">
                    {format.number(countOf(column))}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </details>
  )
}
