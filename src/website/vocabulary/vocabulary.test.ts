import { describe, expect, it } from 'vitest'
import { allergens } from '../../food/allergens.ts'
import { countryName, offCountryTags, regionCodeByName } from '../../language/countries.ts'
import { localeNames } from '../i18n/locales.ts'
import {
  allergenTerm,
  allergenTerms,
  allergenWords,
  countryTerm,
  labelTerms,
  termList,
  translatedAllergens,
  translatedLabels,
} from './vocabulary.ts'

const others = localeNames.filter(locale => locale !== 'en')

describe.each(localeNames)('in %s', locale => {
  it('every allergen has a separate name', () => {
    expect(translatedAllergens).toEqual(expect.arrayContaining([...allergens]))
    const names = translatedAllergens.map(allergen => allergenTerm(allergen, locale))
    expect(names.filter(({ text, language }) => !text || language !== undefined)).toEqual([])
    expect(new Set(names.map(({ text }) => text)).size).toBe(translatedAllergens.length)
  })

  it('every label has a name', () => {
    for (const label of translatedLabels)
      expect(labelTerms([label], locale), label).toEqual([{ text: expect.stringMatching(/\S/) }])
  })

  it('every country that the importer knows has the name of the language', () => {
    const regions = new Intl.DisplayNames([locale], { type: 'region', fallback: 'none' })
    const countries = offCountryTags().map(({ name }) => name)
    expect(countries.length).toBeGreaterThan(240)
    for (const country of countries) {
      expect(regions.of(regionCodeByName.get(country) ?? ''), country).toBeDefined()
      expect(countryTerm(country, locale)).toMatch(/^\p{Lu}/u)
    }
  })
})

it('names no allergen in English on a page in another language', () => {
  const sameInBoth = [
    ...[
      'Abalone',
      'Aspartame',
      'Banana',
      'Chocolate',
      'Gelatine',
      'Gluten',
      'Kiwi',
      'Lupin',
      'Orange',
      'Sucralose',
    ],
    'Tartrazine (E102)',
  ]
  for (const locale of others) {
    const english = translatedAllergens
      .map(allergen => [allergenTerm(allergen, locale).text, allergenTerm(allergen, 'en').text])
      .filter(([text, inEnglish]) => text === inEnglish)
      .map(([text = '']) => text)
    expect(english.filter(name => !sameInBoth.includes(name))).toEqual([])
  }
})

it('knows what sources write instead of the name', () => {
  const german = ['es:avena', 'fr:avoine', 'leche', 'de:Hühnereiweiß', 'it:яйца', 'œufs', 'tree nuts']
  expect(allergenTerms(german, 'de').map(({ text }) => text)).toEqual([
    'Hafer',
    'Milch',
    'Eier',
    'Schalenfrüchte (Nüsse)',
  ])
  expect(allergenWords(['milk', 'es:avena'], 'de')).toEqual(['milk', 'Milch', 'avena', 'Hafer'])
})

it('shows what it does not know as the source states it, in its language', () => {
  expect(allergenTerm('pt:látex', 'de')).toEqual({ text: 'látex', language: 'pt' })
  expect(allergenTerm('de:Zauberpulver', 'de')).toEqual({ text: 'Zauberpulver' })
  expect(termList(labelTerms(['fr:éco <b>', 'vegan'], 'pl')).html).toBe(
    'Wegańskie, <span lang="fr">éco &lt;b></span>',
  )
})

it('writes codes of labels as they are printed', () => {
  const texts = (labels: string[]) => labelTerms(labels, 'de').map(({ text }) => text)
  expect(texts(['de oko 006', 'es eco 019 ct', 'fsc c014047'])).toEqual([
    'DE-ÖKO-006',
    'ES-ECO-019-CT',
    'FSC C014047',
  ])
  expect(texts(['made in italy', 'made in usa', 'made in narnia'])).toEqual([
    'Herstellungsland: Italien',
    'Herstellungsland: Vereinigte Staaten',
    'made in narnia',
  ])
  expect(texts(['gluten free', 'no gluten', 'nutriscore grade a', 'k'])).toEqual(['Glutenfrei'])
})

it('keeps countries that it does not know', () => {
  expect(countryTerm(countryName('en:germany') ?? '', 'fr')).toBe('Allemagne')
  expect(countryTerm('World', 'pl')).toBe('Świat')
  expect(countryTerm('Narnia', 'de')).toBe('Narnia')
})
