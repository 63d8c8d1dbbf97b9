import { expect, it } from 'vitest'
import { describeError } from './commands/errors.ts'
import { explainListenError } from './listen-error.ts'

it.each([
  [
    { code: 'EADDRINUSE', address: '127.0.0.1', port: 8081 },
    'port 8081 is in use. Stop the program that listens on it, or set WEB_PORT to another port',
  ],
  [
    { code: 'EACCES', address: '127.0.0.1', port: 80 },
    'no permission to listen on port 80. Set WEB_PORT to a port above 1023',
  ],
  [
    { code: 'EADDRNOTAVAIL', address: '192.0.2.1', port: 8081 },
    'this machine does not have the address 192.0.2.1. Set WEB_HOST to one that it has',
  ],
  [{ code: 'ENOSPC' }, 'the disk is full. Free some space and run it again'],
])('%j is explained by the setting at fault', async (details, message) => {
  const error = await explainListenError(
    'WEB',
    Promise.reject(Object.assign(new Error('listen failed'), details)),
  ).catch((reason: unknown) => reason)
  expect(describeError(error, { debug: false })).toBe(message)
})
