// Raw HTTP, because fetch and URL would normalize the paths that some checks send ('%zz', '/food/1%2F2').
import { Agent as HttpAgent, request as httpRequest, type IncomingMessage } from 'node:http'
import { Agent as HttpsAgent, request as httpsRequest } from 'node:https'

const timeoutMs = 10_000

export interface OutgoingRequest {
  path: string
  method?: string
  headers?: Record<string, string>
  body?: string
}

export interface HttpResponse {
  /** The request in words, for reports; never contains a key. */
  request: string
  status: number
  /** Lower-case names; repeated headers are joined by ', '. */
  headers: Record<string, string>
  rawBody: Buffer
  text: string
  /** undefined when the body is not JSON. */
  json: unknown
  seconds: number
  receivedAtMs: number
}

export interface Client {
  send(outgoing: OutgoingRequest, callerInWords: string): Promise<HttpResponse>
  close(): void
}

export function createClient(baseUrl: string): Client {
  const base = new URL(baseUrl)
  const secure = base.protocol === 'https:'
  const agent = secure ? new HttpsAgent({ keepAlive: true }) : new HttpAgent({ keepAlive: true })
  const prefix = base.pathname.replace(/\/$/, '')

  function exchange(outgoing: OutgoingRequest): Promise<{ message: IncomingMessage; rawBody: Buffer }> {
    return new Promise((resolve, reject) => {
      const request = (secure ? httpsRequest : httpRequest)({
        agent,
        protocol: base.protocol,
        hostname: base.hostname.replace(/^\[|\]$/g, ''),
        port: base.port,
        method: outgoing.method ?? 'GET',
        path: prefix + outgoing.path,
        headers: { accept: 'application/json', ...outgoing.headers },
        signal: AbortSignal.timeout(timeoutMs),
      })
      request.on('error', (error: NodeJS.ErrnoException) => {
        // A server may close an idle connection just as it is used again: that is no failure.
        if (request.reusedSocket && error.code === 'ECONNRESET') resolve(exchange(outgoing))
        else reject(error)
      })
      request.on('response', message => {
        const chunks: Buffer[] = []
        message.on('data', (chunk: Buffer) => chunks.push(chunk))
        message.on('error', reject)
        message.on('end', () => resolve({ message, rawBody: Buffer.concat(chunks) }))
      })
      request.end(outgoing.body)
    })
  }

  async function send(outgoing: OutgoingRequest, callerInWords: string): Promise<HttpResponse> {
    const request = `${outgoing.method ?? 'GET'} ${shorten(outgoing.path, 120)} (${callerInWords})`
    const started = performance.now()
    const { message, rawBody } = await exchange(outgoing).catch((error: Error) => {
      throw new Error(`${request}: no response: ${reasonOf(error)}`, { cause: error })
    })
    const text = rawBody.toString('utf8')
    return {
      request,
      status: message.statusCode ?? 0,
      headers: flatten(message.headers),
      rawBody,
      text,
      json: parse(text),
      seconds: (performance.now() - started) / 1000,
      receivedAtMs: Date.now(),
    }
  }

  return { send, close: () => agent.destroy() }
}

export function shorten(text: string, length: number): string {
  return text.length > length ? `${text.slice(0, length)}… (${text.length} characters)` : text
}

function reasonOf(error: Error): string {
  if (error.name === 'AbortError' || error.name === 'TimeoutError') return `none within ${timeoutMs / 1000} s`
  // A connection tried over IPv6 and IPv4 fails with an AggregateError, whose own message is empty.
  return error.message || String((error as NodeJS.ErrnoException).code ?? error.name)
}

function flatten(headers: IncomingMessage['headers']): Record<string, string> {
  const flat: Record<string, string> = {}
  for (const [name, value] of Object.entries(headers)) {
    if (value !== undefined) flat[name] = Array.isArray(value) ? value.join(', ') : value
  }
  return flat
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
