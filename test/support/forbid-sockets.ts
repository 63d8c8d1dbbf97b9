// Makes unit tests fail if they open a socket; such tests belong in test/service.
import dgram from 'node:dgram'
import dns from 'node:dns'
import { syncBuiltinESMExports } from 'node:module'
import net from 'node:net'

function forbid(owner: object, method: string, name: string): void {
  Object.defineProperty(owner, method, {
    configurable: true,
    writable: true,
    value: () => {
      throw new Error(
        `unit tests must not open sockets, but ${name} was called; move the test to test/service`,
      )
    },
  })
}

forbid(net.Socket.prototype, 'connect', 'net.Socket.connect')
forbid(net.Server.prototype, 'listen', 'net.Server.listen')
for (const method of ['bind', 'connect', 'send']) forbid(dgram.Socket.prototype, method, `dgram.${method}`)
for (const method of ['lookup', 'lookupService', 'resolve', 'resolve4', 'resolve6', 'reverse']) {
  forbid(dns, method, `dns.${method}`)
  forbid(dns.promises, method, `dns.promises.${method}`)
}
syncBuiltinESMExports()
