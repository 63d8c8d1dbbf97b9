import { type Plan, planTable } from '../../../accounts/plans.ts'
import type { ResponseTimes } from '../../../accounts/usage/read.ts'
import { useFormat, useMessages } from '../../i18n/messages.ts'
import { Stat } from './stat.tsx'

export function ResponseTimeStat({ name, times: { median, p95 } }: { name: string; times: ResponseTimes }) {
  const t = useMessages('account')
  const format = useFormat()
  return (
    <Stat
      name={name}
      value={t.atMost({ ms: format.number(median) })}
      unit={t.milliseconds}
      foot={t.medianAndP95({ ms: format.number(p95) })}
    />
  )
}

/** What is measured, and that the delay of the plan is not in it. */
export function ResponseTimeNote({ plan, fairnessDelayMs }: { plan: Plan; fairnessDelayMs: number }) {
  const t = useMessages('account')
  const format = useFormat()
  const { name, fairnessDelay } = planTable[plan]
  return (
    <p class="small muted">
      {t.responseTimeNote}
      {fairnessDelay && fairnessDelayMs > 0 && (
        <> {t.delayNotIncluded({ ms: format.number(fairnessDelayMs), plan: name })}</>
      )}
    </p>
  )
}
