import { Ajv2020 } from 'ajv/dist/2020.js'
import { expect, it } from 'vitest'
import { describeApi } from '../../../src/api/openapi-routes.ts'
import { withFixtureService } from '../../support/fixture-service.ts'

const urls = { apiUrl: 'http://api.larder.test', websiteUrl: 'http://larder.test' }
const fixture = withFixtureService({ API_PUBLIC_URL: urls.apiUrl, WEB_PUBLIC_URL: urls.websiteUrl })

it('is openapi.json with the public addresses of this deployment', async () => {
  const { json } = await fixture.ask('/openapi.json')
  expect(json.openapi).toBe('3.1.0')
  expect(json.info.version).toBe('1.0.0')
  const { apiUrl, websiteUrl } = urls
  expect(json).toEqual(JSON.parse(JSON.stringify(describeApi(urls))))
  expect(json.servers.map(({ url }: { url: string }) => url)).toEqual([apiUrl])
  expect([json.info.contact.url, json.externalDocs.url]).toEqual([websiteUrl, `${websiteUrl}/docs`])
})

it('describes the data endpoints, the extensions and the account and billing routes only', async () => {
  const { json } = await fixture.ask('/openapi.json')
  const paths = Object.entries<Record<string, { security?: object[] }>>(json.paths)
  const [managing, reading] = [true, false].map(managing =>
    paths.filter(([path]) => /^\/(auth|billing)\//.test(path) === managing),
  )
  expect(reading?.map(([path]) => path)).toEqual([
    '/search',
    '/food/{food_id}',
    '/barcode/{code}',
    '/foods/popular',
    '/foods/categories',
    '/suggest',
    '/meals',
    '/food/{food_id}/details',
    '/foods/batch',
    '/changes',
    '/health',
  ])
  for (const [path, methods] of reading ?? []) expect([path, Object.keys(methods)]).toEqual([path, ['get']])
  expect(managing?.length).toBeGreaterThan(10)
  for (const [path, methods] of managing ?? []) {
    for (const { security } of Object.values(methods))
      expect([path, security]).toEqual([path, path === '/billing/webhook' ? [] : [{ accountKey: [] }]])
  }
})

it('returns responses that match their schema', async () => {
  const { json } = await fixture.ask('/openapi.json')
  const examples = [
    ['/search', '/search?q=milk'],
    ['/search', '/search'],
    ['/food/{food_id}', '/food/1'],
    ['/food/{food_id}', '/food/0'],
    ['/food/{food_id}', '/food/x'],
    ['/barcode/{code}', '/barcode/0042100005264'],
    ['/barcode/{code}', '/barcode/1'],
    ['/foods/popular', '/foods/popular?limit=500&has_image=false'],
    ['/foods/popular', '/foods/popular?limit=0'],
    ['/foods/categories', '/foods/categories'],
    ['/suggest', '/suggest?q=mil'],
    ['/suggest', '/suggest?q='],
    ['/meals', '/meals?q=2+eggs+and+a+xyzzyplugh'],
    ['/meals', '/meals'],
    ['/food/{food_id}/details', '/food/1/details'],
    ['/food/{food_id}/details', '/food/0/details'],
    ['/food/{food_id}/details', '/food/x/details'],
    ['/foods/batch', '/foods/batch?ids=1,0,2'],
    ['/foods/batch', '/foods/batch?barcodes=0042100005264,1'],
    ['/foods/batch', '/foods/batch'],
    ['/changes', '/changes'],
    ['/changes', '/changes?since=2001-01-01T00:00:00Z'],
    ['/changes', '/changes?since=x'],
    ['/health', '/health'],
  ] as const
  const ajv = new Ajv2020({ strict: false, formats: { 'date-time': true } })
  for (const [path, request] of examples) {
    const answer = await fixture.ask(request)
    const described = json.paths[path].get.responses[answer.status]
    const validate = ajv.compile({
      ...described.content['application/json'].schema,
      components: json.components,
    })
    expect([request, validate(answer.json), validate.errors]).toEqual([request, true, null])
  }
})
