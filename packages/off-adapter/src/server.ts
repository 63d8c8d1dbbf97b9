// The HTTP server: limits on what clients send, CORS, compression, one log line per request.
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import { connectToLarder, type LarderSettings } from './larder.ts'
import { type AdapterResponse, failure } from './responses.ts'
import { allowedMethods, answer, findRoute } from './routes.ts'

export interface AdapterOptions extends Omit<LarderSettings, 'timeoutMs' | 'maxDetailsPerSearch'> {
  /** Default: 10,000. */
  timeoutMs?: number | undefined
  /** Default: 0. */
  maxDetailsPerSearch?: number | undefined
  /** Receives one JSON object per request. Default: none is written. */
  log?: ((line: string) => void) | undefined
}

const maxUrlLength = 8_192
const maxBodyBytes = 65_536
const minCompressedBytes = 1_024

const corsHeaders = {
  'access-control-allow-origin': '*',
  'access-control-expose-headers':
    'Retry-After, X-RateLimit-Limit, X-RateLimit-Remaining, X-RateLimit-Reset, Link, X-Attribution',
}

/** A server that is not listening yet. */
export function createAdapter({
  timeoutMs = 10_000,
  maxDetailsPerSearch = 0,
  log,
  ...larder
}: AdapterOptions): Server {
  const settings = { ...larder, timeoutMs, maxDetailsPerSearch }
  const limits = {
    requestTimeout: 15_000,
    headersTimeout: 10_000,
    keepAliveTimeout: 65_000,
    maxHeaderSize: 16_384,
  }
  const respond = async (request: IncomingMessage, response: ServerResponse) => {
    const startedAt = performance.now()
    // A closed socket has no address any more.
    const clientIp = request.socket.remoteAddress
    // A client that stops reading does not keep its connection.
    response.setTimeout(timeoutMs + 30_000, () => response.destroy())
    try {
      await handle(request, response, settings)
    } catch (error) {
      // A client that hung up needs no response.
      if (!response.destroyed) {
        console.error('request failed', error)
        await send(request, response, failure(0, 500, 'internal_error', 'The adapter failed'))
      }
    }
    log?.(logLine(request, response, clientIp, startedAt))
  }
  return createServer(limits, (request, response) => {
    respond(request, response).catch(() => response.destroy())
  })
}

async function handle(
  request: IncomingMessage,
  response: ServerResponse,
  settings: LarderSettings,
): Promise<void> {
  const { method = 'GET', url = '/' } = request
  if (url.length > maxUrlLength) {
    const message = `The URL is longer than ${maxUrlLength} characters`
    return send(request, response, failure(0, 414, 'url_too_long', message))
  }
  const [path = '', query] = url.split(/\?(.*)/s)
  if (method === 'OPTIONS') return sendPreflight(response, allowedMethods(findRoute(path)))

  const parameters = new URLSearchParams(query)
  if (method === 'POST' && allowedMethods(findRoute(path)).includes('POST')) {
    const form = await readForm(request)
    if (form === null) {
      const message = `The body is larger than ${maxBodyBytes} bytes`
      return send(request, response, failure(0, 413, 'body_too_large', message, { connection: 'close' }))
    }
    for (const [name, value] of form) parameters.append(name, value)
  }

  const closed = new AbortController()
  response.once('close', () => closed.abort())
  const connection = connectToLarder(request, closed.signal, settings)
  const answered = await answer({ method, path, parameters }, connection)
  if (closed.signal.aborted) return
  await send(request, response, {
    ...answered,
    headers: { ...connection.headers, ...answered.headers },
  })
}

/** Null if it is too large; the rest is read and dropped, so that the client gets to read the response. */
function readForm(request: IncomingMessage): Promise<URLSearchParams | null> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = []
    let bytes = 0
    request.on('data', (chunk: Buffer) => {
      bytes += chunk.length
      if (bytes <= maxBodyBytes) chunks.push(chunk)
      else resolve(null)
    })
    request.on('end', () => resolve(new URLSearchParams(Buffer.concat(chunks).toString())))
    request.on('error', reject)
  })
}

function sendPreflight(response: ServerResponse, methods: string[]): void {
  response
    .writeHead(204, {
      ...corsHeaders,
      'access-control-allow-methods': methods.join(', '),
      'access-control-allow-headers': 'Authorization, Content-Type, User-Agent, X-User-Agent',
      'access-control-max-age': '86400',
    })
    .end()
}

async function send(
  request: IncomingMessage,
  response: ServerResponse,
  { status, headers, body }: AdapterResponse,
): Promise<void> {
  const json = Buffer.from(JSON.stringify(body))
  const isCompressed =
    json.length >= minCompressedBytes && /\bgzip\b/.test(String(request.headers['accept-encoding']))
  const content = isCompressed ? await promisify(gzip)(json) : json
  response.writeHead(status, {
    ...corsHeaders,
    'content-type': 'application/json; charset=utf-8',
    'content-length': content.length,
    vary: 'Accept-Encoding',
    ...(isCompressed && { 'content-encoding': 'gzip' }),
    ...headers,
  })
  response.end(request.method === 'HEAD' ? undefined : content)
}

/** Without the query string: apps send passwords in it when they try to save a product. */
function logLine(
  request: IncomingMessage,
  response: ServerResponse,
  clientIp: string | undefined,
  startedAt: number,
): string {
  return JSON.stringify({
    level: 30,
    time: Date.now(),
    method: request.method,
    path: request.url?.split('?')[0]?.slice(0, 500),
    // nginx's status for a client that hung up before the response.
    status: response.headersSent ? response.statusCode : 499,
    duration_ms: Math.round(performance.now() - startedAt),
    client_ip: clientIp,
    user_agent: request.headers['user-agent']?.slice(0, 200),
  })
}
