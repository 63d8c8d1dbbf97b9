import { expect, it } from 'vitest'
import { parseTaxonomy } from './import-taxonomy.ts'

it('keeps parents, names and synonyms, and nothing else', () => {
  const published = {
    'en:cheeses': {
      name: { en: 'Cheeses', fr: 'Fromages' },
      synonyms: { en: ['Cheeses', 'Cheese'] },
      parents: ['en:dairies'],
      children: ['en:hill-cheeses'],
      wikidata: { en: 'Q10943' },
    },
    'en:dairies': {},
  }
  expect(parseTaxonomy(published)).toEqual([
    {
      id: 'en:cheeses',
      parents: ['en:dairies'],
      names: { en: 'Cheeses', fr: 'Fromages' },
      synonyms: { en: ['Cheeses', 'Cheese'] },
    },
    { id: 'en:dairies', parents: [], names: {}, synonyms: {} },
  ])
})

it('drops members of an unexpected type', () => {
  const published = {
    'en:cheeses': {
      name: { en: null, fr: 3, de: 'Kä\0se' },
      synonyms: { en: 'Cheese', fr: [null, 'Fromage'] },
    },
    'en:nothing': null,
  }
  expect(parseTaxonomy(published)).toEqual([
    { id: 'en:cheeses', parents: [], names: {}, synonyms: { en: [], fr: ['Fromage'] } },
  ])
})

it.each([[null], [[]], ['text'], [{}], [{ 'en:organic': { name: { en: 'Organic' } } }]])(
  'rejects %o, which contains no known category',
  json => {
    expect(() => parseTaxonomy(json)).toThrow('not the category taxonomy')
  },
)
