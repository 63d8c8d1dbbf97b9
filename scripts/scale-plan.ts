// Capacity plan for a request rate, from the measured cost per request.

export interface Measurements {
  /** Foods in the measured catalog. */
  foods: number
  costs: {
    endpoint: string
    perSecond: number
    microseconds: { node: number; postgres: number; redis: number }
    responseBytes: number
  }[]
  memory: { nodeIdleBytes: number; nodeLoadedBytes: number }
  deployments: { nodes: number; replicas: number; food: number; search: number }[]
  databaseBytes: number
  /** What `npm run bench:topology` saw. */
  topology?: { what: string; seen: string }[]
}

// Mean latency with 16 million foods versus 4 million: 1.05 times, rounded up (bench/README.md).
const searchGrowthAtFourTimes = 1.15

/**
 * The request mix: half of all requests are searches while typing. Assumptions: half of the searches and of the lookups are
 * answered from the cache of the process. Of page views, only those that a CDN does not serve.
 */
export const shares: Record<string, number> = {
  '/search': 0.25,
  '/search, cached': 0.25,
  '/food/{id}': 0.12,
  '/food/{id}, cached': 0.12,
  '/barcode/{code}': 0.08,
  '/barcode/{code}, cached': 0.08,
  '/foods/popular, cached': 0.05,
  '/foods/categories, cached': 0.01,
  'food page': 0.02,
  'food page, cached': 0.02,
}

/** Text compresses to about this share; clients that accept compression are assumed. */
const compressedShare = 0.3

/** Maximum CPU utilization; the rest is headroom for peaks and for the loss of a server. */
export const maxUtilization = 0.6

const coresPerServer = 16
/** Assumed prices per month; replace them with yours. */
const prices = { core: 15, gigabyte: 3, terabyteOfTraffic: 2 }
const secondsPerMonth = 30 * 86_400

export interface Plan {
  rate: number
  foods: number
  nodeCores: number
  processes: number
  postgresCores: number
  readServers: number
  postgresGigabytes: number
  redisCores: number
  redisShards: number
  megabitsPerSecond: number
  costPerMonth: number
  costPerMillionRequests: number
  /** CPU seconds per second, not rounded and without headroom. */
  exact: { nodeCores: number; postgresCores: number; redisCores: number }
}

export function planFor(measured: Measurements, { rate, foods }: { rate: number; foods: number }): Plan {
  const catalogRatio = foods / measured.foods
  // Lookups by index do not depend on the catalog size.
  const searchGrowth = Math.max(1, searchGrowthAtFourTimes ** Math.log2(Math.sqrt(catalogRatio)))
  const sum = (costOf: (cost: Measurements['costs'][number]) => number) =>
    measured.costs.reduce((total, cost) => total + rate * (shares[cost.endpoint] ?? 0) * costOf(cost), 0)

  const exact = {
    nodeCores: sum(({ microseconds }) => microseconds.node) / 1e6,
    postgresCores:
      sum(
        ({ endpoint, microseconds }) => microseconds.postgres * (endpoint === '/search' ? searchGrowth : 1),
      ) / 1e6,
    redisCores: sum(({ microseconds }) => microseconds.redis) / 1e6,
  }
  const processes = Math.max(2, Math.ceil(exact.nodeCores / maxUtilization))
  const readServers = Math.ceil(exact.postgresCores / maxUtilization / coresPerServer) + 1
  const redisShards = Math.max(1, Math.ceil(exact.redisCores / maxUtilization))
  const postgresGigabytes = Math.ceil((1.3 * measured.databaseBytes * Math.max(1, catalogRatio)) / 1e9) + 4
  const bytesPerSecond = sum(({ responseBytes }) => sentBytes(responseBytes) + headerBytes)
  const cores = processes + readServers * coresPerServer + 2 * redisShards
  const gigabytes = readServers * postgresGigabytes + (processes * measured.memory.nodeLoadedBytes) / 1e9
  return {
    rate,
    foods,
    nodeCores: Math.ceil(exact.nodeCores / maxUtilization),
    processes,
    postgresCores: Math.ceil(exact.postgresCores / maxUtilization),
    readServers,
    postgresGigabytes,
    redisCores: exact.redisCores / maxUtilization,
    redisShards,
    megabitsPerSecond: (8 * bytesPerSecond) / 1e6,
    ...costs(
      prices.core * cores +
        prices.gigabyte * gigabytes +
        (prices.terabyteOfTraffic * bytesPerSecond * secondsPerMonth) / 1e12,
      rate,
    ),
    exact,
  }
}

const costs = (perMonth: number, rate: number) => ({
  costPerMonth: perMonth,
  costPerMillionRequests: perMonth / ((rate * secondsPerMonth) / 1e6),
})

/** Several regions, each with a share of the requests, and enough capacity that any one of them may fail. */
export function planForRegions(
  measured: Measurements,
  { rate, foods, regions }: { rate: number; foods: number; regions: number },
): Plan {
  const one = planFor(measured, { rate: rate / (regions - 1), foods })
  const times = (value: number) => regions * value
  return {
    ...one,
    rate,
    nodeCores: times(one.nodeCores),
    processes: times(one.processes),
    postgresCores: times(one.postgresCores),
    readServers: times(one.readServers),
    redisCores: times(one.redisCores),
    redisShards: times(one.redisShards),
    megabitsPerSecond: one.megabitsPerSecond * (regions - 1),
    ...costs(times(one.costPerMonth), rate),
  }
}

/** Short responses are not compressed (decision 37). */
const sentBytes = (bytes: number) => (bytes < 1_024 ? bytes : compressedShare * bytes)

const headerBytes = 500
