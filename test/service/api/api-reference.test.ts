// /docs on the API's port leads to the reference on the website; there is no second one.
import { expect, it } from 'vitest'
import { withDemoService } from '../../support/demo-service.ts'

const demo = withDemoService()

it('links to the documentation on the website and to the OpenAPI document, without scripts', async () => {
  const { status, headers, text } = await demo.ask('/docs')
  expect([status, headers['content-type']]).toEqual([200, 'text/html; charset=utf-8'])
  expect(headers['content-security-policy']).toMatch(
    /^default-src 'none'; style-src 'sha256-[^']+'; base-uri/,
  )
  expect(text).not.toContain('<script')
  const links = [...text.matchAll(/href="([^"]+)"/g)].map(
    ([, href = '']) => new URL(href, demo.service.apiUrl),
  )
  expect(links.map(({ pathname }) => pathname)).toEqual([
    '/docs',
    '/docs/reference',
    '/docs/playground',
    '/openapi.json',
  ])
  const statuses = await Promise.all(links.map(async url => (await fetch(url)).status))
  expect(statuses).toEqual([200, 200, 200, 200])
})
