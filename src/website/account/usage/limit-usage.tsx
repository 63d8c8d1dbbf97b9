import { type Plan, planTable } from '../../../accounts/plans.ts'
import { Day } from '../../components/timestamp.tsx'
import type { DailyUsage } from './daily-usage.ts'
import { busiestOf, dateOf, formatNumber } from './usage-chart.tsx'

const minutesPerDay = 1_440

interface LimitUsageProps {
  plan: Plan
  perMinute: number
  /** Requests in the minute that runs; undefined where nobody can tell. */
  thisMinute: number | undefined
  days: DailyUsage[]
}

/** How near the limit of the plan one is. */
export function LimitUsage({ plan, perMinute, thisMinute, days }: LimitUsageProps) {
  const busiest = busiestOf(days)
  const limited = days.reduce((total, { by }) => total + by.limited, 0)
  const perDay = perMinute * minutesPerDay
  const { name, rateLimitScope } = planTable[plan]
  return (
    <>
      <h2>Your limit</h2>
      <p>
        {name} allows {formatNumber(perMinute)} requests a minute,{' '}
        {rateLimitScope === 'address' ? 'counted by the address they come from' : 'for all keys together'}.{' '}
        <a href="/account/plan">Plans</a>
      </p>
      <dl class="tiles">
        {thisMinute !== undefined && (
          <div>
            <dt>In the minute that runs</dt>
            <dd>
              {formatNumber(thisMinute)} <small>of {formatNumber(perMinute)}</small>
              <Meter name="Used in the minute that runs" value={thisMinute} max={perMinute} />
            </dd>
          </div>
        )}
        {busiest && (
          <div>
            <dt>
              Busiest day, <Day at={dateOf(busiest.day)} />
            </dt>
            <dd>
              {formatNumber(busiest.requests)} <small>of {formatNumber(perDay)} that fit into a day</small>
              <Meter name="Used on the busiest day" value={busiest.requests} max={perDay} />
            </dd>
          </div>
        )}
        <div>
          <dt>Refused because of the limit</dt>
          <dd>
            {formatNumber(limited)} <small>in {days.length} days</small>
          </dd>
        </div>
      </dl>
    </>
  )
}

function Meter({ name, value, max }: { name: string; value: number; max: number }) {
  return <meter aria-label={name} min={0} max={max} high={max * 0.8} value={Math.min(value, max)} />
}
