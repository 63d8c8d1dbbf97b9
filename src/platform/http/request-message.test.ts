import type { IncomingMessage } from 'node:http'
import { describe, expect, it } from 'vitest'
import { findMessageError, originForm } from './request-message.ts'

function errorOf(rawHeaders: [name: string, value: string][], httpVersion = '1.1') {
  const headers = Object.fromEntries(rawHeaders.map(([name, value]) => [name.toLowerCase(), value]))
  return findMessageError({ headers, rawHeaders: rawHeaders.flat(), httpVersion } as IncomingMessage)?.status
}

describe('Host', () => {
  it.each([
    'larder.example',
    'larder.example:8080',
    'larder.example:',
    '127.0.0.1',
    '[::1]:80',
    'a_b.example',
    'b%C3%BCcher.example',
  ])('may be %j', host => {
    expect(errorOf([['Host', host]])).toBeUndefined()
  })
  it.each([
    '',
    'a b',
    'a/b',
    'a?b',
    'a#b',
    'user@a',
    'a:b',
    'a:123456',
    'a:1:2',
    '[::1',
    'a\\b',
    'a,b\t',
    'ä',
  ])('may not be %j', host => {
    expect(errorOf([['Host', host]])).toBe(400)
  })
  it('is required by HTTP/1.1 only', () => {
    expect(errorOf([])).toBe(400)
    expect(errorOf([], '1.0')).toBeUndefined()
  })
  it('may not be repeated, even with the same value', () => {
    for (const other of ['a', 'b']) {
      expect(
        errorOf([
          ['Host', 'a'],
          ['hOST', other],
        ]),
      ).toBe(400)
    }
  })
})

it.each([
  ['chunked', '1.1', undefined],
  ['Chunked', '1.1', undefined],
  ['gzip, chunked', '1.1', 501],
  ['chunked', '1.0', 400],
])('Transfer-Encoding: %s of HTTP/%s: %s', (encoding, version, status) => {
  const headers: [string, string][] = [
    ['Host', 'a'],
    ['Transfer-Encoding', encoding],
  ]
  expect(errorOf(headers, version)).toBe(status)
})

it.each([
  ['/food/1?x=http://y/', '/food/1?x=http://y/'],
  ['http://larder.example/food/1', '/food/1'],
  ['HTTPS://larder.example:8080/a?b', '/a?b'],
  ['http://larder.example', '/'],
  ['http://larder.example?q=a', '/?q=a'],
  ['*', '*'],
])('%s in origin form is %s', (target, path) => {
  expect(originForm(target)).toBe(path)
})
