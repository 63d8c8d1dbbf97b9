import { expect, it } from 'vitest'
import { exitCodes } from '../commands/exit-codes.ts'
import { scopeFrom } from './choices.ts'

it.each([
  [{}, { countries: [], languages: [], onlyScanned: false }],
  [{ size: 'full' }, { countries: [], languages: [], onlyScanned: false }],
  [{ size: 'small' }, { countries: [], languages: [], onlyScanned: true }],
  [
    { country: 'all', languages: 'all' },
    { countries: [], languages: [], onlyScanned: false },
  ],
  [{ country: 'DE, at' }, { countries: ['Germany', 'Austria'], languages: [], onlyScanned: false }],
  [
    { country: 'de', languages: 'de,en', size: 'small' },
    { countries: ['Germany'], languages: ['de', 'en'], onlyScanned: true },
  ],
  [
    { languages: 'de', size: 'medium' },
    { countries: [], languages: ['de'], onlyScanned: false },
  ],
] as const)('%j is the scope %j', (choices, scope) => {
  expect(scopeFrom(choices)).toEqual(scope)
})

it.each([
  [{ country: 'germany' }, '"germany" is not a country'],
  [{ country: 'xx' }, '"xx" is not a country'],
  [{ languages: 'german' }, '"german" is not a language'],
  [{ country: 'de', size: 'full' }, 'cannot be combined'],
  [{ size: 'medium' }, 'needs --country or --languages'],
] as const)('rejects %j: %s', (choices, message) => {
  expect(() => scopeFrom(choices)).toThrow(
    expect.objectContaining({ message: expect.stringContaining(message), exitCode: exitCodes.usage.code }),
  )
})
