// The conformance kit: passes against two nodes, and fails where a rule is broken.
import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { type Passing, startProxy } from '../../lab/proxies/http-proxy.ts'
import { type ServiceProcess, spawnService } from '../../lab/service.ts'
import { listRules, type RuleResult, runConformance } from '../../src/conformance/run.ts'
import type { Food } from '../../src/food/food.ts'
import { createStores, type TestStores } from '../support/database.ts'
import { accountKey, namedKey } from '../support/keys.ts'

const vectors = readFileSync('data/validation-vectors.jsonl', 'utf8')
  .trim()
  .split('\n')
  .map(line => JSON.parse(line))

// As specified: the kit is to see what callers see.
const specified = {
  LIMIT_ANONYMOUS_PER_MINUTE: '30',
  LIMIT_STARTER_PER_MINUTE: '30',
  LIMIT_PER_HOUR: '600',
  FAIRNESS_DELAY_MS: '350',
}

let stores: TestStores
let nodes: ServiceProcess[]
const keys: Record<string, string> = {}
beforeAll(async () => {
  stores = await createStores('demo-foods')
  nodes = await Promise.all([spawnService(stores, specified), spawnService(stores, specified)])
  keys['account'] = await accountKey(stores, 'kit', 'scale')
  keys['starter'] = await accountKey(stores, 'kit-free', 'starter')
  for (const scope of ['read', 'full'] as const)
    keys[scope] = (await namedKey(stores, 'kit', scope, scope)).key
  keys['scale'] = (await namedKey(stores, 'kit', 'scale', 'full')).key
  keys['capped'] = (await namedKey(stores, 'kit', 'capped', 'read', { capPerMinute: 5 })).key
  keys['expired'] = (await namedKey(stores, 'kit', 'expired', 'read', { expiresAt: new Date(0) })).key
  const revoked = await namedKey(stores, 'kit', 'revoked', 'read')
  await stores.sql('update keys set revoked_at = now() where id = $1', [revoked.id])
  keys['revoked'] = revoked.key
})
afterAll(async () => {
  await Promise.all(nodes.map(node => node.stop()))
  await stores.drop()
})

async function check(options: { only?: string[]; waits?: boolean; spoil?: (passing: Passing) => void }) {
  const proxy = await startProxy(
    nodes.map(node => node.apiUrl),
    options.spoil,
  )
  onTestFinished(proxy.stop)
  const results: RuleResult[] = []
  const { only = [], waits = false } = options
  for await (const result of runConformance({
    baseUrl: proxy.url,
    keys,
    vectors,
    only,
    waits,
    figures: waits,
  })) {
    results.push(result)
  }
  return results
}

const json = (passing: Passing) => JSON.parse(passing.body.toString())
const rewrite = (passing: Passing, body: unknown) => {
  passing.body = Buffer.from(JSON.stringify(body))
}
const foodsIn = (passing: Passing, change: (food: Food) => unknown) => {
  if (passing.status !== 200 || !/^\/(search|food|foods\/popular|barcode)\b/.test(passing.path)) return
  if (passing.method !== 'GET') return
  const body = json(passing)
  rewrite(passing, Array.isArray(body) ? body.map(change) : change(body))
}

