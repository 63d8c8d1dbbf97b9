import { pino } from 'pino'
import { expect, it } from 'vitest'
import { createRequestLogger, type RequestLine } from './request-logger.ts'

const line: RequestLine = {
  requestId: 'trace-7',
  server: 'api',
  method: 'GET',
  path: '/search?q="é\n%',
  status: 200,
  durationMs: 1.26,
  clientIp: '2001:db8::/64',
  keyId: 7,
  accountId: 3,
}

function logged(level: string, fields: Partial<RequestLine> = {}): string[] {
  const lines: string[] = []
  const sink = { write: (text: string) => lines.push(text) }
  const logger = pino({ level, base: { pid: process.pid } }, sink)
  createRequestLogger(logger, sink)({ ...line, ...fields })
  logger.info({
    request_id: line.requestId,
    server: line.server,
    method: line.method,
    path: line.path,
    status: line.status,
    duration_ms: 1.3,
    client_ip: line.clientIp,
    key: line.keyId,
    account: line.accountId,
  })
  return lines.map(text => text.replace(/"time":\d+/, '"time":0'))
}

it('writes what pino would write', () => {
  const [written, byPino] = logged('info')
  expect(written).toBe(byPino)
})

it('leaves out what is unknown', () => {
  const [written = ''] = logged('info', { clientIp: undefined, keyId: undefined, accountId: undefined })
  expect(JSON.parse(written)).not.toHaveProperty('client_ip')
  expect(JSON.parse(written)).not.toHaveProperty('key')
  expect(JSON.parse(written)).not.toHaveProperty('account')
})

it('writes nothing if requests are not logged', () => {
  expect(logged('warn')).toEqual([])
  expect(logged('silent')).toEqual([])
})
