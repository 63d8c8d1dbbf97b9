import { once } from 'node:events'
import { createServer, type Server, type ServerResponse } from 'node:http'
import { connectionTimeouts } from '../platform/http/connections.ts'
import { closeStalledConnections } from '../platform/http/slow-clients.ts'
import type { Metrics } from '../platform/telemetry/metrics.ts'
import type { Readiness } from './readiness.ts'

export interface MetricsServer {
  /** Of the metrics; readiness is at /ready. */
  url: string
  close(): void
}

interface MetricsServerSettings {
  metrics: Metrics
  readiness: () => Readiness
  host: string
  port: number
}

/** The management port: metrics and readiness. It stays off the public network. */
export async function startMetricsServer(settings: MetricsServerSettings): Promise<MetricsServer> {
  const { metrics, readiness, host, port } = settings
  const server = createServer(connectionTimeouts, (request, response) => {
    if (request.url === '/metrics') void answerMetrics(metrics, response)
    else if (request.url === '/ready') answerReadiness(readiness(), response)
    else response.writeHead(404).end()
  })
  closeStalledConnections(server)
  server.listen(port, host)
  await once(server, 'listening')
  return {
    url: urlOf(server),
    close() {
      server.close()
      server.closeAllConnections()
    },
  }
}

async function answerMetrics(metrics: Metrics, response: ServerResponse): Promise<void> {
  const text = await metrics.registry.metrics()
  response.setHeader('content-type', metrics.registry.contentType)
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
