// The package as an app ships it: its size, and what it needs of the runtime.
import { fileURLToPath } from 'node:url'
import { createContext, runInContext } from 'node:vm'
import { gzipSync } from 'node:zlib'
import { build } from 'vite'
import { beforeAll, expect, it } from 'vitest'
import * as larder from './index.ts'

const maxGzippedBytes = 4 * 1024
const maxPortionBytes = 512

const entry = fileURLToPath(new URL('index.ts', import.meta.url))

/** An app that uses these exports of the package, minified. */
async function bundleOf(exports: string): Promise<string> {
  const built = await build({
    configFile: false,
    logLevel: 'silent',
    plugins: [
      {
        name: 'app',
        resolveId: id => (id.endsWith('app') ? '\0app' : undefined),
        load: id => (id === '\0app' ? `export ${exports} from ${JSON.stringify(entry)}` : undefined),
      },
    ],
    build: { write: false, minify: true, lib: { entry: 'app', name: 'larder', formats: ['iife'] } },
  })
  const outputs = [built].flat().flatMap(each => ('output' in each ? each.output : []))
  return outputs.map(each => (each.type === 'chunk' ? each.code : '')).join('')
}

let bundle = ''

beforeAll(async () => {
  bundle = await bundleOf('*')
})

it('takes at most 4 KB, minified and compressed', () => {
  const bytes = gzipSync(bundle, { level: 9 }).length
  console.info(`@larder/client: ${bundle.length} bytes minified, ${bytes} bytes gzipped`)
  // Everything is in it, or it would say nothing.
  expect(Object.keys(loadIn({})).sort()).toEqual(Object.keys(larder).sort())
  expect(bytes).toBeLessThanOrEqual(maxGzippedBytes)
})

it('takes less than half a KB if an app uses only portion', async () => {
  const alone = await bundleOf('{ portion }')
  const bytes = gzipSync(alone, { level: 9 }).length
  console.info(`portion of @larder/client: ${alone.length} bytes minified, ${bytes} bytes gzipped`)
  expect(alone).toContain('calories_kcal')
  expect(bytes).toBeLessThan(maxPortionBytes)
})

/** As in React Native: a signal without reason, throwIfAborted, any and timeout. */
class PlainAbortController {
  readonly signal = {
    aborted: false,
    listeners: new Set<() => void>(),
    addEventListener(_type: string, listener: () => void) {
      this.listeners.add(listener)
    },
    removeEventListener(_type: string, listener: () => void) {
      this.listeners.delete(listener)
    },
  }
  abort() {
    this.signal.aborted = true
    for (const listener of this.signal.listeners) listener()
  }
}

/** A realm with the language and these globals only: no URL, Request, Response, Headers, AbortSignal, process or Buffer. */
function loadIn(globals: Record<string, unknown>): typeof larder {
  const context = createContext({ ...globals })
  return runInContext(`${bundle}; larder`, context)
}

it('needs only fetch, AbortController and timers', async () => {
  const sent: { url: string; headers: Record<string, string> }[] = []
  const replies = [
    { status: 200, body: '[{"id":2,"name":"Whole Milk","fiber_g":null}]', headers: { etag: '"a"' } },
    { status: 304, body: '', headers: {} },
    { status: 503, body: '{"detail":"later"}', headers: { 'retry-after': '0' } },
    { status: 404, body: '{"detail":"Barcode not found"}', headers: {} },
    { status: 422, body: '{"detail":[{"loc":["query","q"],"msg":"too short"}]}', headers: {} },
    { status: 200, body: '[{"id":2}]', headers: {} },
    { status: 200, body: '[]', headers: {} },
  ]
  const fetch = async (url: string, { headers }: { headers: Record<string, string> }) => {
    sent.push({ url, headers })
    const reply = replies[sent.length - 1]
    const values: Record<string, string | undefined> = reply?.headers ?? {}
    return {
      status: reply?.status,
      headers: { get: (name: string) => values[name] ?? null },
      text: async () => reply?.body,
    }
  }
  const { createClient, portion, totals } = loadIn({
    fetch,
    setTimeout,
    clearTimeout,
    AbortController: PlainAbortController,
  })
  const client = createClient({ baseUrl: 'https://api.example/', apiKey: 'k', queue: true })
  const [milk] = await client.search('whole milk & más')
  expect(milk).toMatchObject({ id: 2, fiber_g: null })
  expect(await client.search('whole milk & más')).toEqual([milk])
  expect(await client.barcode('1/2')).toBe(null)
  await expect(client.search('m')).rejects.toMatchObject({ name: 'LarderError', status: 422 })
  expect(sent[0]).toEqual({
    url: 'https://api.example/search?q=whole%20milk%20%26%20m%C3%A1s',
    headers: { authorization: 'Bearer k' },
  })
  expect(sent[1]?.headers['if-none-match']).toBe('"a"')
  const pages = []
  for await (const page of client.popularPages({ limit: 1 })) pages.push(page)
  expect(pages).toEqual([[{ id: 2 }]])
  expect(portion({ fiber_g: null }, 50).fiber_g).toBe(null)
  expect(totals([{ food: { fiber_g: 2 }, grams: 50 }]).fiber_g).toBe(1)
})

it('aborts with signals that have no reason', async () => {
  const { createClient } = loadIn({
    fetch: () => new Promise(() => undefined),
    AbortController: PlainAbortController,
    setTimeout,
    clearTimeout,
  })
  const controller = new PlainAbortController()
  const signal = controller.signal as unknown as AbortSignal
  const call = createClient({ baseUrl: 'https://api.example' }).food(1, { signal })
  controller.abort()
  await expect(call).rejects.toMatchObject({ name: 'AbortError' })
})
