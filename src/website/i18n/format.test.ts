import { expect, it } from 'vitest'
import { formats } from './format.ts'

it('writes numbers as the language does', () => {
  expect(formats.en.number(1234.56, 1)).toBe('1,234.6')
  expect(formats.de.number(1234.56, 1)).toBe('1.234,6')
  expect(formats.es.number(1234)).toBe('1.234')
  expect(formats.pl.number(1234)).toBe('1\u00a0234')
  expect(formats.en.percent(0.034)).toBe('3%')
  expect(formats.de.percent(0.034, 1)).toBe('3,4\u00a0%')
})

it('writes dates without ambiguity', () => {
  const date = new Date('2026-11-15T09:05:00Z')
  expect(formats.en.date(date)).toBe('15 Nov 2026')
  expect(formats.en.dateTime(date)).toBe('15 Nov 2026, 09:05 UTC')
})

it('chooses the plural form of the language', () => {
  const forms = { one: '# produkt', few: '# produkty', many: '# produktów', other: '# produktu' }
  expect([1, 3, 5, 22, 1000].map(count => formats.pl.plural(count, forms))).toEqual([
    '1 produkt',
    '3 produkty',
    '5 produktów',
    '22 produkty',
    '1\u00a0000 produktów',
  ])
  expect(formats.en.plural(2, { one: '# food', other: '# foods' })).toBe('2 foods')
})
