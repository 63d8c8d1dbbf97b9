import { describe, expect, it } from 'vitest'
import { formatNumber, inPortion, type LabelNumber } from './label-numbers.ts'

describe('formatNumber', () => {
  it.each<[LabelNumber, number, string]>([
    ['us-energy', 4.9, '0'],
    ['us-energy', 5, '5'],
    ['us-energy', 47.5, '50'],
    ['us-energy', 50, '50'],
    ['us-energy', 52, '50'],
    ['us-energy', 55, '60'],
    ['us-energy', 1_234, '1,230'],
    ['us-fat', 0.49, '0 g'],
    ['us-fat', 0.5, '0.5 g'],
    ['us-fat', 1.25, '1.5 g'],
    ['us-fat', 4.7, '4.5 g'],
    ['us-fat', 4.75, '5 g'],
    ['us-fat', 5.4, '5 g'],
    ['us-cholesterol', 1.9, '0 mg'],
    ['us-cholesterol', 2, 'less than 5 mg'],
    ['us-cholesterol', 5, 'less than 5 mg'],
    ['us-cholesterol', 7.5, '10 mg'],
    ['us-sodium', 4.9, '0 mg'],
    ['us-sodium', 137.5, '140 mg'],
    ['us-sodium', 144, '140 mg'],
    ['us-sodium', 2_345, '2,350 mg'],
    ['us-potassium', 358, '360 mg'],
    ['us-potassium', 4, '0 mg'],
    ['us-grams', 0.49, '0 g'],
    ['us-grams', 0.5, 'less than 1 g'],
    ['us-grams', 1.5, '2 g'],
    ['us-percent', 3.5, '4%'],
    ['us-percent', 0.4, '0%'],
    ['us-mineral-percent', 1.9, '0%'],
    ['us-mineral-percent', 7, '8%'],
    ['us-mineral-percent', 12.4, '10%'],
    ['us-mineral-percent', 48, '50%'],
    ['us-mineral-percent', 54, '50%'],
    ['eu-kilojoules', 51, '213 kJ'],
    ['eu-kilojoules', 884, '3,699 kJ'],
    ['eu-kilocalories', 50.5, '51 kcal'],
    ['eu-grams', 0, '0 g'],
    ['eu-grams', 0.5, '<0.5 g'],
    ['eu-grams', 0.51, '0.5 g'],
    ['eu-grams', 3.4, '3.4 g'],
    ['eu-grams', 3, '3.0 g'],
    ['eu-grams', 9.94, '9.9 g'],
    ['eu-grams', 9.96, '10 g'],
    ['eu-grams', 22.8, '23 g'],
    ['eu-saturates', 0.1, '<0.1 g'],
    ['eu-saturates', 0.12, '0.1 g'],
    ['eu-saturates', 11.4, '11 g'],
    ['eu-salt', 0, '0 g'],
    ['eu-salt', 0.0125, '<0.01 g'],
    ['eu-salt', 0.12, '0.12 g'],
    ['eu-salt', 0.1, '0.10 g'],
    ['eu-salt', 1.25, '1.3 g'],
    ['whole', 1_234.5, '1,235'],
  ])('formats %s %d as %s', (as, value, expected) => {
    expect(formatNumber(as, value)).toBe(expected)
  })

  it('rounds half up despite binary floating point', () => {
    expect(formatNumber('eu-salt', 1.15)).toBe('1.2 g')
    expect(formatNumber('eu-salt', 0.285)).toBe('0.29 g')
    expect(formatNumber('eu-grams', inPortion(1.15, 100))).toBe('1.2 g')
  })
})

it('writes numbers as the language does, except on the US label', () => {
  expect(formatNumber('eu-grams', 1.25, 'de')).toBe('1,3 g')
  expect(formatNumber('eu-kilojoules', 1_000, 'fr')).toBe('4\u202f184 kJ')
  expect(formatNumber('percent', 34.4, 'de')).toBe('34\u00a0%')
  expect(formatNumber('percent', 34.4, 'fr')).toBe('34\u202f%')
  expect(formatNumber('percent', 34.4, 'pl')).toBe('34%')
  expect(formatNumber('figure', 1_234.4, 'pl')).toBe('1\u00a0234')
  expect(formatNumber('percent', 34.4, 'it')).toBe('34%')
  expect(formatNumber('us-sodium', 2_345, 'de')).toBe('2,350 mg')
})
