import { expect, it } from 'vitest'
import { countryName, offCountryTags } from './countries.ts'

it.each([
  ['en:france', 'France'],
  ['en:united-states', 'United States'],
  ['en:virgin-islands-of-the-united-states', 'U.S. Virgin Islands'],
  ['en:saint-kitts-and-nevis', 'St. Kitts & Nevis'],
  ['en:cote-d-ivoire', 'Côte d’Ivoire'],
  ['en:hong-kong', 'Hong Kong'],
  ['en:saint-vincent-and-the-grenadines', 'St. Vincent & Grenadines'],
  ['en:turkey', 'Turkey'],
  ['en:czech-republic', 'Czechia'],
  ['en:world', 'World'],
  ['en:european-union', 'European Union'],
  ['en:de', 'Germany'],
  ['en:US', 'United States'],
  ['US', 'United States'],
  ['UK', 'United Kingdom'],
  ['Italia', 'Italy'],
  ['Etats-Unis', 'United States'],
  ['en:Vereinigte Staaten von Amerika', 'United States'],
  ['Dänemark', 'Denmark'],
  ['Finland - Suomi', 'Finland'],
  ['Middle East & Africa', null],
  ['es:Cantabria', null],
  ['W?ochy', null],
  ['en', null],
  ['un', null],
  ['', null],
])('the country of %j is %j', (written, expected) => {
  expect(countryName(written)).toBe(expected)
})

it('has a tag of Open Food Facts for each country, which leads back to it', () => {
  const tags = offCountryTags()
  expect(tags.length).toBeGreaterThan(240)
  expect(tags.filter(({ name, tag }) => countryName(tag) !== name)).toEqual([])
  expect(tags).toEqual(
    expect.arrayContaining([
      { name: 'France', tag: 'en:france' },
      { name: 'Czechia', tag: 'en:czech-republic' },
      { name: 'St. Kitts & Nevis', tag: 'en:saint-kitts-and-nevis' },
      { name: 'World', tag: 'en:world' },
    ]),
  )
})
