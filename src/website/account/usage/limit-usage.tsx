import { type Plan, planTable } from '../../../accounts/plans.ts'
import { Day } from '../../components/timestamp.tsx'
import type { DayOfUsage } from './daily-usage.ts'
import { busiestOf, dateOf, writeNumber } from './usage-chart.tsx'

const minutesADay = 1_440

interface NearLimitProps {
  plan: Plan
  perMinute: number
  /** Requests in the minute that runs; undefined where nobody can tell. */
  thisMinute: number | undefined
  days: DayOfUsage[]
}

/** How near the limit of the plan one is. */
export function NearLimit({ plan, perMinute, thisMinute, days }: NearLimitProps) {
  const busiest = busiestOf(days)
  const limited = days.reduce((total, { by }) => total + by.limited, 0)
  const aDay = perMinute * minutesADay
  const { name, countedPer } = planTable[plan]
  return (
    <>
      <h2>Your limit</h2>
      <p>
        {name} allows {writeNumber(perMinute)} requests a minute,{' '}
        {countedPer === 'address' ? 'counted by the address they come from' : 'for all keys together'}.{' '}
        <a href="/account/plan">Plans</a>
      </p>
      <dl class="tiles">
        {thisMinute !== undefined && (
          <div>
            <dt>In the minute that runs</dt>
            <dd>
              {writeNumber(thisMinute)} <small>of {writeNumber(perMinute)}</small>
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
              {writeNumber(busiest.requests)} <small>of {writeNumber(aDay)} that fit into a day</small>
              <Meter name="Used on the busiest day" value={busiest.requests} max={aDay} />
            </dd>
          </div>
        )}
        <div>
          <dt>Refused because of the limit</dt>
          <dd>
            {writeNumber(limited)} <small>in {days.length} days</small>
          </dd>
        </div>
      </dl>
    </>
  )
}

function Meter({ name, value, max }: { name: string; value: number; max: number }) {
  return <meter aria-label={name} min={0} max={max} high={max * 0.8} value={Math.min(value, max)} />
}
