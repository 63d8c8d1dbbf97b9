// A small round-robin reverse proxy.
import { once } from 'node:events'
import { Agent, createServer, request as send } from 'node:http'

export interface HttpProxy {
  url: string
  stop(): void
}

export async function startProxy(nodes: string[]): Promise<HttpProxy> {
  const agent = new Agent({ keepAlive: true })
  let turn = 0
  const server = createServer((incoming, outgoing) => {
    const { hostname, port } = new URL(nodes[turn++ % nodes.length] ?? '')
    const { method = 'GET', url: path = '/', headers } = incoming
    const forwarded = send({ agent, hostname, port, method, path, headers }, upstream => {
      const { connection: _, 'keep-alive': __, ...passed } = upstream.headers
      upstream.pipe(outgoing.writeHead(upstream.statusCode ?? 0, passed))
    })
    forwarded.on('error', () => outgoing.destroy())
    incoming.pipe(forwarded)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  const port = typeof address === 'object' ? address?.port : undefined
  return {
    url: `http://127.0.0.1:${port}`,
    stop: () => {
      server.close()
      server.closeAllConnections()
      agent.destroy()
    },
  }
}
