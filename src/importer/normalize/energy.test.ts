import { describe, expect, it } from 'vitest'
import type { QualityFlag } from '../../quality/candidate-food.ts'
import { caloriesKcal } from './energy.ts'
import { sodiumMg } from './sodium.ts'

describe('caloriesKcal', () => {
  // kcal, kJ, calories, expected rules
  const cases: [unknown, unknown, number | null, ...string[]][] = [
    [617, 2524, 617],
    [617, undefined, 617],
    [null, 1950, 466.1, 'energy-from-kj'],
    ['', '117', 28, 'energy-from-kj'],
    [undefined, 0, 0, 'energy-from-kj'],
    [0, undefined, 0],
    [0, 0, 0],
    [undefined, undefined, null],
    [-5, 418.4, 100, 'negative', 'energy-from-kj'],
    [384.615384615385, 1609.2, 384.6],
    [35, 168.1, 35],
    [1421, 1421, 1421, 'energy-disagrees'],
    [0, 1500, 0, 'energy-disagrees'],
    [77, 1532, 77, 'energy-disagrees'],
  ]
  it.each(cases)('%s kcal, %s kJ → %s', (kcal, kj, calories, ...rules) => {
    const flags: QualityFlag[] = []
    const amounts = { energy_kcal: { value: kcal, unit: 'kcal' }, energy_kj: { value: kj, unit: 'kJ' } }
    expect(caloriesKcal(amounts, flags)).toBe(calories)
    expect(flags.map(({ rule }) => rule)).toEqual(rules)
  })
})

describe('sodiumMg', () => {
  // sodium in g, salt in g, sodium in mg, expected rules
  const cases: [unknown, unknown, number | null, ...string[]][] = [
    [0.4, 1, 400],
    [0.452755905511811, 1.15, 452.8],
    [undefined, 1, 400, 'sodium-from-salt'],
    [null, '0,85', 340, 'sodium-from-salt'],
    [undefined, 0, 0, 'sodium-from-salt'],
    [0, 2, 800, 'sodium-disagrees'],
    [0.8, 0, 800, 'sodium-disagrees'],
    [24, 0.06, 24, 'sodium-disagrees'],
    [undefined, undefined, null],
    [undefined, -1, null, 'negative'],
    ['', '<0.01', 4, 'less-than', 'sodium-from-salt'],
  ]
  it.each(cases)('sodium %s g, salt %s g → %s', (sodium, salt, milligrams, ...rules) => {
    const flags: QualityFlag[] = []
    const amounts = { sodium: { value: sodium, unit: 'g' }, salt: { value: salt, unit: 'g' } }
    expect(sodiumMg(amounts, flags)).toBe(milligrams)
    expect(flags.map(({ rule }) => rule)).toEqual(rules)
  })
})
