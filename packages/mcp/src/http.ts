// The tools over HTTP: one endpoint, /mcp, and /health. Every request is independent, so any number of processes can serve.
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { hostHeaderValidation, originValidation, toNodeHandler } from '@modelcontextprotocol/node'
import { createMcpHandler } from '@modelcontextprotocol/server'
import { createServerFactory, type LarderMcpOptions } from './server.ts'

export interface HttpOptions extends LarderMcpOptions {
  /** 0 takes a free port. */
  port: number
  host?: string | undefined
  /** Further names under which clients reach the server, for the Host and Origin headers. */
  allowedHosts?: string[] | undefined
}

export interface RunningHttpServer {
  url: string
  /** Finishes requests in progress, for up to five seconds. */
  stop(): Promise<void>
}

// 30 items with long names are about 10 KB.
const maxRequestBodySize = 256 * 1024
const maxStopMs = 5_000
const headersTimeoutMs = 10_000
const requestTimeoutMs = 30_000

const localNames = ['localhost', '127.0.0.1', '[::1]']

export async function startHttpServer(options: HttpOptions): Promise<RunningHttpServer> {
  const { port, host = '127.0.0.1', allowedHosts = [], logError = error => console.error(error) } = options
  const handler = createMcpHandler(createServerFactory(options), { onerror: logError, maxRequestBodySize })
  const handleMcp = toNodeHandler(handler, { onerror: logError, maxRequestBodySize })
  // A web page must not reach the server through a name that it lets point to this machine (DNS rebinding).
  const names = [...localNames, ...(isWildcard(host) ? [] : [inUrl(host)]), ...allowedHosts]
  const hasAllowedHost = hostHeaderValidation(names)
  const hasAllowedOrigin = originValidation(names)

  const server = createServer(
    { headersTimeout: headersTimeoutMs, requestTimeout: requestTimeoutMs },
    (request, response) => {
      const [path] = (request.url ?? '').split('?')
      if (path === '/health') return sendJson(response, 200, { status: 'ok' })
      if (!hasAllowedHost(request, response) || !hasAllowedOrigin(request, response)) return
      if (path !== '/mcp') return sendJson(response, 404, { detail: 'The MCP endpoint is /mcp.' })
      void handleMcp(request as ReceivedRequest, response).catch(error =>
        fail(error, request, response, logError),
      )
    },
  )
  await listen(server, port, host)
  const { port: actualPort } = server.address() as AddressInfo
  return {
    url: `http://${inUrl(isWildcard(host) ? '127.0.0.1' : host)}:${actualPort}/mcp`,
    async stop() {
      const closed = new Promise<void>(resolve => server.close(() => resolve()))
      const giveUp = setTimeout(() => server.closeAllConnections(), maxStopMs)
      // Connections stay open for further requests when the last response is sent.
      const closeIdle = setInterval(() => server.closeIdleConnections(), 50)
      await closed
      clearTimeout(giveUp)
      clearInterval(closeIdle)
      await handler.close()
    },
  }
}

/** Requests that a server receives always have both. */
type ReceivedRequest = IncomingMessage & { method: string; url: string }

const isWildcard = (host: string) => host === '0.0.0.0' || host === '::'
const inUrl = (host: string) => (host.includes(':') ? `[${host}]` : host)

function listen(server: Server, port: number, host: string): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, host, () => {
      server.off('error', reject)
      resolve()
    })
  })
}

function fail(
  error: unknown,
  request: IncomingMessage,
  response: ServerResponse,
  logError: (error: unknown) => void,
): void {
  // A client that disconnects in the middle of its request is no failure of ours.
  if (!request.destroyed) logError(error)
  if (response.headersSent) response.destroy()
  else sendJson(response, 500, { detail: 'Internal error' })
}

function sendJson(response: ServerResponse, status: number, body: object): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
}
