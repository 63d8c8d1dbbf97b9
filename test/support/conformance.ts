// Shared setup for tests of the conformance suite: two nodes behind a proxy, and the keys that the suite needs.
import { type CheckResult, type ConformanceOptions, readVectors, runConformance } from 'larder-conformance'
import { afterAll, beforeAll } from 'vitest'
import { type ProxiedResponse, startProxy } from '../../lab/proxies/http-proxy.ts'
import { type ServiceProcess, spawnService } from '../../lab/service.ts'
import { createStores, type TestStores } from './database.ts'
import { accountKey, namedKey } from './keys.ts'

// The limits of the specification instead of the high limits of other tests.
const specified = {
  RATE_LIMIT_ANONYMOUS_PER_MINUTE: '30',
  RATE_LIMIT_STARTER_PER_MINUTE: '30',
  RATE_LIMIT_FREE_PER_HOUR: '600',
  FAIRNESS_DELAY_MS: '350',
}

export const failed = (results: CheckResult[]) => results.filter(({ outcome }) => outcome === 'fail')

export const skipped = (results: CheckResult[]) =>
  results.filter(({ outcome }) => outcome === 'skipped').map(({ id }) => id)

export async function runChecks(
  options: Pick<ConformanceOptions, 'baseUrl' | 'keys'> & Partial<ConformanceOptions>,
): Promise<CheckResult[]> {
  const results: CheckResult[] = []
  const defaults = { vectors: readVectors(), includeSlow: false }
  for await (const result of runConformance({ ...defaults, ...options })) results.push(result)
  return results
}

export interface ConformanceNodes {
  /** Runs checks through a proxy that may modify responses. */
  run(
    options: Partial<ConformanceOptions>,
    alter?: (passing: ProxiedResponse) => void,
  ): Promise<CheckResult[]>
}

/** For the tests of one file. */
export function withConformanceNodes(): ConformanceNodes {
  let stores: TestStores
  let nodes: ServiceProcess[]
  let keys: ConformanceOptions['keys']
  beforeAll(async () => {
    stores = await createStores('demo-foods')
    // Clients see one service: without these, each node would describe itself with its own port.
    const settings = {
      ...specified,
      API_PUBLIC_URL: 'http://api.larder.test',
      WEB_PUBLIC_URL: 'http://larder.test',
    }
    nodes = await Promise.all([spawnService(stores, settings), spawnService(stores, settings)])
    keys = await createKeys(stores)
  })
  afterAll(async () => {
    await Promise.all(nodes.map(node => node.stop()))
    await stores.drop()
  })
  return {
    async run(options, alter) {
      const urls = nodes.map(node => node.apiUrl)
      const proxy = await startProxy(urls, alter)
      try {
        return await runChecks({ baseUrl: proxy.url, keys, ...options })
      } finally {
        proxy.stop()
      }
    },
  }
}

async function createKeys(stores: TestStores): Promise<ConformanceOptions['keys']> {
  const account = await accountKey(stores, 'suite', 'scale')
  const starter = await accountKey(stores, 'suite-free', 'starter')
  const named = async (...[name, scope, more]: [string, 'read' | 'full', Parameters<typeof namedKey>[4]?]) =>
    namedKey(stores, 'suite', name, scope, more)
  const revoked = await named('revoked', 'read')
  await stores.sql('update api_keys set revoked_at = now() where id = $1', [revoked.id])
  return {
    account,
    starter,
    read: (await named('read', 'read')).key,
    full: (await named('full', 'full')).key,
    scale: (await named('scale', 'full')).key,
    capped: (await named('capped', 'read', { capPerMinute: 5 })).key,
    expired: (await named('expired', 'read', { expiresAt: new Date(0) })).key,
    revoked: revoked.key,
  }
}
