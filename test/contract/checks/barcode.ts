import { compressToUpcE, formsOf, hasRightCheckDigit, withWrongCheckDigit } from '../barcode-forms.ts'
import { barcodeOf, type Food, findFoods, foodOf, sample } from '../catalog.ts'
import { expectDetail, expectSameBytes, expectThat } from '../expect.ts'
import { type Check, CheckSkipped, type Context } from '../types.ts'

const notFound = 'Barcode not found'

async function scannable(ctx: Context, fits: (barcode: string) => boolean): Promise<[Food, string][]> {
  const foods = await findFoods(ctx)
  const pairs = foods.map((food): [Food, string] => [food, barcodeOf(food) ?? ''])
  const fitting = pairs.filter(([, barcode]) => barcode !== '' && fits(barcode))
  if (fitting.length === 0) throw new CheckSkipped('none of the foods found has a barcode of this kind')
  return fitting
}

/** Not a known barcode, unless a food carries exactly these digits. */
async function expectNoOtherFood(ctx: Context, code: string): Promise<void> {
  const response = await ctx.get(`/barcode/${code}`)
  if (response.status !== 200) return expectDetail(response, 404, notFound)
  const found = String(foodOf(response).barcode)
  const itself = found.padStart(14, '0') === code.padStart(14, '0')
  expectThat(itself, response, `404, or a food with the barcode ${code}`)
}

function formsFindOneFood(id: string, title: string, fits: (barcode: string) => boolean): Check {
  return {
    id,
    title,
    needs: ['reader'],
    async run(ctx) {
      for (const [food, barcode] of sample(await scannable(ctx, fits), 5)) {
        const model = await ctx.get(`/food/${food.id}`)
        for (const form of formsOf(barcode)) expectSameBytes(await ctx.get(`/barcode/${form}`), model)
      }
    },
  }
}

export const barcode: Check[] = [
  {
    id: 'barcode-lookup',
    title: '/barcode/{code} returns the food that carries the EAN-13 or UPC-A',
    needs: ['reader'],
    async run(ctx) {
      for (const [, barcode] of sample(await scannable(ctx, code => /^\d{12,13}$/.test(code)), 20)) {
        const response = await ctx.get(`/barcode/${barcode}`)
        const found = String(foodOf(response).barcode)
        const same = found.padStart(14, '0') === barcode.padStart(14, '0')
        expectThat(same, response, `a food with the barcode ${barcode}`)
      }
    },
  },
  {
    id: 'barcode-malformed/never-422',
    title: 'a malformed barcode is 404, never 422',
    needs: ['reader'],
    async run(ctx) {
      const malformed = [
        'abc',
        '%20',
        '-',
        '0',
        '1',
        '12',
        'hello1world',
        '%00',
        '%FF',
        '%zz',
        '%',
        '1.5',
        '9'.repeat(200),
      ]
      for (const code of malformed) expectDetail(await ctx.get(`/barcode/${code}`), 404, notFound)
    },
  },
  formsFindOneFood('barcode-forms/ean-13', 'an EAN-13 is found in every form', code =>
    /^[1-9]\d{12}$/.test(code),
  ),
  formsFindOneFood('barcode-forms/upc-a', 'a UPC-A is found with and without zeros', code =>
    /^0\d{12}$/.test(code),
  ),
  formsFindOneFood('barcode-forms/ean-8', 'an EAN-8 is found in every form', code => /^\d{8}$/.test(code)),
  {
    id: 'barcode-forms/upc-e',
    title: 'a UPC-E finds the food of its UPC-A, if its check digit fits',
    needs: ['reader'],
    async run(ctx) {
      const suits = (code: string) => hasRightCheckDigit(code) && compressToUpcE(code) !== undefined
      for (const [food, barcode] of sample(await scannable(ctx, suits), 3)) {
        const short = compressToUpcE(barcode) ?? ''
        const response = await ctx.get(`/barcode/${short}`)
        const found = foodOf(response)
        // An EAN-8 with the same digits comes first: expansion is only tried when nothing matched.
        const right = found.id === food.id || found.barcode === short
        expectThat(right, response, `food ${food.id} with the barcode ${barcode}`)
        await expectNoOtherFood(ctx, withWrongCheckDigit(short))
        if (!short.startsWith('0')) continue
        const without = await ctx.get(`/barcode/${short.slice(1)}`)
        expectThat(foodOf(without).id === food.id, without, `food ${food.id} with the barcode ${barcode}`)
        expectDetail(await ctx.get(`/barcode/${withWrongCheckDigit(short.slice(1))}`), 404, notFound)
      }
    },
  },
  {
    id: 'barcode-check-digit',
    title: 'a wrong check digit is looked up as it is',
    needs: ['reader'],
    async run(ctx) {
      for (const [, barcode] of sample(await scannable(ctx, code => code.length === 13), 5)) {
        await expectNoOtherFood(ctx, withWrongCheckDigit(barcode))
      }
      const odd = (await scannable(ctx, () => true)).filter(([, code]) => !hasRightCheckDigit(code))
      for (const [food, barcode] of sample(odd, 3)) {
        const response = await ctx.get(`/barcode/${barcode}`)
        expectThat(foodOf(response).id === food.id, response, `food ${food.id}`)
      }
    },
  },
  {
    id: 'barcode-malformed/digits',
    title: 'a barcode with letters, or with more or fewer digits than any barcode has, is 404',
    needs: ['reader'],
    async run(ctx) {
      for (const [, barcode] of sample(await scannable(ctx, code => code.length === 13), 3)) {
        for (const code of [
          `EAN:${barcode}`,
          `${barcode}x`,
          `00${barcode}`,
          barcode.slice(-10),
          barcode.slice(-9),
        ])
          expectDetail(await ctx.get(`/barcode/${code}`), 404, notFound)
      }
    },
  },
]
