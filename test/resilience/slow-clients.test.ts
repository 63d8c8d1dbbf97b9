// Clients that hold connections by being slow (slowhttptest): they are left within 10 s, and the others are served.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { makeCatalog } from '../../lab/catalogs/generated-catalog.ts'
import { ask } from '../../lab/clients/http.ts'
import { tell } from '../../lab/measurements.ts'
import { heldConnections } from '../../lab/servers/open-connections.ts'
import { type ServiceProcess, spawnService } from '../../lab/service.ts'
import { createStores, type TestStores } from '../support/database.ts'

const clients = 40
// The promise is 10 s; the rest is for a machine with much to do.
const longestMs = 20_000

// Each keeps its connection for as long as it is let: bytes of a header, of a body, of an answer now and then.
const ways = {
  'slow headers': { flags: ['-H', '-i', '2'], part: 'apiUrl', path: '/health' },
  // The API refuses it without reading the body: it has no key.
  'slow body': { flags: ['-B', '-i', '2', '-s', '8192'], part: 'websiteUrl', path: '/sign-in' },
  'slow reading': {
    flags: ['-X', '-k', '10', '-n', '2', '-w', '512', '-y', '1024', '-z', '32'],
    part: 'apiUrl',
    // Ten of them are more than the kernel takes for a connection on loopback, which it would send by itself.
    path: '/foods/popular?limit=500&has_image=false',
  },
} as const

let stores: TestStores
let node: ServiceProcess
beforeAll(async () => {
  stores = await createStores()
  await makeCatalog(stores.databaseUrl, 600)
  node = await spawnService(stores)
}, 60_000)
afterAll(async () => {
  await node.stop()
  await stores.drop()
})

it.each(Object.keys(ways) as (keyof typeof ways)[])(
  '%s',
  async way => {
    let isOver = false
    const others = serveOthers(() => isOver)
    try {
      await attack(way)
    } finally {
      isOver = true
    }
    expect(await others).toBeLessThan(5_000)
  },
  60_000,
)

/** Asks as others do, until it is over; how long the slowest answer took. */
async function serveOthers(isOver: () => boolean): Promise<number> {
  let slowest = 0
  while (!isOver()) {
    const start = performance.now()
    expect((await ask(node.apiUrl, '/food/1')).status).toBe(200)
    slowest = Math.max(slowest, performance.now() - start)
    await wait(50)
  }
  tell('slow clients: slowest answer to others', slowest, 'ms')
  return slowest
}

/** Until the server has left them all, from when they were all there. */
async function attack(way: keyof typeof ways): Promise<void> {
  const { flags, part, path } = ways[way]
  const url = node[part]
  const own = heldConnections(url)
  const child = spawn(
    'slowhttptest',
    [...flags, '-c', String(clients), '-r', '200', '-l', '60', '-p', '5', '-v', '0', '-u', `${url}${path}`],
    { stdio: 'ignore' },
  )
  const ended = once(child, 'exit')
  await once(child, 'spawn')
  const slow = () => heldConnections(url) - own
  let most = 0
  for (const start = performance.now(); most < clients / 2; await wait(300)) {
    most = Math.max(most, slow())
    expect(performance.now() - start).toBeLessThan(longestMs)
  }
  const start = performance.now()
  // Some are of those who are not slow, or look how the server does.
  while (slow() > 3) {
    expect(performance.now() - start).toBeLessThan(longestMs)
    await wait(200)
  }
  tell(`${way}: last connection closed after`, performance.now() - start, 'ms')
  child.kill('SIGKILL')
  await ended
}
