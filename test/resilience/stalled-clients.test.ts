import { once } from 'node:events'
import { createServer } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { closeStalledConnections } from '../../src/platform/http/connections.ts'

it('closes only a client that does not read, within 10 s', async () => {
  const server = createServer((_request, response) => response.end('x'.repeat(50_000_000)))
  closeStalledConnections(server)
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const client = (onData: (bytes: number) => void) => {
    const socket = connect(port, '127.0.0.1')
    socket.on('error', () => undefined)
    socket.on('data', chunk => onData(chunk.length))
    socket.write('GET / HTTP/1.1\r\nhost: x\r\n\r\n')
    return socket
  }
  let received = 0
  const reading = client(bytes => {
    received += bytes
  })
  const stalled = client(() => stalled.pause())
  const open = () => new Promise<number>(resolve => server.getConnections((_error, count) => resolve(count)))

  const start = performance.now()
  await wait(1_000)
  expect(await open()).toBe(2)
  while ((await open()) > 1) {
    expect(performance.now() - start).toBeLessThan(10_000)
    await wait(100)
  }
  expect(received).toBeGreaterThan(50_000_000)
  reading.destroy()
  stalled.destroy()
  server.close()
})
