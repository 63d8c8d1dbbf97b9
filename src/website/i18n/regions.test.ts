import { expect, it } from 'vitest'
import { isRegion, regionOfLanguages } from './regions.ts'

it.each([
  ['en-US,en;q=0.9', 'us'],
  ['en-GB,en;q=0.9', 'uk'],
  ['en-IE', 'eu'],
  ['en-DE,en;q=0.9', 'eu'],
  ['de-DE,de;q=0.9,en-US;q=0.8', 'eu'],
  ['de', 'eu'],
  ['DE-ch, en', 'eu'],
  ['sr-Latn-HR', 'eu'],
  ['en', 'us'],
  ['en-AU', 'us'],
  ['es-MX,es;q=0.9', 'us'],
  ['*', 'us'],
  ['gb', 'us'],
  ['', 'us'],
  [undefined, 'us'],
])('%s is %s', (header, region) => {
  expect(regionOfLanguages(header)).toBe(region)
})

it('knows no other label', () => {
  expect(isRegion('uk')).toBe(true)
  expect(isRegion('au')).toBe(false)
  expect(isRegion(undefined)).toBe(false)
})
