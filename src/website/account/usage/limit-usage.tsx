import { type Plan, planTable } from '../../../accounts/plans.ts'
import { Day } from '../../components/timestamp.tsx'
import type { DailyUsage } from './daily-usage.ts'
import { busiestOf, dateOf, formatNumber } from './usage-chart.tsx'

const minutesPerDay = 1_440

interface LimitUsageProps {
  plan: Plan
  perMinute: number
  /** Requests in the current window; undefined if unknown, as for plans limited per IP address. */
  thisMinute: number | undefined
  days: DailyUsage[]
}

export function LimitUsage({ plan, perMinute, thisMinute, days }: LimitUsageProps) {
  const busiest = busiestOf(days)
  const limited = days.reduce((total, { by }) => total + by['rate-limited'], 0)
  const perDay = perMinute * minutesPerDay
  const { name, rateLimitScope } = planTable[plan]
  return (
    <>
      <h2>Rate limit</h2>
      <p>
        Your {name} plan allows {formatNumber(perMinute)} requests per minute,{' '}
        {rateLimitScope === 'address' ? 'counted per IP address' : 'shared by all keys'}.{' '}
        <a href="/account/plan">Compare plans</a>
      </p>
      <dl class="tiles">
        {thisMinute !== undefined && (
          <div>
            <dt>Current minute</dt>
            <dd>
              {formatNumber(thisMinute)} <small>of {formatNumber(perMinute)}</small>
              <Meter name="Used in the current minute" value={thisMinute} max={perMinute} />
            </dd>
          </div>
        )}
        {busiest && (
          <div>
            <dt>
              Busiest day, <Day at={dateOf(busiest.day)} />
            </dt>
            <dd>
              {formatNumber(busiest.requests)} <small>of {formatNumber(perDay)} per day</small>
              <Meter name="Used on the busiest day" value={busiest.requests} max={perDay} />
            </dd>
          </div>
        )}
        <div>
          <dt>Rate-limited requests</dt>
          <dd>
            {formatNumber(limited)} <small>in the last {days.length} days</small>
          </dd>
        </div>
      </dl>
    </>
  )
}

function Meter({ name, value, max }: { name: string; value: number; max: number }) {
  return <meter aria-label={name} min={0} max={max} high={max * 0.8} value={Math.min(value, max)} />
}
