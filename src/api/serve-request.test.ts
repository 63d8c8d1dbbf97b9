import { describe, expect, it } from 'vitest'
import { requestTo } from '../../test/support/api-request.ts'
import { jsonBody } from '../platform/http/response-body.ts'
import type { ApiRequest } from './api-request.ts'
import { type ApiResponse, type Route, readMethods } from './api-request.ts'
import { createLoadShedder } from './load-shedding.ts'
import { createWindowsOf } from './rate-limits.ts'
import { serveRequest } from './serve-request.ts'

const limits = {
  anonymousPerMinute: 9,
  starterPerMinute: 9,
  proPerMinute: 9,
  scalePerMinute: 9,
  perHour: 9,
  fairnessDelayMs: 0,
}

interface Sent {
  status: number
  headers: readonly string[]
  text: string | undefined
}

/** What is sent for a request to `/docs`, which `respond` answers. */
async function answerTo(
  respond: () => ApiResponse,
  message: Parameters<typeof requestTo>[1] = {},
  maxConcurrent = 1,
) {
  const route: Route = {
    url: '/docs',
    kind: 'document',
    allow: readMethods,
    operations: [{ method: 'GET', prepare: () => respond }],
  }
  const sent: Sent[] = []
  const recorded: ApiRequest[] = []
  const logged: unknown[] = []
  const request = requestTo([route], { url: '/docs', ...message })
  await serveRequest(
    {
      limits,
      loadShedder: createLoadShedder(maxConcurrent, () => undefined),
      addressOf: () => '192.0.2.1',
      readCaller: (_, ipAddress) => ({ ipAddress, principal: undefined }),
      limiter: { consume: () => Promise.reject(new Error('not counted')), used: async () => 0 },
      windowsOf: createWindowsOf(limits),
      noteLimitUse: () => undefined,
      send: (_, { status = 200, headers, body }) => sent.push({ status, headers, text: body?.text }),
      record: each => recorded.push(each),
      logger: { error: (line: unknown) => logged.push(line) },
    },
    request,
  )
  expect(recorded).toEqual([request])
  expect(request.isRunning).toBe(false)
  return { ...sent[0], sent: sent.length, logged }
}

const fail = (error: Error) => () => {
  throw error
}

it('answers a request once, and records it', async () => {
  const response = { body: jsonBody({ milk: 1 }), headers: ['link', '<a>'] }
  expect(await answerTo(() => response)).toMatchObject({
    sent: 1,
    status: 200,
    text: '{"milk":1}',
    headers: ['link', '<a>'],
  })
})

it('rejects an invalid message before anything else', async () => {
  const answer = await answerTo(fail(new Error('not reached')), { headers: { host: 'a b' } }, 0)
  expect(answer).toMatchObject({ status: 400, headers: ['connection', 'close'], logged: [] })
})

describe('a preflight', () => {
  const preflight = { method: 'OPTIONS', headers: { 'access-control-request-method': 'GET' } }

  it.each(['/docs', '/nothing', '/auth/keys'])(
    'is answered for %s without a key and under load',
    async url => {
      const answer = await answerTo(fail(new Error('not reached')), { ...preflight, url }, 0)
      expect(answer).toMatchObject({ status: 204, text: undefined, logged: [] })
      expect(answer.headers).toEqual([
        'access-control-allow-methods',
        'GET, HEAD, POST, PUT, PATCH, DELETE',
        'access-control-allow-headers',
        'Authorization, Content-Type, If-None-Match, X-Request-Id',
        'access-control-max-age',
        '86400',
      ])
    },
  )

  it('is neither OPTIONS without the header nor another method with it', async () => {
    const respond = () => ({ body: undefined, headers: [] })
    expect(await answerTo(respond, { method: 'OPTIONS' })).toMatchObject({ status: 401 })
    expect(await answerTo(respond, { ...preflight, method: 'GET' })).toMatchObject({ status: 200 })
  })
})

it('logs an error that nobody expected, and does not show it', async () => {
  const answer = await answerTo(fail(new Error('a secret')))
  expect(answer).toMatchObject({ status: 500, text: '{"detail":"Internal Server Error"}' })
  expect(answer.logged).toMatchObject([{ err: { message: 'a secret' } }])
})
