// An HTTP server that responds as a list of steps says: late, never, in part, with something else. The clients are tested against it.
//   node lab/faulty-server.ts    prints its address, and runs until its standard input ends
// PUT /RUN with a list of steps starts a run, GET /RUN/… takes one step for each request, GET /RUN lists these requests.
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { json } from 'node:stream/consumers'

/** How one request is answered. The last step repeats. */
export interface Step {
  /** Default: 200. */
  status?: number
  headers?: Record<string, string>
  json?: unknown
  /** Instead of `json`. */
  text?: string
  /** Sends the body in this many pieces, 20 ms apart. */
  pieces?: number
  fault?: 'hang' | 'hang after headers' | 'reset' | 'half body' | 'endless body'
  /** Retry-After as a date, by the clock of this server. */
  retryAfterDateInSeconds?: number
  /** How far the clock of this server is ahead. */
  clockSkewSeconds?: number
}

interface ReceivedRequest {
  path: string
  authorization: string | null
  ifNoneMatch: string | null
}

interface Run {
  steps: Step[]
  requests: ReceivedRequest[]
}

export interface FaultyServer {
  url: string
  close(): Promise<void>
}

// Browsers read responses of other origins only with these (Date: for clocks that differ), and cache what they may.
const headersForBrowsers = {
  'cache-control': 'no-store',
  'access-control-allow-origin': '*',
  'access-control-allow-headers': 'authorization, content-type, if-none-match',
  'access-control-allow-methods': 'GET, PUT',
  'access-control-expose-headers':
    'Date, ETag, Retry-After, X-RateLimit-Limit, X-RateLimit-Remaining, X-RateLimit-Reset, X-Request-Id, X-Search-Match, X-Search-Query',
}

export async function startFaultyServer(): Promise<FaultyServer> {
  const runs = new Map<string, Run>()

  async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const [, name = '', path] = /^\/([^/?]*)(.+)?$/.exec(request.url ?? '') ?? []
    // Each request has its own connection: a client may repeat a request that fails on a used one without asking.
    response.setHeader('connection', 'close')
    for (const [header, value] of Object.entries(headersForBrowsers)) response.setHeader(header, value)
    if (request.method === 'OPTIONS') return void response.end()
    if (request.method === 'PUT') {
      runs.set(name, { steps: (await json(request)) as Step[], requests: [] })
      return void response.end()
    }
    const run = runs.get(name)
    if (!run) return void response.writeHead(404).end()
    if (path === undefined) return void response.end(JSON.stringify(run.requests))
    const { authorization = null, 'if-none-match': ifNoneMatch = null } = request.headers
    run.requests.push({ path, authorization, ifNoneMatch })
    const step = run.steps[Math.min(run.requests.length, run.steps.length) - 1]
    if (step) await respond(step, response)
  }

  const server = createServer((request, response) => {
    handle(request, response).catch(error => response.destroy(error))
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    close: () =>
      new Promise(resolve => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

async function respond(step: Step, response: ServerResponse): Promise<void> {
  const { status = 200, headers = {}, fault, pieces = 1, clockSkewSeconds = 0 } = step
  if (fault === 'hang') return
  if (fault === 'reset') return void response.socket?.resetAndDestroy()
  const body = Buffer.from(step.text ?? (step.json === undefined ? '' : JSON.stringify(step.json)))
  const now = Date.now() + clockSkewSeconds * 1000
  response.setHeader('date', new Date(now).toUTCString())
  if (step.retryAfterDateInSeconds !== undefined)
    response.setHeader('retry-after', new Date(now + step.retryAfterDateInSeconds * 1000).toUTCString())
  response.writeHead(status, {
    'content-type': 'application/json',
    ...(fault === undefined || fault === 'half body' ? { 'content-length': body.length } : {}),
    ...headers,
  })
  if (fault === 'hang after headers') return response.flushHeaders()
  if (fault === 'half body') {
    response.write(body.subarray(0, body.length / 2), () => response.destroy())
    return
  }
  const pieceLength = Math.ceil(body.length / pieces)
  for (let start = 0; start < body.length || fault === 'endless body'; start += pieceLength) {
    if (response.destroyed) return
    response.write(fault === 'endless body' ? ' ' : body.subarray(start, start + pieceLength))
    if (pieces > 1 || fault === 'endless body') await new Promise(resolve => setTimeout(resolve, 20))
  }
  response.end()
}

if (import.meta.main) {
  const server = await startFaultyServer()
  console.log(server.url)
  process.stdin.on('end', () => void server.close()).resume()
}
