import { describe, expect, it } from 'vitest'
import { normalizedUrl, queryParameters } from './url.ts'

describe('the path of a URL', () => {
  it.each([
    ['/food/off-1.2_3', '/food/off-1.2_3'],
    ['/search?q=a b%', '/search?q=a b%'],
    ['http://larder.example/food/1', '/food/1'],
    // An escaped slash is a slash.
    ['/food%2f1', '/food/1'],
    ['/food%2F1?q=%2F', '/food/1?q=%2F'],
    ['/food/caf%C3%A9', '/food/caf%C3%A9'],
    // Invalid bytes become U+FFFD.
    ['/food/%FF', '/food/%EF%BF%BD'],
    // A malformed escape is kept.
    ['/food/100%', '/food/100%25'],
    ['/food/%4', '/food/%254'],
    ['/food/%zz', '/food/%25zz'],
    ['/food/%4g', '/food/%254g'],
    ['/food/a+b', '/food/a%2Bb'],
    ['/food/a b?', '/food/a%20b?'],
  ])('%s is routed as %s', (url, routed) => {
    expect(normalizedUrl(url)).toBe(routed)
  })
})

describe('the parameters of a query', () => {
  it.each<[string, Record<string, string>]>([
    ['', {}],
    ['&&', {}],
    ['q=milk', { q: 'milk' }],
    ['q=whole+milk&page=2', { q: 'whole milk', page: '2' }],
    ['q=a%2Bb%20c', { q: 'a+b c' }],
    ['q=a=b', { q: 'a=b' }],
    ['q', { q: '' }],
    ['=x', { '': 'x' }],
    ['q=1&q=2', { q: '2' }],
    ['caf%c3%a9=1', { café: '1' }],
    ['q=100%', { q: '100%' }],
    ['q=%4&r=%G1&s=%1G&t=%%41', { q: '%4', r: '%G1', s: '%1G', t: '%A' }],
    ['q=%C3', { q: '\ufffd' }],
    ['q=!x', { q: '!x' }],
  ])('of %j are %j', (query, parameters) => {
    expect({ ...queryParameters(query) }).toEqual(parameters)
  })

  it('have no inherited names', () => {
    expect(queryParameters('').constructor).toBeUndefined()
    expect(queryParameters('__proto__=1')).toEqual(Object.assign(Object.create(null), { ['__proto__']: '1' }))
  })
})
