import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { QualityFlag } from '../../quality/candidate-food.ts'
import { amountIn, type OurUnit } from './numbers.ts'

describe('amountIn', () => {
  // wanted, value, unit, amount, expected rules
  const cases: [OurUnit, unknown, string, number | null, ...string[]][] = [
    ['g', 0, 'g', 0],
    ['g', -0, 'g', 0],
    ['g', '0', 'g', 0],
    ['g', 12, 'g', 12],
    ['g', '12.5', 'g', 12.5],
    ['g', '0,01', 'g', 0.01],
    ['g', ' 3,5 ', 'g', 3.5],
    ['g', '.5', 'g', 0.5],
    ['g', '1.2e-1', 'g', 0.12],
    ['g', '5,0 g', 'g', 5],
    ['g', '500 mg', 'g', 0.5, 'unit-mg'],
    ['g', '105', 'monosaccharides', 100, 'unit-monosaccharides'],
    ['g', '<0.5', 'g', 0.5, 'less-than'],
    ['g', '< 0,5 g', 'g', 0.5, 'less-than'],
    ['g', '>90', 'g', 90, 'more-than'],
    ['g', '~5', 'g', 5],
    ['g', null, 'g', null],
    ['g', undefined, 'g', null],
    ['g', '', 'g', null],
    ['g', '  ', 'g', null],
    ['g', '1e999', 'g', null, 'not-a-number'],
    ['g', Number.NaN, 'g', null, 'not-a-number'],
    ['g', Number.POSITIVE_INFINITY, 'g', null, 'not-a-number'],
    ['g', 'traces', 'g', null, 'not-a-number'],
    ['g', "ate de sodium ; farine de fèves, malt d'", 'g', null, 'not-a-number'],
    ['g', '0x10', 'g', null, 'not-a-number'],
    ['g', true, 'g', null, 'not-a-number'],
    ['g', [5], 'g', null, 'not-a-number'],
    ['g', {}, 'g', null, 'not-a-number'],
    ['g', -3.57, 'g', null, 'negative'],
    ['g', '-0.417', 'g', null, 'negative'],
    ['g', '−1', 'g', null, 'negative'],
    ['g', 0.30000000000000004, 'g', 0.3, 'float-noise'],
    ['g', 5.5600000000000005, 'g', 5.56, 'float-noise'],
    ['g', 7.6899999999999995, 'g', 7.69, 'float-noise'],
    ['g', 0.452755905511811, 'g', 0.4528],
    ['g', 3.57142857142857, 'g', 3.57],
    ['g', 870.85678, 'g', 870.9],
    ['g', 1111100, 'g', 1111100],
    ['g', 1180000000, 'g', null, 'too-large'],
    ['g', 1.7e308, 'kg', null, 'unit-kg', 'too-large'],
    ['g', 250, 'mg', 0.25, 'unit-mg'],
    ['g', 900, 'µg', 0.0009, 'unit-µg'],
    ['g', 900, 'mcg', 0.0009, 'unit-µg'],
    ['g', 0.01, 'kg', 10, 'unit-kg'],
    ['g', 12, '%', 12],
    ['g', 12, 'G', 12],
    ['g', 12, '', 12],
    ['g', 400, 'IU', null, 'unknown-unit'],
    ['g', 4, 'ml', null, 'unknown-unit'],
    ['g', 4, '__proto__', null, 'unknown-unit'],
    ['g', 900, 'μg', 0.0009, 'unit-µg'],
    ['mg', 0.452755905511811, 'g', 452.8],
    ['mg', 0.536, 'g', 536],
    ['mg', 44, 'mg', 44],
    ['mg', 1500, 'µg', 1.5],
    ['mg', 12, '%', null, 'unknown-unit'],
    ['mg', 12, '', null, 'unknown-unit'],
    ['kcal', 617, 'kcal', 617],
    ['kcal', 617, 'Cal', 617],
    ['kcal', 617, 'KCAL', 617],
    ['kcal', 1000, 'kJ', 239, 'energy-from-kj'],
    ['kcal', 12, 'g', null, 'unknown-unit'],
    ['g of alcohol', 40, '% vol', 31.56],
    ['g of alcohol', '12,5', '%', 9.86],
    ['g of alcohol', 3, 'g', 3],
  ]
  it.each(cases)('in %s: %s %s → %s', (wanted, value, unit, amount, ...rules) => {
    const flags: QualityFlag[] = []
    expect(amountIn(wanted, { value, unit }, 'fat_g', flags)).toBe(amount)
    expect(flags.map(({ rule }) => rule)).toEqual(rules)
  })
  it('returns null without an amount', () => {
    expect(amountIn('g', undefined, 'fat_g', [])).toBeNull()
  })

  const units = fc.constantFrom<OurUnit>('g', 'mg', 'kcal', 'kJ', 'g of alcohol')
  it('never throws or returns NaN or a negative number for any JSON', () => {
    const anyUnit = fc.oneof(fc.constantFrom('g', 'mg', 'kg', '%', 'kcal', 'kJ', '% vol'), fc.string())
    const anyValue = fc.oneof(fc.jsonValue(), fc.double(), fc.float().map(String), fc.integer().map(String))
    fc.assert(
      fc.property(units, anyValue, anyUnit, (wanted, value, unit) => {
        const amount = amountIn(wanted, { value, unit }, 'fat_g', [])
        expect(amount === null || (Number.isFinite(amount) && amount >= 0)).toBe(true)
      }),
      { numRuns: 3000 },
    )
  })
  it('is fast with 100 KB', () => {
    const started = performance.now()
    for (const chunk of ['1', ' ', '1 ', 'g', '%.'])
      amountIn('g', { value: chunk.repeat(50_000), unit: 'g' }, '', [])
    expect(performance.now() - started).toBeLessThan(25)
  })
})
