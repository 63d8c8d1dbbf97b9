// Column chart of requests by day. Labels are HTML outside the SVG so that they stay readable on a phone.
import { TableHead } from '../../components/table-head.tsx'
import { Day } from '../../components/timestamp.tsx'
import { type DailyUsage, outcomes, ticksFor } from './daily-usage.ts'

const whole = new Intl.NumberFormat('en-US')
const compact = new Intl.NumberFormat('en-US', { notation: 'compact' })
const dayAndMonth = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', timeZone: 'UTC' })

export const formatNumber = (value: number): string => whole.format(value)

export const dateOf = (day: string): Date => new Date(`${day}T00:00:00Z`)

interface ChartProps {
  name: string
  days: DailyUsage[]
  /** Minimum extent of the scale, so that charts shown together share one scale. */
  max: number
  variant?: 'small'
}

export function UsageChart({ name, days, max, variant }: ChartProps) {
  const ticks = ticksFor(max)
  const top = ticks.at(-1) ?? 1
  const heightOf = (requests: number) => (100 * requests) / top
  return (
    <div class={variant === 'small' ? 'usage-chart small' : 'usage-chart'}>
      <div class="usage-ticks" aria-hidden="true">
        {ticks.toReversed().map(tick => (
          <span key={tick}>{compact.format(tick)}</span>
        ))}
      </div>
      <svg
        viewBox={`0 0 ${days.length * 10} 100`}
        preserveAspectRatio="none"
        role="img"
        aria-label={describe(name, days)}
      >
        {ticks.map(tick => (
          <line
            key={tick}
            class={tick === 0 ? 'base' : undefined}
            x2={days.length * 10}
            y1={100 - heightOf(tick)}
            y2={100 - heightOf(tick)}
          />
        ))}
        {days.map((day, index) => (
          <Column key={day.day} day={day} x={index * 10 + 1.5} heightOf={heightOf} />
        ))}
      </svg>
      <div class="usage-ends" aria-hidden="true">
        <span>{dayAndMonth.format(dateOf(days[0]?.day ?? ''))}</span>
        <span>today</span>
      </div>
    </div>
  )
}

interface ColumnProps {
  day: DailyUsage
  x: number
  heightOf: (requests: number) => number
}

function Column({ day, x, heightOf }: ColumnProps) {
  if (day.requests === 0) return null
  let y = 100
  return (
    <g>
      <title>{`${dayAndMonth.format(dateOf(day.day))}: ${formatNumber(day.requests)}`}</title>
      {outcomes.map(({ id }) => {
        // Small values stay visible.
        const height = day.by[id] === 0 ? 0 : Math.max(1, heightOf(day.by[id]))
        y -= height
        return height === 0 ? null : <rect key={id} class={id} x={x} y={y} width={7} height={height} />
      })}
    </g>
  )
}

/** Text alternative for screen readers. */
function describe(name: string, days: DailyUsage[]): string {
  const all = days.reduce((total, { requests }) => total + requests, 0)
  const busiest = busiestOf(days)
  if (all === 0 || busiest === undefined) return `${name}: no requests in ${days.length} days`
  const when = dayAndMonth.format(dateOf(busiest.day))
  return `${name}: ${formatNumber(all)} requests in ${days.length} days, most on ${when}: ${formatNumber(busiest.requests)}`
}

export function busiestOf(days: DailyUsage[]): DailyUsage | undefined {
  return days.toSorted((a, b) => b.requests - a.requests)[0]
}

export function Legend() {
  return (
    <ul class="usage-legend">
      {outcomes.map(({ id, name }) => (
        <li key={id}>
          <svg viewBox="0 0 10 10" aria-hidden="true">
            <rect class={id} width="10" height="10" rx="2" />
          </svg>
          {name}
        </li>
      ))}
    </ul>
  )
}

const countColumns = ['Requests', ...outcomes.map(({ name }) => name)]

export function DayTable({ days }: { days: DailyUsage[] }) {
  return (
    <details>
      <summary>Show data table</summary>
      {/* Scrollable regions must be focusable by keyboard. */}
      <section class="scroll" tabindex={0} aria-label="Requests by day">
        <table>
          <TableHead columns={['Day', ...countColumns]} numeric={countColumns} />
          <tbody>
            {days
              .filter(({ requests }) => requests > 0)
              .toReversed()
              .map(({ day, requests, by }) => (
                <tr key={day}>
                  <th scope="row">
                    <Day at={dateOf(day)} />
                  </th>
                  <td class="number">{formatNumber(requests)}</td>
                  {outcomes.map(({ id }) => (
                    <td key={id} class="number">
                      {formatNumber(by[id])}
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
