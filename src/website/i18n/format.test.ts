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
  expect([1, 3, 5, 22].map(formats.pl.pluralForm)).toEqual(['one', 'few', 'many', 'few'])
  expect([1, 2].map(formats.en.pluralForm)).toEqual(['one', 'other'])
})
