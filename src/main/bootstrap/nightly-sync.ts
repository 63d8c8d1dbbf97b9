// For containers, which have neither systemd nor cron: stays and syncs every night.
import { setTimeout as wait } from 'node:timers/promises'

/** 03:20 UTC, as deploy/systemd/larder-sync.timer. */
const minutesAfterMidnight = 3 * 60 + 20
const maxDelayMs = 40 * 60_000
const dayMs = 24 * 3_600_000

/** The next night after `now`; `spread` from 0 to 1 distributes many installations over the time. */
export function nextSyncAt(now: Date, spread: number): Date {
  const midnight = Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate())
  const start = midnight + minutesAfterMidnight * 60_000
  return new Date((start <= now.getTime() ? start + dayMs : start) + spread * maxDelayMs)
}

/** Never ends. A failed sync is reported, and the next night catches up. */
export async function syncEveryNight(sync: () => Promise<void>): Promise<never> {
  for (;;) {
    const at = nextSyncAt(new Date(), Math.random())
    process.stderr.write(`next sync at ${at.toISOString()}\n`)
    await wait(at.getTime() - Date.now())
    await sync()
  }
}
