// /docs on the API's port leads to the reference on the website; there is no second one.
import { expect, it } from 'vitest'
import { withFixtureService } from '../../support/fixture-service.ts'

const fixture = withFixtureService()

it('links to the documentation on the website and to the OpenAPI document, without scripts', async () => {
  const { status, headers, text } = await fixture.ask('/docs')
  expect([status, headers['content-type']]).toEqual([200, 'text/html; charset=utf-8'])
  expect(headers['content-security-policy']).toMatch(
    /^default-src 'none'; style-src 'sha256-[^']+'; base-uri/,
  )
  expect(text).not.toContain('<script')
  const links = [...text.matchAll(/href="([^"]+)"/g)].map(
    ([, href = '']) => new URL(href, fixture.service.apiUrl),
  )
  expect(links.map(({ pathname }) => pathname)).toEqual([
    '/docs',
    '/docs/reference',
    '/docs/playground',
    '/openapi.json',
  ])
  // One after the other: on a slow machine, the first view of one page makes the website busy for the next.
  for (const url of links) expect([url.pathname, (await fetch(url)).status]).toEqual([url.pathname, 200])
})
