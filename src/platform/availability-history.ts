// The history of the service's availability: each node probes itself every minute and stores the result. While the database is
// away nothing can be stored, so a minute without a result counts as not up.
import type { Database } from './database/pool.ts'

export const availabilityDays = 90
const minutesPerDay = 1_440
const minuteMs = 60_000
const dayMs = minutesPerDay * minuteMs

/** By the clock of the database, which all nodes share. */
export async function storeProbe(database: Database, isUp: boolean): Promise<void> {
  await database.query({
    name: 'store-probe',
    text: `
      insert into availability_by_day (day, probed, up)
        select at::date, set_bit(none, minute, 1), set_bit(none, minute, $1::boolean::integer)
          from (select now() at time zone 'utc' as at) as clock,
               lateral (select (extract(hour from at) * 60 + extract(minute from at))::integer as minute,
                               repeat('0', ${minutesPerDay})::bit(${minutesPerDay}) as none) as bits
        on conflict (day) do update
          set probed = availability_by_day.probed | excluded.probed, up = availability_by_day.up | excluded.up`,
    values: [isUp],
  })
}

interface ProbeJobOptions {
  /** Of the primary server. */
  database: Database
  /** Resolves if this node works. */
  probe: () => Promise<boolean>
}

/** In the middle of each minute, so that small differences of clocks do not leave a minute out. */
export function startProbes(
  { database, probe }: ProbeJobOptions,
  untilNextMs = () => minuteMs - ((Date.now() + minuteMs / 2) % minuteMs),
): { stop(): Promise<void> } {
  let running: Promise<void> | undefined
  let timer = setTimeout(start, untilNextMs()).unref()

  function start(): void {
    running = probe()
      .catch(() => false)
      .then(isUp => storeProbe(database, isUp))
      // The log says already that the database is unavailable.
      .catch(() => undefined)
    timer = setTimeout(start, untilNextMs()).unref()
  }

  return {
    async stop() {
      clearTimeout(timer)
      await running
    },
  }
}

export interface ProbedDay {
  /** In UTC, as 2026-01-31. */
  day: string
  up: number
  probed: number
  /** The first minute with a result. */
  first: number
}

export async function readProbedDays(database: Database): Promise<ProbedDay[]> {
  const { rows } = await database.query<ProbedDay>({
    name: 'probed-days',
    text: `
      select to_char(day, 'YYYY-MM-DD') as day, bit_count(up)::integer as up, bit_count(probed)::integer as probed,
             position(B'1' in probed) - 1 as first
        from availability_by_day
        where day > (now() at time zone 'utc')::date - $1::integer
        order by availability_by_day.day`,
    values: [availabilityDays],
  })
  return rows
}

export interface DayAvailability {
  start: Date
  /** Minutes since the first probe; 0 before it. */
  minutes: number
  up: number
  failed: number
  /** Without a result. */
  unknown: number
}

/** The last days up to today, oldest first. The present minute is not over and does not count. */
export function availabilityByDay(probed: readonly ProbedDay[], now: Date): DayAvailability[] {
  const known = new Map(probed.map(each => [each.day, each]))
  const [oldest] = probed
  const today = Math.floor(now.getTime() / dayMs) * dayMs
  return Array.from({ length: availabilityDays }, (_, index) => {
    const start = new Date(today - (availabilityDays - 1 - index) * dayMs)
    const day = start.toISOString().slice(0, 10)
    const { up, probed, first } = known.get(day) ?? { up: 0, probed: 0, first: 0 }
    const isBefore = oldest === undefined || day < oldest.day
    const from = day === oldest?.day ? first : 0
    const to = Math.min(minutesPerDay, Math.floor((now.getTime() - start.getTime()) / minuteMs))
    const minutes = isBefore ? 0 : Math.max(probed, to - from)
    return { start, minutes, up, failed: probed - up, unknown: minutes - probed }
  })
}
