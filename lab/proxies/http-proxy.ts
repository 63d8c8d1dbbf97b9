// A small reverse proxy: takes turns between nodes, and can spoil what passes through.
import { once } from 'node:events'
import { Agent, createServer, type IncomingHttpHeaders, request as send } from 'node:http'

export interface Passing {
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
  spoil: (passing: Passing) => void = () => {},
): Promise<Proxy> {
  const agent = new Agent({ keepAlive: true })
  let turn = 0
  const server = createServer((incoming, outgoing) => {
    const { hostname, port } = new URL(nodes[turn++ % nodes.length] ?? '')
    const { method = 'GET', url: path = '/', headers } = incoming
    const forwarded = send({ agent, hostname, port, method, path, headers }, answer => {
      const chunks: Buffer[] = []
      answer.on('data', chunk => chunks.push(chunk))
      answer.on('end', () => {
        const whole = Buffer.concat(chunks)
        const passing: Passing = {
          method,
          path,
          sent: headers,
          status: answer.statusCode ?? 0,
          headers: { ...answer.headers },
          body: whole,
        }
        spoil(passing)
        if (passing.body !== whole) passing.headers['content-length'] = String(passing.body.length)
        delete passing.headers['connection']
        delete passing.headers['keep-alive']
        outgoing.writeHead(passing.status, passing.headers).end(passing.body)
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
