// API processes with measurements of memory and event-loop delay.
import { readFileSync } from 'node:fs'
import { findFreePort } from '../../lab/servers/free-port.ts'
import { type Environment, type Server, startLarder } from '../../lab/servers/larder-process.ts'

const bucket = /^larder_event_loop_delay_seconds_bucket\{le="([^"]+)"\} (\d+)/gm

export interface MeasuredNode extends Server {
  residentMegabytes(): number
  /** Delays since the last call, in milliseconds; the longest is the bound of its bucket. */
  eventLoopDelay(): Promise<{ p99: number; longest: number }>
}

export async function startMeasuredNode(environment: Environment, logFile: string): Promise<MeasuredNode> {
  const { MANAGEMENT_PORT = '0' } = environment
  // HAProxy checks readiness at this port.
  const metricsPort = MANAGEMENT_PORT === '0' ? await findFreePort() : Number(MANAGEMENT_PORT)
  const server = await startLarder({ ...environment, MANAGEMENT_PORT: String(metricsPort) }, logFile)
  let earlier: number[] = []
  return {
    ...server,
    residentMegabytes() {
      const [, kilobytes] =
        /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${server.processId}/status`, 'utf8')) ?? []
      return Number(kilobytes) / 1024
    },
    async eventLoopDelay() {
      const metrics = await (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text()
      const buckets = [...metrics.matchAll(bucket)].map(([, bound, count]) => ({
        ms: bound === '+Inf' ? Number.POSITIVE_INFINITY : Number(bound) * 1_000,
        count: Number(count),
      }))
      const since = buckets.map(({ ms, count }, n) => ({ ms, count: count - (earlier[n] ?? 0) }))
      earlier = buckets.map(({ count }) => count)
      const all = since.at(-1)?.count ?? 0
      const bound = (share: number) => since.find(({ count }) => count >= share * all)?.ms ?? 0
      return { p99: bound(0.99), longest: bound(1) }
    },
  }
}

interface MemorySample {
  hours: number
  megabytes: number
}

/** Growth in megabytes per hour, by linear regression. */
export function growthPerHour(samples: MemorySample[]): number {
  const mean = (values: number[]) => values.reduce((sum, value) => sum + value, 0) / values.length
  const [hours, megabytes] = [mean(samples.map(({ hours }) => hours)), mean(samples.map(s => s.megabytes))]
  const variance = samples.reduce((sum, each) => sum + (each.hours - hours) ** 2, 0)
  const covariance = samples.reduce((sum, s) => sum + (s.hours - hours) * (s.megabytes - megabytes), 0)
  return covariance / variance
}
