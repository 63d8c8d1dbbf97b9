import { once } from 'node:events'
import { createServer, type Server, type ServerResponse } from 'node:http'
import { Registry } from 'prom-client'
import { closeStalledConnections, connectionTimeouts } from '../platform/http/connections.ts'
import { findMessageError, type MessageError } from '../platform/http/request-message.ts'
import { explainListenError } from './listen-error.ts'
import type { Readiness } from './readiness.ts'

export interface ManagementServer {
  /** Of the metrics; readiness is at /ready. */
  url: string
  close(): void
}

interface ManagementServerSettings {
  /** In Prometheus' text format. */
  metrics: () => Promise<string>
  readiness: () => Readiness
  host: string
  port: number
}

/** The management port: metrics and readiness. It stays off the public network. */
export async function startManagementServer(settings: ManagementServerSettings): Promise<ManagementServer> {
  const { metrics, readiness, host, port } = settings
  const server = createServer(connectionTimeouts, (request, response) => {
    const error = findMessageError(request)
    if (error) answerMalformed(error, response)
    else if (request.url === '/metrics') void answerMetrics(metrics, response)
    else if (request.url === '/ready') answerReadiness(readiness(), response)
    else response.writeHead(404).end()
  })
  closeStalledConnections(server)
  server.listen(port, host)
  await explainListenError('MANAGEMENT', once(server, 'listening'))
  return {
    url: urlOf(server),
    close() {
      server.close()
      server.closeAllConnections()
    },
  }
}

/** As on the other ports. */
function answerMalformed({ status, message }: MessageError, response: ServerResponse): void {
  response
    .writeHead(status, { 'content-type': 'application/json', connection: 'close' })
    .end(JSON.stringify({ detail: message }))
}

async function answerMetrics(metrics: () => Promise<string>, response: ServerResponse): Promise<void> {
  const text = await metrics()
  response.setHeader('content-type', Registry.PROMETHEUS_CONTENT_TYPE)
  response.end(text)
}

function answerReadiness({ isReady, checks }: Readiness, response: ServerResponse): void {
  response
    .writeHead(isReady ? 200 : 503, { 'content-type': 'application/json', 'cache-control': 'no-store' })
    .end(JSON.stringify({ status: isReady ? 'ready' : 'not ready', checks }))
}

function urlOf(server: Server): string {
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('the metrics server does not listen')
  return `http://${address.address}:${address.port}/metrics`
}
