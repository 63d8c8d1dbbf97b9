import { createSocket } from 'node:dgram'
import { lookup } from 'node:dns/promises'
import { request } from 'node:http'
import { connect, createServer } from 'node:net'
import { expect, it } from 'vitest'

it.each([
  ['net.connect', () => connect(1, '127.0.0.1')],
  ['net.listen', () => createServer().listen(0)],
  ['http.request', () => request('http://127.0.0.1:9000/')],
  ['dgram.send', () => createSocket('udp4').send('x', 1, '127.0.0.1')],
  ['dns.lookup', () => lookup('localhost')],
])('%s throws in a unit test', (_, open) => {
  expect(open).toThrow('unit tests must not open sockets')
})

it('fetch fails in a unit test', async () => {
  await expect(fetch('http://127.0.0.1:9000/')).rejects.toMatchObject({
    cause: { message: expect.stringContaining('unit tests must not open sockets') },
  })
})
