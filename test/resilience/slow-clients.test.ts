// Slow clients that hold connections open (slowhttptest) are closed within 10 s, and other clients are served.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { generateCatalog } from '../../lab/catalogs/generated-catalog.ts'
import { ask } from '../../lab/clients/http.ts'
import { printMeasurement } from '../../lab/report.ts'
import { countOpenConnections } from '../../lab/servers/open-connections.ts'
import { type ServiceProcess, spawnService } from '../../lab/service.ts'
import { createStores, type TestStores } from '../support/database.ts'

const clients = 40
// The target is 10 s; the rest is tolerance for a busy machine.
const maxCloseMs = 20_000

// Each holds its connection as long as possible: sends a header or body, or reads a response, a few bytes at a time.
const ways = {
  'slow headers': { flags: ['-H', '-i', '2'], part: 'apiUrl', path: '/health' },
  // The API rejects it without reading the body, because it has no key.
  'slow body': { flags: ['-B', '-i', '2', '-s', '8192'], part: 'websiteUrl', path: '/sign-in' },
  'slow reading': {
    flags: ['-X', '-k', '10', '-n', '2', '-w', '512', '-y', '1024', '-z', '32'],
    part: 'apiUrl',
    // Ten responses exceed the kernel's buffers for a loopback connection.
    path: '/foods/popular?limit=500&has_image=false',
  },
} as const

let stores: TestStores
let node: ServiceProcess
beforeAll(async () => {
  stores = await createStores()
  await generateCatalog(stores.databaseUrl, 600)
  node = await spawnService(stores)
})
afterAll(async () => {
  await node.stop()
  await stores.drop()
})

it.each(Object.keys(ways) as (keyof typeof ways)[])(
  '%s',
  async way => {
    let isFinished = false
    const others = serveOthers(() => isFinished)
    try {
      await attack(way)
    } finally {
      isFinished = true
    }
    expect(await others).toBeLessThan(5_000)
  },
  60_000,
)

/** Sends requests like other clients until finished; returns the slowest response time. */
async function serveOthers(isFinished: () => boolean): Promise<number> {
  let maxMs = 0
  while (!isFinished()) {
    const start = performance.now()
    expect((await ask(node.apiUrl, '/food/1')).status).toBe(200)
    maxMs = Math.max(maxMs, performance.now() - start)
    await wait(50)
  }
  printMeasurement('slow clients: slowest response to others', maxMs, 'ms')
  return maxMs
}

/** Measures the time from when all clients are connected until the server has closed them. */
async function attack(way: keyof typeof ways): Promise<void> {
  const { flags, part, path } = ways[way]
  const url = node[part]
  const own = countOpenConnections(url)
  const child = spawn(
    'slowhttptest',
    [...flags, '-c', String(clients), '-r', '200', '-l', '60', '-p', '5', '-v', '0', '-u', `${url}${path}`],
    { stdio: 'ignore' },
  )
  const ended = once(child, 'exit')
  await once(child, 'spawn')
  const slow = () => countOpenConnections(url) - own
  let most = 0
  for (const start = performance.now(); most < clients / 2; await wait(300)) {
    most = Math.max(most, slow())
    expect(performance.now() - start).toBeLessThan(maxCloseMs)
  }
  const start = performance.now()
  // Some connections belong to normal clients and to the probes of slowhttptest.
  while (slow() > 3) {
    expect(performance.now() - start).toBeLessThan(maxCloseMs)
    await wait(200)
  }
  printMeasurement(`${way}: last connection closed after`, performance.now() - start, 'ms')
  child.kill('SIGKILL')
  await ended
}
