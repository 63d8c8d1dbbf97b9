import { type LarderClient, LarderError } from '@larder/client'
import { describe, expect, it } from 'vitest'
import { readSettings } from './command-line.ts'
import { answer, findRoute } from './routes.ts'

describe('paths', () => {
  it.each([
    ['/api/v0/product/3017620422003.json', { kind: 'product', version: 0, code: '3017620422003' }],
    ['/api/v2/product/3017620422003', { kind: 'product', version: 2, code: '3017620422003' }],
    ['/api/v2/products/3017620422003', { kind: 'product', version: 2, code: '3017620422003' }],
    ['/api/v3.2/product/3017620422003/', { kind: 'product', version: 3.2, code: '3017620422003' }],
    ['/api/v3/product/%33', { kind: 'product', version: 3, code: '3' }],
    ['/api/v3/product/%E0%A4%A', { kind: 'product', version: 3, code: '%E0%A4%A' }],
    ['/api/v2/search', { kind: 'search', version: 2, pageSize: 20 }],
    ['/cgi/search.pl', { kind: 'search', version: 0, pageSize: 50 }],
    ['/health', { kind: 'health' }],
    ['/cgi/product_jqm2.pl', { kind: 'write', version: 0 }],
    ['/cgi/session.pl', { kind: 'write', version: 0 }],
    ['/cgi/product_image_upload.pl', { kind: 'write', version: 0 }],
    ['/api/v3/product/3017620422003/images', { kind: 'write', version: 3 }],
    ['/api/v3.4/attribute_groups', { kind: 'unknown', version: 3.4 }],
    ['/', { kind: 'unknown', version: 0 }],
  ])('%s', (path, route) => {
    expect(findRoute(path)).toEqual(route)
  })
})

describe('errors of Larder', () => {
  function answerTo(error: unknown, path: string, signal = new AbortController().signal) {
    const client = { barcode: () => Promise.reject(error) } as Partial<LarderClient> as LarderClient
    return answer({ method: 'GET', path, parameters: new URLSearchParams() }, { client, signal, headers: {} })
  }

  it.each([
    [new LarderError(429, 'Rate limit exceeded. Retry in 7 seconds.', 7), 429, '7'],
    [new LarderError(503, 'The database cannot be reached.', 1), 503, '1'],
    [new LarderError(503, 'Stopping', undefined), 503, undefined],
    [new LarderError(401, 'Invalid API key', undefined), 401, undefined],
    [new LarderError(500, 'Internal Server Error', undefined), 502, undefined],
    [
      new LarderError(0, 'No response: fetch failed', undefined, { code: 'connection_failed' }),
      502,
      undefined,
    ],
    [new LarderError(0, 'No response within 10 seconds', undefined, { code: 'timeout' }), 504, undefined],
  ])('%s', async (error, status, retryAfter) => {
    const response = await answerTo(error, '/api/v2/product/3017620422003')
    expect(response.status).toBe(status)
    expect(response.headers?.['retry-after']).toBe(retryAfter)
    expect(response.body).toMatchObject({ status: 0, status_verbose: expect.stringMatching(/\w/) })
  })

  it('have the envelope of version 3 there', async () => {
    const error = new LarderError(429, 'Rate limit exceeded', 7)
    expect((await answerTo(error, '/api/v3/product/3017620422003')).body).toMatchObject({
      status: 'failure',
      result: { id: 'too_many_requests', name: 'Rate limit exceeded' },
      errors: [{ impact: { id: 'failure' } }],
    })
  })

  it('that come too late are 504', async () => {
    const response = await answerTo(
      new Error('aborted'),
      '/api/v2/product/3017620422003',
      AbortSignal.abort(),
    )
    expect(response.status).toBe(504)
  })
})

describe('settings', () => {
  it('come from options, the environment and defaults', () => {
    expect(readSettings([], {})).toEqual({
      larderUrl: 'http://127.0.0.1:8080',
      apiKey: undefined,
      host: '127.0.0.1',
      port: 8090,
      timeoutMs: 10_000,
    })
    const environment = { LARDER_API_URL: 'https://larder.example', LARDER_API_KEY: 'key' }
    expect(readSettings(['--port', '80', '--host', '::'], environment)).toMatchObject({
      larderUrl: 'https://larder.example',
      apiKey: 'key',
      host: '::',
      port: 80,
    })
    expect(readSettings(['--help'], {})).toBeNull()
  })

  it.each([
    [['--port', 'x'], '--port x: must be a whole number from 0 to 65535'],
    [['--larder-url', 'larder'], 'larder is no address; set LARDER_API_URL or --larder-url'],
    [['--no-such-option'], '--help lists the options'],
  ])('%s', (args, message) => {
    expect(() => readSettings(args, {})).toThrow(message)
  })
})