// The rule broken, how, and the spoiling.
const broken: [rule: string, how: string, spoil: (passing: Passing) => void][] = [
  [
    'decision 27',
    'unknown members are left out',
    passing =>
      foodsIn(passing, food =>
        Object.fromEntries(Object.entries(food).filter(([, value]) => value !== null)),
      ),
  ],
  [
    'spec 2.1',
    'confidence is a percentage',
    passing => foodsIn(passing, food => ({ ...food, confidence: food.confidence * 100 })),
  ],
  [
    'decision 29',
    'barcodes lose their leading zeros',
    passing => foodsIn(passing, food => ({ ...food, barcode: food.barcode?.replace(/^0+/, '') ?? null })),
  ],
  [
    'spec 7.1',
    'no match is a 404',
    passing => {
      if (passing.path.startsWith('/search') && passing.body.toString() === '[]') {
        passing.status = 404
        rewrite(passing, { detail: 'Nothing found' })
      }
    },
  ],
  [
    'decision 11',
    'an unknown path is a 404',
    passing => {
      if (passing.status === 401 && passing.path.startsWith('/v1')) passing.status = 404
    },
  ],
  [
    'decision 12',
    'a wrong key is treated as anonymous',
    passing => {
      if (passing.status === 401 && passing.path.startsWith('/foods/categories')) {
        passing.status = 200
        rewrite(passing, [])
      }
    },
  ],
  [
    'decision 2',
    'the input is echoed as a number',
    passing => {
      if (passing.status !== 422) return
      const body = json(passing)
      for (const fault of body.detail) if (/^-?\d+$/.test(fault.input)) fault.input = Number(fault.input)
      rewrite(passing, body)
    },
  ],
  [
    'decision 19',
    'the reset is seconds left',
    passing => {
      const reset = passing.headers['x-ratelimit-reset']
      if (reset) passing.headers['x-ratelimit-reset'] = String(Math.ceil(Number(reset) - Date.now() / 1000))
    },
  ],
  [
    'decision 20',
    'a 404 does not carry the headers',
    passing => {
      if (passing.status === 404) delete passing.headers['x-ratelimit-remaining']
    },
  ],
  [
    'decision 14',
    'another method is a 405 for everybody',
    passing => {
      if (passing.method === 'POST' && passing.status === 403) {
        passing.status = 405
        rewrite(passing, { detail: 'Method Not Allowed' })
      }
    },
  ],
  [
    'decision 16',
    'errors lack CORS',
    passing => {
      if (passing.status >= 400) delete passing.headers['access-control-allow-origin']
    },
  ],
  [
    'decision 34',
    'the ETag changes with every answer',
    passing => {
      if (passing.headers['etag']) passing.headers['etag'] = `"${Math.random()}"`
    },
  ],
  [
    'decision 31',
    'categories are in no order',
    passing => {
      if (passing.path === '/foods/categories' && passing.status === 200)
        rewrite(passing, json(passing).reverse())
    },
  ],
  [
    'spec 4.6',
    '/health asks for a key',
    passing => {
      if (passing.path.startsWith('/health') && !passing.sent.authorization) passing.status = 401
    },
  ],
]

describe('the conformance kit', () => {
  it('fails nothing against two nodes, and sees what it needs to see', async () => {
    const results = await check({ waits: true })
    expect(results.filter(({ outcome }) => outcome === 'fail')).toEqual([])
    // Two foods of which one is found by its words and the other by a corrected spelling: not in the demo catalog.
    expect(results.filter(({ outcome }) => outcome === 'skipped').map(({ rule }) => rule)).toEqual([
      'decision 30d',
    ])
    expect(results.length).toBe(listRules().length)
  }, 420_000)

  it.each(broken)(
    '%s is seen to be broken: %s',
    async (rule, _how, spoil) => {
      const results = await check({ only: [rule], spoil })
      expect(results.length).toBeGreaterThan(0)
      expect(results.some(({ outcome }) => outcome === 'fail')).toBe(true)
    },
    60_000,
  )

  it('names rules of every part and decision that can be seen from outside', () => {
    const rules = listRules().map(({ rule }) => rule)
    const seen = (name: string) => rules.some(rule => rule === name || rule.startsWith(name))
    for (const part of ['spec 2', 'spec 4', 'spec 5', 'spec 7', 'spec 8', 'spec 9'])
      expect([part, seen(part)]).toEqual([part, true])
    // 21 takes an hour, 25 hundreds of wrong keys, 26 a Redis that is away: tested in test/limits and test/faults.
    const notFromOutside = [21, 25, 26]
    for (let decision = 1; decision <= 34; decision++) {
      const found = rules.some(rule => new RegExp(`^decision ${decision}[a-z]?$`).test(rule))
      expect([decision, found]).toEqual([decision, !notFromOutside.includes(decision)])
    }
  })
})
