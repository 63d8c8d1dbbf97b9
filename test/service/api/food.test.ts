import { describe, expect, it } from 'vitest'
import { withFixtureService } from '../../support/fixture-service.ts'

const fixture = withFixtureService()

const idOf = async (sourceId: string) => {
  const [row] = await fixture.stores.sql<{ id: number }>('select id from foods where source_id = $1', [
    sourceId,
  ])
  return row?.id
}

describe('GET /food/{food_id}', () => {
  it('returns all 22 fields, unknown ones as null and zeros as zero', async () => {
    const id = await idOf('0042100005264')
    const answer = await fixture.ask(`/food/${id}`)
    expect(answer.status).toBe(200)
    expect(answer.text).toBe(
      JSON.stringify({
        id,
        name: '2% Reduced Fat Milk',
        brand: 'Fernhollow Dairy',
        barcode: '0042100005264',
        category: 'Milk',
        serving_size_g: 240,
        serving_desc: '1 cup (240 ml)',
        calories_kcal: 51,
        protein_g: 3.4,
        fat_g: 2,
        carbs_g: 4.9,
        fiber_g: 0,
        sugar_g: 4.9,
        sodium_mg: 48,
        saturated_fat_g: 1.2,
        cholesterol_mg: 8,
        potassium_mg: 150,
        image_url: null,
        image_thumb_url: null,
        source: 'off',
        confidence: 0.972,
        static_url: `/food/${id}-2-reduced-fat-milk`,
      }),
    )
  })

  it('finds the food that another one was merged into', async () => {
    const id = await idOf('0042100005264')
    await fixture.stores.sql(
      'insert into merged_food_ids (food_id, merged_into_food_id) values (800000, $1)',
      [id],
    )
    expect((await fixture.ask('/food/800000')).json.id).toBe(id)
  })

  it.each(['999999999', '0', '-1', '9223372036854775808', '1'.repeat(4300)])(
    'responds 404 to %.20s',
    async id => {
      const answer = await fixture.ask(`/food/${id}`)
      expect([answer.status, answer.text]).toEqual([404, '{"detail":"Food not found"}'])
    },
  )

  it('takes a malformed escape literally', async () => {
    const answer = await fixture.ask('/food/%zz')
    expect([answer.status, answer.json.detail[0].input]).toEqual([422, '%zz'])
  })
})

describe('GET /barcode/{code}', () => {
  const spellings = [
    '0042100005264',
    '042100005264',
    '42100005264',
    '00042100005264',
    '0%2042100-00526%204',
    '04252614',
    '4252614',
    '425261',
  ]
  it.each(spellings)('finds the food for %s', async code => {
    const answer = await fixture.ask(`/barcode/${code}`)
    expect([answer.status, answer.json.name, answer.json.barcode]).toEqual([
      200,
      '2% Reduced Fat Milk',
      '0042100005264',
    ])
  })

  it('finds an EAN-8, also by its GTIN-14, and returns it as 8 digits', async () => {
    const [row] = await fixture.stores.sql<{ barcode: string }>(
      "select barcode from foods where barcode ~ '^[1-9][0-9]{7}$' limit 1",
    )
    const short = await fixture.ask(`/barcode/${row?.barcode}`)
    const long = await fixture.ask(`/barcode/000000${row?.barcode}`)
    expect(short.json.barcode).toBe(row?.barcode)
    expect(long.json).toEqual(short.json)
  })

  it('finds the food of a superseded record, unless a food has the barcode itself', async () => {
    const [milk, other] = [await idOf('0042100005264'), await idOf('0015887170128')]
    await fixture.stores.sql(
      `insert into superseded_records
         (food_id, source, source_id, name, barcode, confidence, popularity, normalized_name, normalized_brand)
         select $1, 'community', code, 'Milk', code, 0.5, 0, 'milk', ''
           from unnest(array['4006381333955', '0015887170128']) as code`,
      [milk],
    )
    expect((await fixture.ask('/barcode/4006381333955')).json).toMatchObject({
      id: milk,
      barcode: '0042100005264',
    })
    expect((await fixture.ask('/barcode/0015887170128')).json.id).toBe(other)
  })

  it.each([
    '0000000000000',
    'abc',
    'hello1world',
    '0042100005264x',
    'EAN:0042100005264',
    '12',
    '2100005264',
    '000042100005264',
    '123456789012345678901234567890',
    '4006381333931',
    '%00',
    '%zz',
    "'%20OR%201=1",
  ])('finds nothing for %s', async code => {
    const answer = await fixture.ask(`/barcode/${code}`)
    expect([answer.status, answer.text]).toEqual([404, '{"detail":"Barcode not found"}'])
  })
})
