// ESTIMATE_SOURCE spells the source of AI estimates wherever the API shows or accepts a source (rule estimate-source-name).
import { beforeAll, describe, expect, it } from 'vitest'
import { ask } from '../../../lab/clients/http.ts'
import type { ApiFood } from '../../../src/food/api-food.ts'
import { runChecks } from '../../contract/run.ts'
import { withFixtureService } from '../../support/fixture-service.ts'
import { accountKey } from '../../support/keys.ts'

const name = 'model-guess'
const fixture = withFixtureService({ ESTIMATE_SOURCE: name })

let estimate: { id: number; name: string; barcode: string | null }
beforeAll(async () => {
  const [row] = await fixture.stores.sql<typeof estimate>(
    `update foods set barcode = '4006381333931'
       where id = (select id from foods where source = 'ai_estimate' order by id limit 1)
       returning id, name, barcode`,
  )
  if (!row) throw new Error('the fixture foods have no estimate')
  estimate = row
})

describe('the API', () => {
  it('returns it in foods of every endpoint', async () => {
    const found = `/search?q=${encodeURIComponent(estimate.name)}&limit=50`
    for (const path of [`/food/${estimate.id}`, `/barcode/${estimate.barcode}`])
      expect((await fixture.ask(path)).json).toMatchObject({ id: estimate.id, source: name })
    for (const path of [found, '/foods/popular?has_image=false&limit=500']) {
      const foods: ApiFood[] = (await fixture.ask(path)).json
      expect(foods.find(({ id }) => id === estimate.id)?.source).toBe(name)
      expect(foods.filter(({ source }) => source === 'ai_estimate')).toEqual([])
    }
  })

  it('keeps the order of the fields', async () => {
    const other: ApiFood = (await fixture.ask('/barcode/0042100005264')).json
    expect(Object.keys((await fixture.ask(`/food/${estimate.id}`)).json)).toEqual(Object.keys(other))
  })

  it('accepts it as a filter', async () => {
    const { json } = await fixture.ask(`/search?q=salad&source=${name}&limit=50`)
    expect(json.length).toBeGreaterThan(0)
    expect(new Set(json.map(({ source }: ApiFood) => source))).toEqual(new Set([name]))
  })

  it.each(['ai_estimate', 'community', 'MODEL-GUESS'])('rejects the source %s', async input => {
    const { status, json } = await fixture.ask(`/search?q=salad&source=${input}`)
    const expected = `'off' or '${name}'`
    expect([status, json]).toEqual([
      422,
      {
        detail: [
          {
            type: 'literal_error',
            loc: ['query', 'source'],
            msg: `Input should be ${expected}`,
            input,
            ctx: { expected },
          },
        ],
      },
    ])
  })

  it('describes it', async () => {
    const { json, text } = await fixture.ask('/openapi.json')
    expect(json.components.schemas.Food.properties.source.description).toContain(`community, ${name};`)
    const parameters: { name: string; required: boolean; schema: object }[] =
      json.paths['/search'].get.parameters
    expect(parameters.find(parameter => parameter.name === 'source')).toMatchObject({
      required: false,
      schema: { enum: ['off', name] },
    })
    expect(text).not.toContain('ai_estimate')
  })

  it('passes the contract checks that concern it', async () => {
    const results = await runChecks({
      baseUrl: fixture.service.apiUrl,
      keys: { read: await accountKey(fixture.stores, 'suite', 'scale') },
      estimateSource: name,
      only: ['food-fields', 'search-source', 'source-values'],
    })
    expect(results.length).toBeGreaterThan(2)
    expect(results.filter(({ outcome }) => outcome !== 'pass')).toEqual([])
  })
})

describe('the website', () => {
  it.each(['/docs/search-foods', '/docs/reference/search', '/docs/playground'])(
    'shows it on %s',
    async path => {
      const { status, text } = await ask(fixture.service.websiteUrl, path)
      expect([status, text.includes(name), text.includes('ai_estimate')]).toEqual([200, true, false])
    },
  )

  it('shows it in the response on the page of an estimate, which it recognises as one', async () => {
    const { static_url } = (await fixture.ask(`/food/${estimate.id}`)).json
    const { text } = await ask(fixture.service.websiteUrl, static_url)
    expect(text).toContain(`&quot;source&quot;: &quot;${name}&quot;`)
    expect(text).toContain('badge badge-estimate')
  })
})
