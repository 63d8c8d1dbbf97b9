// A TCP proxy that can add latency, drop all data without closing connections, or lead new connections elsewhere.
import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

export interface SlowLink {
  port: number
  /** Where new connections lead. */
  toPort: number
  /** Added latency in each direction, for data sent from now on. */
  delayMs: number
  /** While true, data is dropped without an error. */
  isSilent: boolean
  stop(): void
}

export async function startSlowLink(toHost: string, toPort: number): Promise<SlowLink> {
  const sockets = new Set<Socket>()
  const server = createServer(near => {
    const far = connect(link.toPort, toHost)
    join(near, far)
    join(far, near)
  })
  function join(from: Socket, to: Socket): void {
    sockets.add(from)
    from.on('data', chunk => pass(chunk, to))
    from.on('error', () => to.destroy())
    from.on('close', () => {
      sockets.delete(from)
      to.destroy()
    })
  }
  function pass(chunk: Buffer, to: Socket): void {
    if (link.isSilent) return
    if (link.delayMs === 0) to.write(chunk)
    else setTimeout(() => to.writable && to.write(chunk), link.delayMs)
  }
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const link: SlowLink = {
    port: (server.address() as AddressInfo).port,
    toPort,
    delayMs: 0,
    isSilent: false,
    stop() {
      server.close()
      for (const socket of sockets) socket.destroy()
    },
  }
  return link
}
