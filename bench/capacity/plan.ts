// The servers and the monthly cost for a rate of requests, computed from measured costs and stated assumptions.
import type { CapacityFigures, Cost } from './figures.ts'

export interface Demand {
  /** Requests a second, mean of the day. */
  meanPerSecond: number
  foods: number
  /** Share of the requests that a shared cache answers before they reach the load balancer. */
  edgeHits: number
  /** Share of the rest that the caches of the processes answer. */
  processHits: number
}

/** In the currency of your provider; these are rounded list prices in US dollars. */
const assumed = {
  peakToMean: 3,
  /** Cores are planned to be busy for this share at the peak. */
  utilization: 0.6,
  /** How much more an uncached search costs in PostgreSQL when there are four times as many foods: 7.25 ms instead of 4.91 (ADR 68). */
  searchGrowthPerFourfold: 1.5,
  coreMonth: 30,
  memoryGbPerCore: 4,
  memoryGbMonth: 4,
  backupGbMonth: 0.025,
  /** Full backups and what lies between them, in both repositories, in sizes of the database. */
  backupCopies: 6,
  cdnMillionRequests: 0.6,
  cdnGb: 0.02,
  secondsPerMonth: 2_630_000,
} as const

export interface Plan {
  demand: Demand
  cores: { node: number; postgresql: number; redis: number; balancer: number; monitoring: number }
  postgresqlServers: number
  memoryGb: number
  cost: { servers: number; cdn: number; backups: number }
}

export function planFor(figures: CapacityFigures, demand: Demand): Plan {
  const peak = demand.meanPerSecond * assumed.peakToMean * (1 - demand.edgeHits)
  const growth =
    assumed.searchGrowthPerFourfold ** Math.max(0, Math.log(demand.foods / figures.foods) / Math.log(4))
  const busy = (component: keyof Cost) =>
    figures.kinds.reduce((sum, { kind, share, uncached, cached }) => {
      const grown = kind === 'search' && component === 'postgresql' ? growth : 1
      return (
        sum +
        share *
          (demand.processHits * cached[component] + (1 - demand.processHits) * uncached[component] * grown)
      )
    }, 0)
  const coresFor = (microseconds: number) => (peak * microseconds) / 1e6 / assumed.utilization
  // One more of everything than is needed, so that one may fail.
  const databaseGb = (figures.bytesPerFood * demand.foods) / 1e9
  const coresPerServer = 16
  const postgresql = coresFor(busy('postgresql'))
  const postgresqlServers = Math.ceil(postgresql / coresPerServer) + 1
  const cores = {
    node: Math.ceil(coresFor(busy('node'))) + 1,
    postgresql: Math.ceil(postgresql) + Math.min(coresPerServer, Math.ceil(postgresql)),
    redis: Math.ceil(coresFor(busy('redis'))) + 1,
    balancer: Math.ceil(coresFor(figures.balancer)) + 1,
    monitoring: 2,
  }
  const memoryGb = postgresqlServers * databaseGb
  const allCores = Object.values(cores).reduce((sum, each) => sum + each, 0)
  const extraMemoryGb = Math.max(0, memoryGb - cores.postgresql * assumed.memoryGbPerCore)
  const requests = demand.meanPerSecond * assumed.secondsPerMonth
  const bytes = figures.kinds.reduce((sum, { share, bytes }) => sum + share * bytes, 0)
  return {
    demand,
    cores,
    postgresqlServers,
    memoryGb,
    cost: {
      servers: allCores * assumed.coreMonth + extraMemoryGb * assumed.memoryGbMonth,
      cdn:
        demand.edgeHits === 0
          ? 0
          : (requests / 1e6) * assumed.cdnMillionRequests + ((requests * bytes) / 1e9) * assumed.cdnGb,
      backups: databaseGb * assumed.backupCopies * assumed.backupGbMonth,
    },
  }
}
