import { expect, it } from 'vitest'
import { creditedSources, creditHeaders } from './credits.ts'
import { sourceIds } from './sources.ts'

const odbl = '<https://opendatacommons.org/licenses/odbl/1-0/>; rel="license"'
const cc0 = '<https://creativecommons.org/publicdomain/zero/1.0/>; rel="license"'

it('names each source once, in the order of the table', () => {
  expect(creditedSources(['usda', 'off', 'usda'])).toEqual(['off', 'usda'])
  expect(creditHeaders(['usda', 'off', 'usda'])).toEqual({
    Link: `${odbl}, ${cc0}`,
    'X-Attribution': 'Open Food Facts (ODbL), USDA FoodData Central (CC0)',
  })
})

it('claims only the licences of the given sources', () => {
  expect(creditHeaders(['usda'])).toEqual({ Link: cc0, 'X-Attribution': 'USDA FoodData Central (CC0)' })
  expect(creditHeaders(['community'])).toEqual({ Link: odbl, 'X-Attribution': 'Community (ODbL)' })
})

it('claims nothing where there is no food', () => {
  expect(creditHeaders([])).toEqual({})
})

it('separates the sources of the table by commas, in ASCII', () => {
  const headers = creditHeaders(sourceIds)
  expect(headers['X-Attribution']?.split(', ')).toHaveLength(sourceIds.length)
  expect(Object.values(headers).join('')).toMatch(/^[\x20-\x7e]*$/)
})
