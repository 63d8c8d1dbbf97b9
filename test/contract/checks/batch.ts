import { barcodeOf, type Food, findFoods, sample } from '../catalog.ts'
import type { HttpResponse } from '../client.ts'
import { expectValidationError } from '../errors.ts'
import { expectJson, expectStatus, expectThat } from '../expect.ts'
import { type Check, CheckSkipped, type Context } from '../types.ts'

interface Entry {
  key: string
  food: Food | null
}

const maxKeys = 50

async function batch(
  ctx: Context,
  parameter: 'ids' | 'barcodes',
  keys: (string | number)[],
): Promise<{ response: HttpResponse; entries: Entry[] }> {
  const response = await ctx.get(`/foods/batch?${parameter}=${keys.join(',')}`)
  if (response.status === 401) throw new CheckSkipped('the service does not offer /foods/batch')
  expectStatus(response, 200)
  expectJson(response)
  const entries = response.json as Entry[]
  const isList = Array.isArray(entries) && entries.length === keys.length
  expectThat(isList, response, `a bare array of ${keys.length} entries`)
  return { response, entries }
}

export const batches: Check[] = [
  {
    id: 'batch-parameters',
    title: '/foods/batch takes 1 to 50 ids or barcodes, and not both',
    needs: ['reader'],
    async run(ctx) {
      await batch(
        ctx,
        'ids',
        Array.from({ length: maxKeys }, (_, index) => index + 1),
      )
      const tooMany = Array.from({ length: maxKeys + 1 }, () => '1').join(',')
      const refused: [query: string, name: string, type: string, input: string][] = [
        ['', 'ids', 'value_error', 'null'],
        ['?ids=1&barcodes=0015887170128', 'barcodes', 'value_error', '0015887170128'],
        ['?ids=', 'ids', 'int_parsing', ''],
        ['?ids=1,x', 'ids', 'int_parsing', '1,x'],
        ['?barcodes=1,', 'barcodes', 'string_too_short', '1,'],
        [`?ids=${tooMany}`, 'ids', 'too_long', tooMany],
      ]
      for (const [query, name, type, input] of refused)
        expectValidationError(await ctx.get(`/foods/batch${query}`), ['query', name], type, input)
    },
  },
  {
    id: 'batch-entries',
    title: 'a batch has an entry for each key, in the order asked, as the lookups return it',
    needs: ['reader'],
    async run(ctx) {
      const foods = sample(await findFoods(ctx), 10)
      const ids = [...foods.map(({ id }) => id).reverse(), -1, foods[0]?.id ?? 0]
      const byId = await batch(ctx, 'ids', ids)
      const found = byId.entries.map(({ key, food }) => [key, food?.id ?? null])
      const wanted = ids.map(id => [String(id), id < 0 ? null : id])
      expectThat(JSON.stringify(found) === JSON.stringify(wanted), byId.response, JSON.stringify(wanted))
      const [entry] = byId.entries
      const single = await ctx.get(`/food/${ids[0]}`)
      const isSame = JSON.stringify(entry?.food) === JSON.stringify(single.json)
      expectThat(isSame, byId.response, `the food as ${single.request} shows it`)
      const codes = foods.flatMap(food => barcodeOf(food) ?? [])
      const [code = ''] = codes
      if (code === '') return
      const asked = [...codes, `-${code}`, 'abc']
      const byCode = await batch(ctx, 'barcodes', asked)
      const barcodes = byCode.entries.map(({ food }) => food && barcodeOf(food))
      const expected = [...codes, code, null]
      expectThat(barcodes.join() === expected.join(), byCode.response, expected.join(), barcodes.join())
    },
  },
]
