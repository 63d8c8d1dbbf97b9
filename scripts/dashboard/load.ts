// Load of all client types at varying rates, for the dashboard screenshot.
import { setTimeout as wait } from 'node:timers/promises'
import { ask } from '../../lab/clients/http.ts'

interface LoadClient {
  url: string
  /** Anonymous if undefined. */
  key?: string
  perSecond: number
  path: () => string
}

/** Sends requests for some time and ignores failures, which the dashboard shows. */
export async function generateLoad(clients: LoadClient[], seconds: number): Promise<void> {
  const start = performance.now()
  await Promise.all(
    clients.map(async ({ url, key, perSecond, path }, index) => {
      const pending = new Set<Promise<unknown>>()
      for (;;) {
        const elapsed = (performance.now() - start) / 1000
        if (elapsed > seconds) break
        const wave = 1 + 0.3 * Math.sin(elapsed / 14 + index)
        await wait((1000 / (perSecond * wave)) * (0.5 + Math.random()))
        const request = ask(url, path(), { key })
          .catch(() => undefined)
          .finally(() => pending.delete(request))
        pending.add(request)
      }
      await Promise.all(pending)
    }),
  )
}

const words = [
  'milk',
  'choclate',
  'whole milk',
  'bread',
  'yoghurt',
  'oat',
  'appel juice',
  'rice',
  'chees',
  'tomato sauce',
]
const oneOf = <T>(list: T[]): T => list[Math.floor(Math.random() * list.length)] as T
const anyFood = () => `/food/${1 + Math.floor(Math.random() * 300)}`
const anySearch = () => `/search?q=${encodeURIComponent(oneOf(words))}`

export function createClients(
  api: string,
  website: string,
  { starter, pro, scale }: Record<'starter' | 'pro' | 'scale', string>,
): LoadClient[] {
  return [
    { url: api, key: scale, perSecond: 22, path: anyFood },
    { url: api, key: pro, perSecond: 14, path: anyFood },
    {
      url: api,
      key: pro,
      perSecond: 9,
      path: () => `/barcode/${4_000_000 + Math.floor(Math.random() * 1e6)}0`,
    },
    { url: api, key: scale, perSecond: 7, path: anySearch },
    { url: api, key: pro, perSecond: 2, path: () => '/foods/popular' },
    { url: api, key: starter, perSecond: 1, path: anySearch },
    { url: api, perSecond: 1.5, path: anyFood },
    { url: api, perSecond: 0.4, path: () => '/wp-login.php' },
    {
      url: website,
      perSecond: 3,
      path: () => oneOf(['/', '/categories', '/popular', '/docs', '/numbers', anySearch()]),
    },
  ]
}
