import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { servingGrams, servingMillilitres } from './servings.ts'

describe('servingGrams', () => {
  const cases: [string, number | null][] = [
    // Examples of the data README.
    ['30 g', 30],
    ['1.06 ONZ (30 g)', 30],
    ['8 OZA (240 ml)', null],
    ['100 g (100 GRM)', 100],
    ['17 PIECES | ABOUT (40 g)', 40],
    ['49gm', 49],
    ['130 g (0.5 cup)', 130],
    ['1 bar (1.84 oz)', 52.2],
    // Spellings of the gram.
    ['30g', 30],
    ['1 BISCUIT 27G', 27],
    ['108 gr', 108],
    ['8 grs.', 8],
    ['15 gram', 15],
    ['33grams', 33],
    ['10 grammes', 10],
    ['60 gramos', 60],
    ['25 Gramm', 25],
    ['30 г', 30],
    ['30 гр.', 30],
    ['30 грамм', 30],
    ['30克', 30],
    ['30グラム', 30],
    ['３０ｇ', 30],
    ['1,5 kg', 1500],
    ['1 Kg', 1000],
    ['0.5 lb', 226.8],
    ['100Gramn', null],
    // Decimals and spaces.
    ['12,5 g', 12.5],
    ['.25g', 0.25],
    ['approx.30g', 30],
    ['30\u202fg', 30],
    ['30\u00a0g', 30],
    ['20  g', 20],
    ['2 pickles (28.349 g)', 28.35],
    ['1,000 g', null],
    ['1.500 g', null],
    ['0,125 kg', 125],
    ['1 100 g', null],
    // A weight with other text.
    ['1/2 pizza (200 g)', 200],
    ['½ cup (140 g)', 140],
    ['1 1/4 cup (50 g)', 50],
    ['30g (≈ 2 biscuits)', 30],
    ['1.3 oz (~ 36,8 g)', 36.8],
    ['1 gILLED LINK (82 g)', 82],
    ['6 gros oeufs', null],
    ['280 g / 1/5 de la Quiche', 280],
    ['2 oz (56g-1/6 pkg.) dry', 56],
    ['1 oz (28g/About 34 chunks)', 28],
    ['1 TEA BAG, MAKES 8 fl. oz. (1.6 g)', 1.6],
    ['60 ml (50 g)', 50],
    ['850mL / 460g', 460],
    ['1 Container (71 g/4 fl oz) (71 g)', 71],
    ['14 unidades (1.1 oz / 30 g)', 30],
    ['3 o 4 panqueques/waffles medianos (60 g)', 60],
    // Several weights, which may or may not agree.
    ['1 Meal (269 g) (269 g)', 269],
    ['1.0 tourte (380.0 g) (380 g)', 380],
    ['1 g (1/4 Teaspoon) (1000 mg)', 1],
    ['70 g (Cet emballage contient 7 portions de 70 g environ)', 70],
    ['2 biscuits (≈ 25 g) Ce produit contient 6 portions de ≈ 25 g.', 25],
    ['4 biscuits de 12,5 g (50 g)', 50],
    ['30 g (35 g)', null],
    ['1/30 of recipe 15g (14 g)', null],
    ['30g, 2 biscuits de 60g', null],
    ['1-3kg 300g, 4-7kg 600g, 8-12 kg 900g', null],
    ['119 kcal/500 kJ 5,0 g 1,2 g 0,5 g', null],
    ['40 g (8 ONZ)', null],
    ['2091 g (4 OUNCES)', null],
    ['1 oz (56 g - about 1/8 box)', null],
    ['1 mg (45 g)', null],
    // More than the stated weight.
    ['35 g + 180 ml lait demi-écrémé', null],
    ['1 porción (50g de Leche + 50g de agua) (100 g)', null],
    // Multiplication.
    ['2 x 25g', 50],
    ['2x8g', 16],
    ['2 pralines 2x8g', 16],
    ['25 g x 2', 50],
    ['25 g × 2', 50],
    ['500 g 4x 125 g', 500],
    ['125 g (4 x 125 g)', null],
    // The weight of each, or of all?
    ['2 biscuits de 12 g', null],
    ['1 carré de 10 g', 10],
    ['12,5g par biscuit', null],
    ['700mg c/u', null],
    ['25 g each', null],
    // Not one number.
    ['de 5 a 7 g', null],
    ['6 - 7 g', null],
    ['1-2g', null],
    ['2/3 gr', null],
    ['1½ oz', null],
    ['< 5 g', null],
    ['12 g/100 ml', null],
    // Ounces that may be fluid.
    ['1 oz', 28.4],
    ['2 cookies (1.06 oz)', 30.1],
    ['1 container (6 oz)', 170.1],
    ['1.87 ounces', 53],
    ['8 oz (240 mL)', null],
    ['236 ml (8 ONZ)', null],
    ['20 oz bottle', null],
    ['1 can (7.5 oz)', null],
    ['8 oz', null],
    ['16 OZ', null],
    ['8 fl oz', null],
    ['8 FL. OZ.', null],
    // Volumes, pieces, doses, nothing.
    ['250 ml', null],
    ['33 cl', null],
    ['1,5 l', null],
    ['1 Liter', null],
    ['250 cm3', null],
    ['2 gummies', null],
    ['375mg', null],
    ['400µg', null],
    ['50', null],
    ['01/04/21', null],
    ['g/L', null],
    ['', null],
    ['0 g', null],
    ['1 portion (0 g)', null],
    [`30 g ${'x'.repeat(95)}`, null],
    ['5000 g', 5000],
    ['5001 g', null],
    ['1 VOLUME DE SIROP POUR 7 VOLUMES D’EAU', null],
  ]
  it.each(cases)('%s → %s', (text, grams) => {
    expect(servingGrams(text)).toBe(grams)
  })

  it('returns a valid number or null for any text', () => {
    const chunk = fc.constantFrom(
      '30',
      ' ',
      'g',
      'oz',
      '1,5',
      '/',
      'x',
      '(',
      ')',
      'ml',
      'kg',
      '½',
      '-',
      '.',
      'de',
      '２',
    )
    const text = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.array(chunk).map(parts => parts.join('')),
    )
    fc.assert(
      fc.property(text, written => {
        const grams = servingGrams(written)
        expect(grams === null || (grams > 0 && grams <= 5000)).toBe(true)
      }),
      { numRuns: 3000 },
    )
  })
  it.each(['1', '1 ', '1 x ', '1 a de ', '1g ', '.1', ' '])('is fast with many repetitions of %s', chunk => {
    for (const length of [99, 100_000]) {
      const text = chunk.repeat(length / chunk.length)
      const times = Array.from({ length: 40 }, () => {
        const started = performance.now()
        servingGrams(text)
        return performance.now() - started
      })
      expect(Math.min(...times)).toBeLessThan(5)
    }
  })
})

// serving, expected millilitres
it.each([
  ['240 ml', 240],
  ['33 cl', 330],
  ['1.5 dl', 150],
  ['1 L', 1000],
  ['8 fl oz', 236.6],
  ['8 OZA (240 ml)', 240],
  ['1 cup (240 ml)', 240],
  ['2 x 250 ml', 500],
  ['8 ml (8 fl oz)', null],
  ['200 - 250 ml', null],
  ['35 g + 180 ml', null],
  ['240 ml (250 g)', null],
  ['1 cup', null],
  ['0 ml', null],
])('%s has %s ml', (serving, millilitres) => {
  expect(servingMillilitres(serving)).toBe(millilitres)
})
