import { once } from 'node:events'
import { createServer, type Server, type ServerResponse } from 'node:http'
import type { Metrics } from '../platform/telemetry/metrics.ts'

export interface MetricsServer {
  url: string
  close(): void
}

/** Listens on a separate port that stays off the public network. */
export async function startMetricsServer(
  metrics: Metrics,
  host: string,
  port: number,
): Promise<MetricsServer> {
  const server = createServer((request, response) => {
    if (request.url === '/metrics') void answerMetrics(metrics, response)
    else response.writeHead(404).end()
  })
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

function urlOf(server: Server): string {
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('the metrics server does not listen')
  return `http://${address.address}:${address.port}/metrics`
}
