// How many of each part a rate of requests needs, from what one request costs.

export interface Figures {
  /** Foods of the catalog that was measured. */
  foods: number
  costs: {
    endpoint: string
    perSecond: number
    microseconds: { node: number; postgres: number; redis: number }
    answerBytes: number
  }[]
  memory: { nodeIdleBytes: number; nodeLoadedBytes: number }
  deployments: { nodes: number; replicas: number; food: number; search: number }[]
  databaseBytes: number
}

// Median of 16 against 4 million foods: 4.68 to 4.09 ms, rounded up (bench/README.md).
const searchGrowthAtFourTimes = 1.15

/** What callers ask for; of pages, what a CDN leaves over (one of ten, and half of that was not kept by us). */
export const shares: Record<string, number> = {
  '/food/{id}': 0.35,
  '/barcode/{code}': 0.3,
  '/search': 0.25,
  '/foods/popular': 0.05,
  '/foods/categories': 0.01,
  'food page, cache miss': 0.02,
  'food page, cache hit': 0.02,
}

/** Of its cores a part uses this share at most: the rest is for peaks, and for the loss of a part. */
export const usedShare = 0.6

const coresOfAServer = 16
/** What a month costs. Assumptions: put your own here. */
const prices = { core: 15, gigabyte: 3, terabyteOfTraffic: 2 }
const secondsAMonth = 30 * 86_400

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
  costAMonth: number
  /** Processor time a second, nothing rounded and no reserve. */
  exact: { nodeCores: number; postgresCores: number; redisCores: number }
}

export function planFor(figures: Figures, { rate, foods }: { rate: number; foods: number }): Plan {
  const timesAsMany = foods / figures.foods
  // A lookup by an index does not notice.
  const searchGrowth = Math.max(1, searchGrowthAtFourTimes ** Math.log2(Math.sqrt(timesAsMany)))
  const sum = (costOf: (cost: Figures['costs'][number]) => number) =>
    figures.costs.reduce((total, cost) => total + rate * (shares[cost.endpoint] ?? 0) * costOf(cost), 0)

  const exact = {
    nodeCores: sum(({ microseconds }) => microseconds.node) / 1e6,
    postgresCores:
      sum(
        ({ endpoint, microseconds }) => microseconds.postgres * (endpoint === '/search' ? searchGrowth : 1),
      ) / 1e6,
    redisCores: sum(({ microseconds }) => microseconds.redis) / 1e6,
  }
  const processes = Math.max(2, Math.ceil(exact.nodeCores / usedShare))
  const readServers = Math.ceil(exact.postgresCores / usedShare / coresOfAServer) + 1
  const redisShards = Math.max(1, Math.ceil(exact.redisCores / usedShare))
  const postgresGigabytes = Math.ceil((1.3 * figures.databaseBytes * Math.max(1, timesAsMany)) / 1e9) + 4
  const bytesPerSecond = sum(({ answerBytes }) => answerBytes + headerBytes)
  const cores = processes + readServers * coresOfAServer + 2 * redisShards
  const gigabytes = readServers * postgresGigabytes + (processes * figures.memory.nodeLoadedBytes) / 1e9
  return {
    rate,
    foods,
    nodeCores: Math.ceil(exact.nodeCores / usedShare),
    processes,
    postgresCores: Math.ceil(exact.postgresCores / usedShare),
    readServers,
    postgresGigabytes,
    redisCores: exact.redisCores / usedShare,
    redisShards,
    megabitsPerSecond: (8 * bytesPerSecond) / 1e6,
    costAMonth:
      prices.core * cores +
      prices.gigabyte * gigabytes +
      (prices.terabyteOfTraffic * bytesPerSecond * secondsAMonth) / 1e12,
    exact,
  }
}

const headerBytes = 500
