// A column chart of requests by day, with the values of each day on hover and focus, and a table of the same.
import { Icon } from '../../components/icon.tsx'
import { TableHead } from '../../components/table-head.tsx'
import { useFormat, useMessages } from '../../i18n/messages.ts'
import { type Outcome, outcomes, ticksFor, type UsageDay } from './usage-days.ts'

const colors: Record<Outcome, string> = {
  successful: 'ok',
  'not-found': 'miss',
  'rate-limited': 'limited',
  failed: 'failed',
}

interface ChartProps {
  days: UsageDay[]
}

/** The heading with the legend, and the chart. */
export function UsageChart({ days }: ChartProps) {
  const t = useMessages('account')
  const format = useFormat()
  const ticks = ticksFor(Math.max(...days.map(({ requests }) => requests)))
  const top = ticks.at(-1) ?? 1
  const [first, middle] = [days[0], days[Math.floor(days.length / 2)]]
  return (
    <>
      <div class="chart-head">
        <h2 class="h-s">{t.requestsPerDay}</h2>
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
          <ol class={`bars bars-${days.length}`}>
            {days.map((day, index) => (
              <Column key={day.start.getTime()} day={day} top={top} isPartial={index === days.length - 1} />
            ))}
          </ol>
          <div class="x-axis" aria-hidden="true">
            <span>{first && format.dayAndMonth(first.start)}</span>
            <span>{middle && format.dayAndMonth(middle.start)}</span>
            <span>{t.today}</span>
          </div>
        </div>
      </div>
    </>
  )
}

interface ColumnProps {
  day: UsageDay
  top: number
  /** The last one, which still grows. */
  isPartial: boolean
}

function Column({ day, top, isPartial }: ColumnProps) {
  const t = useMessages('account')
  const format = useFormat()
  const label = isPartial ? t.today : format.dayAndMonth(day.start)
  const used = outcomes.filter(outcome => day.by[outcome] > 0)
  let below = 0
  return (
    <li tabindex={0} class={isPartial ? 'is-partial' : undefined}>
      <svg aria-hidden="true">
        {used.map(outcome => {
          // Small values stay visible.
          const height = Math.max(0.7, (100 * day.by[outcome]) / top)
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
        <b>{(isPartial ? t.soFar({ what: label }) : label) + format.colon + format.number(day.requests)}</b>
        {used.map(outcome => (
          <span key={outcome}>
            {t.outcomes[outcome]} <i>{format.number(day.by[outcome])}</i>
          </span>
        ))}
      </span>
    </li>
  )
}

export function OutcomeTable({ days }: ChartProps) {
  const t = useMessages('account')
  const counts: Count[] = [
    { heading: t.requests, countOf: ({ requests }) => requests },
    ...outcomes.map(outcome => ({
      heading: t.outcomes[outcome],
      countOf: ({ by }: UsageDay) => by[outcome],
    })),
  ]
  return <DayTable summary={t.showTable} days={days} counts={counts} />
}

/** Endpoints in the order of their requests. */
export function EndpointTable({ days }: ChartProps) {
  const t = useMessages('account')
  const countOf = (endpoint: string) => (day: UsageDay) => day.byEndpoint.get(endpoint) ?? 0
  const totalOf = (endpoint: string) => days.reduce((sum, day) => sum + countOf(endpoint)(day), 0)
  const endpoints = new Set(days.flatMap(({ byEndpoint }) => [...byEndpoint.keys()]))
  const counts = [...endpoints]
    .toSorted((a, b) => totalOf(b) - totalOf(a))
    .map(endpoint => ({ heading: endpoint, countOf: countOf(endpoint) }))
  return <DayTable summary={t.byEndpointTable} days={days} counts={counts} />
}

interface Count {
  heading: string
  countOf: (day: UsageDay) => number
}

function DayTable({ summary, days, counts }: ChartProps & { summary: string; counts: Count[] }) {
  const t = useMessages('account')
  const format = useFormat()
  const numeric = counts.map(({ heading }) => heading)
  return (
    <details class="disclose">
      <summary>
        <Icon name="chevron-right" small />
        {summary}
      </summary>
      {/* Scrollable regions must be focusable by keyboard. */}
      <section class="table-wrap" tabindex={0} aria-label={t.requestsPerDay + format.colon + summary}>
        <table class="table">
          <TableHead columns={[t.day, ...numeric]} numeric={numeric} />
          <tbody>
            {days.toReversed().map(day => (
              <tr key={day.start.getTime()}>
                <th scope="row">{format.date(day.start)}</th>
                {counts.map(({ heading, countOf }) => (
                  <td key={heading} class="num">
                    {format.number(countOf(day))}
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
