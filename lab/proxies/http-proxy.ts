// A small round-robin reverse proxy that can modify responses.
import { once } from 'node:events'
import { Agent, createServer, type IncomingHttpHeaders, request as send } from 'node:http'

export interface ProxiedResponse {
  method: string
  path: string
  sent: IncomingHttpHeaders
  status: number
  headers: Record<string, string | string[] | undefined>
  body: Buffer
}

export interface Proxy {
  url: string
  stop(): void
}

export async function startProxy(
  nodes: string[],
  modify: (response: ProxiedResponse) => void = () => {},
): Promise<Proxy> {
  const agent = new Agent({ keepAlive: true })
  let turn = 0
  const server = createServer((incoming, outgoing) => {
    const { hostname, port } = new URL(nodes[turn++ % nodes.length] ?? '')
    const { method = 'GET', url: path = '/', headers } = incoming
    const forwarded = send({ agent, hostname, port, method, path, headers }, upstream => {
      const chunks: Buffer[] = []
      upstream.on('data', chunk => chunks.push(chunk))
      upstream.on('end', () => {
        const original = Buffer.concat(chunks)
        const response: ProxiedResponse = {
          method,
          path,
          sent: headers,
          status: upstream.statusCode ?? 0,
          headers: { ...upstream.headers },
          body: original,
        }
        modify(response)
        if (response.body !== original) response.headers['content-length'] = String(response.body.length)
        delete response.headers['connection']
        delete response.headers['keep-alive']
        outgoing.writeHead(response.status, response.headers).end(response.body)
      })
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
