// GET /foods/batch on the fixture foods.
import { Ajv2020 } from 'ajv/dist/2020.js'
import { describe, expect, it } from 'vitest'
import { withFixtureService } from '../../support/fixture-service.ts'
import { accountKey } from '../../support/keys.ts'

const fixture = withFixtureService()

interface Entry {
  key: string
  food: { id: number } | null
}

async function batch(query: string): Promise<Entry[]> {
  const { status, json } = await fixture.ask(`/foods/batch?${query}`)
  expect([query, status]).toEqual([query, 200])
  return json
}

const idsIn = (entries: Entry[]) => entries.map(({ food }) => food?.id ?? null)

describe('by id', () => {
  it('has an entry for each id in the order asked, as /food returns it', async () => {
    const entries = await batch('ids=7,3,999999,7,-1,0')
    expect(entries.map(({ key }) => key)).toEqual(['7', '3', '999999', '7', '-1', '0'])
    expect(idsIn(entries)).toEqual([7, 3, null, 7, null, null])
    expect(entries[1]?.food).toEqual((await fixture.ask('/food/3')).json)
  })

  it('reads each id as /food does', async () => {
    expect(idsIn(await batch('ids=+7,%203%20,07,7.0,9223372036854775808'))).toEqual([7, 3, 7, 7, null])
  })

  it('repeats the digits of ids that no food can have', async () => {
    const ids = ['99999999999999999999999', '9007199254740993', '-9007199254740993', '9007199254740991']
    expect(await batch(`ids=${ids}`)).toEqual(ids.map(key => ({ key, food: null })))
  })

  it('finds the food that an id was merged into', async () => {
    await fixture.stores.sql('insert into merged_food_ids (food_id, merged_into_food_id) values (5001, 3)')
    const [entry] = await batch('ids=5001')
    expect(entry).toMatchObject({ key: '5001', food: { id: 3 } })
    expect(entry?.food).toEqual((await fixture.ask('/food/5001')).json)
  })
})

describe('by barcode', () => {
  it('reads each barcode as /barcode does, and does not find what is none', async () => {
    const codes = [
      '0042100005264',
      '042100005264',
      '00042100005264',
      '0-42100-00526-4',
      'abc',
      '1',
      '0042100005264',
    ]
    const entries = await batch(`barcodes=${codes.join()}`)
    expect(entries.map(({ key }) => key)).toEqual(codes)
    const { id } = (await fixture.ask('/barcode/0042100005264')).json
    expect(idsIn(entries)).toEqual([id, id, id, id, null, null, id])
    for (const code of codes) {
      const single = await fixture.ask(`/barcode/${code}`)
      const entry = entries.find(({ key }) => key === code)
      expect([code, entry?.food]).toEqual([code, single.status === 200 ? single.json : null])
    }
  })

  it('finds the food of a superseded record', async () => {
    await fixture.stores.sql(`
      insert into superseded_records (food_id, source, source_id, name, barcode, confidence, popularity, normalized_name, normalized_brand)
        select 3, 'community', 'old', name, '0099999999990', 0.5, 0, normalized_name, normalized_brand from foods where id = 3`)
    expect(idsIn(await batch('barcodes=99999999990'))).toEqual([3])
  })
})

const message = 'Value error, give either ids or barcodes, 1 to 50 of them, separated by commas'
const notAnInteger = 'Input should be a valid integer, unable to parse string as an integer'
const many = Array.from({ length: 51 }, (_, index) => index + 1).join()

it.each([
  ['', 'ids', 'value_error', message, null, undefined],
  ['?ids=1&barcodes=1', 'barcodes', 'value_error', message, '1', undefined],
  ['?ids=', 'ids', 'int_parsing', notAnInteger, '', undefined],
  ['?ids=1,,2', 'ids', 'int_parsing', notAnInteger, '1,,2', undefined],
  ['?ids=1,x', 'ids', 'int_parsing', notAnInteger, '1,x', undefined],
  ['?ids=1.5', 'ids', 'int_parsing', notAnInteger, '1.5', undefined],
  [
    '?barcodes=',
    'barcodes',
    'string_too_short',
    'String should have at least 1 character',
    '',
    { min_length: 1 },
  ],
  [
    `?ids=${many}`,
    'ids',
    'too_long',
    'List should have at most 50 items after validation, not 51',
    many,
    { field_type: 'List', max_length: 50, actual_length: 51 },
  ],
])('/foods/batch%s is 422', async (query, name, type, msg, input, ctx) => {
  const { status, json } = await fixture.ask(`/foods/batch${query}`)
  const issue = { type, loc: ['query', name], msg, input, ...(ctx && { ctx }) }
  expect([status, json]).toEqual([422, { detail: [issue] }])
})

it('counts as one request, credits the sources of its foods and no lookups, and is cached by ETag', async () => {
  const key = await accountKey(fixture.stores, 'batch', 'pro')
  const ids = Array.from({ length: 50 }, (_, index) => index + 1).join()
  const first = await fixture.ask(`/foods/batch?ids=${ids}`, { key })
  expect(first.json).toHaveLength(50)
  expect(first.headers).toMatchObject({
    'x-ratelimit-remaining': '499',
    'x-attribution': expect.stringContaining('Open Food Facts (ODbL)'),
    'cache-control': 'private, max-age=60',
  })
  const headers = { 'if-none-match': first.headers.etag ?? '' }
  const again = await fixture.ask(`/foods/batch?ids=${ids}`, { key, headers })
  expect([again.status, again.headers['x-ratelimit-remaining']]).toEqual([304, '498'])
  const unknown = await fixture.ask('/foods/batch?ids=0')
  expect(unknown.headers['x-attribution']).toBeUndefined()
})

it('keeps the order of another request for the same foods', async () => {
  expect(idsIn(await batch('ids=1,2'))).toEqual([1, 2])
  expect(idsIn(await batch('ids=2,1'))).toEqual([2, 1])
})

it('matches its schema in 200 responses', async () => {
  const { json: description } = await fixture.ask('/openapi.json')
  const { schema } = description.paths['/foods/batch'].get.responses[200].content['application/json']
  const fits = new Ajv2020({ strict: false }).compile({ ...schema, components: description.components })
  for (let first = 0; first < 200; first++) {
    const entries = await batch(
      `ids=${Array.from({ length: 1 + (first % 50) }, (_, index) => first + index)}`,
    )
    expect([first, fits(entries), fits.errors]).toEqual([first, true, null])
  }
})
