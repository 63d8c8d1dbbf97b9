import { LarderError } from '@larder/client'
import { expect, it } from 'vitest'
import { energyText, englishMessages, errorText, rateLimitText } from './messages.ts'

it.each([
  [null, 'energy unknown'],
  [undefined, 'energy unknown'],
  [0, '0 kcal per 100 g'],
  [0.44, '0.4 kcal per 100 g'],
  [61.6, '62 kcal per 100 g'],
  [1234, '1,234 kcal per 100 g'],
])('states an energy of %s as %s', (kcal, text) => {
  expect(energyText(kcal, englishMessages, 'en')).toBe(text)
})

it('formats numbers for the language of the page', () => {
  expect(energyText(2.5, englishMessages, 'de')).toBe('2,5 kcal per 100 g')
})

it.each([
  [1, 'Please wait 1 second.'],
  [45, 'Please wait 45 seconds.'],
  [61 * 60, 'Please wait 61 minutes.'],
])('states how long to wait: %s s', (seconds, text) => {
  expect(rateLimitText(seconds, englishMessages)).toContain(text)
})

it('distinguishes a wrong key, an unavailable service and a failed connection', () => {
  const { notAllowed, unavailable, offline } = englishMessages
  const errors = [
    new LarderError(401, 'Missing or invalid API key'),
    new LarderError(503, 'Service Unavailable', 1),
    new LarderError(0, 'No response: Failed to fetch', undefined, { code: 'connection_failed' }),
    new TypeError('apiKey has characters that no key has'),
  ]
  expect(errors.map(error => errorText(error, englishMessages))).toEqual([
    notAllowed,
    unavailable,
    offline,
    notAllowed,
  ])
})
