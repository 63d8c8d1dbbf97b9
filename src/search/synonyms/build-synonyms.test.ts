import { expect, it } from 'vitest'
import type { TaxonomyEntry } from '../../food/category-resolver.ts'
import { tokenize } from '../../language/tokenize.ts'
import { buildSynonyms } from './build-synonyms.ts'
import { parseSynonyms } from './parse-synonyms.ts'
import { synonymKey } from './synonym-key.ts'

const rules = (text: string) => parseSynonyms(text, 'test')

function category(
  id: string,
  names: Record<string, string>,
  synonyms: Record<string, string[]> = {},
  parents: string[] = [],
): TaxonomyEntry {
  return { id, names, synonyms, parents }
}

/** The targets of a phrase, with an empty shipped list unless one is given. */
function targets(
  phrase: string,
  taxonomy: TaxonomyEntry[],
  { operator = '', shipped = '' }: { operator?: string; shipped?: string } = {},
): string[] {
  const key = synonymKey(tokenize(phrase))
  return buildSynonyms(taxonomy, rules(operator), rules(shipped))
    .filter(synonym => synonym.phrase === key)
    .map(({ target, kind }) => `${kind}: ${target}`)
}

const chickpeas = category(
  'en:chickpeas',
  { en: 'Chickpeas', fr: 'Pois chiches', ja: 'ひよこ豆' },
  { en: ['Chickpea', 'Garbanzo beans'], fr: ['Pois chiche'] },
)

it('leads from the names of a category in any language to its English names', () => {
  for (const phrase of ['pois chiche', 'Pois chiches', 'chiche pois', 'ひよこ豆']) {
    expect(targets(phrase, [chickpeas])).toEqual(['taxonomy: chickpeas', 'taxonomy: garbanzo beans'])
  }
  expect(targets('garbanzo bean', [chickpeas])).toEqual(['taxonomy: chickpeas'])
  expect(targets('chickpea', [chickpeas])).toEqual(['taxonomy: garbanzo beans'])
})

it('has both directions for commas and one for an arrow', () => {
  const shipped = 'aubergine, eggplant\nbiscuit => cookie'
  expect(targets('aubergines', [], { shipped })).toEqual(['shipped: eggplant'])
  expect(targets('eggplant', [], { shipped })).toEqual(['shipped: aubergine'])
  expect(targets('biscuits', [], { shipped })).toEqual(['shipped: cookie'])
  expect(targets('cookie', [], { shipped })).toEqual([])
})

it('prefers the lines of the operator to the shipped ones and these to the taxonomy, at most three', () => {
  const fruit = category('en:a', { en: 'One' }, { en: ['Two', 'Three', 'Four', 'Five'], de: ['Frucht'] })
  const shipped = 'Frucht => six'
  expect(targets('Frucht', [fruit], { shipped })).toEqual(['shipped: six', 'taxonomy: one', 'taxonomy: two'])
  expect(targets('Frucht', [fruit], { shipped, operator: 'Frucht => seven, eight, nine, ten' })).toEqual([
    'operator: seven',
    'operator: eight',
    'operator: nine',
    'operator: ten',
  ])
})

it('takes a synonym that is the name of another category for that one', () => {
  const taxonomy = [
    category('en:marmalades', { en: 'Marmalades' }, { en: ['Jams'] }),
    category('en:jams', { en: 'Jams' }, { en: ['Conserves'] }),
  ]
  expect(targets('jam', taxonomy)).toEqual(['taxonomy: conserves'])
})

it('leaves a foreign word alone that is another food in English', () => {
  const taxonomy = [
    category('en:grapes', { en: 'Grapes', fr: 'Raisins' }),
    category('en:raisins', { en: 'Raisins', fr: 'Raisins secs' }),
  ]
  expect(targets('raisin', taxonomy)).toEqual([])
  expect(targets('raisins secs', taxonomy)).toEqual(['taxonomy: raisins'])
  const paprika = [category('en:bell-peppers', { en: 'Bell peppers', de: 'Paprika' })]
  expect(targets('paprika', paprika)).toEqual(['taxonomy: bell peppers'])
  expect(targets('paprika', paprika, { shipped: 'Paprikapulver => paprika' })).toEqual([])
})

it('leaves out categories that are not food, grouping names, and kinds that are narrower than the phrase', () => {
  const taxonomy = [
    category('en:non-food-products', { en: 'Non food products' }),
    category('en:soaps', { en: 'Soaps', de: 'Seifen' }, {}, ['en:non-food-products']),
    category('en:tomatoes', { en: 'Tomatoes', de: 'Tomaten' }, { en: ['Tomato based products'] }),
    category('en:pretzels', { en: 'Pretzels' }, { en: ['Mini pretzels'] }),
    category('fr:vin-de-pays', { fr: 'Vin de pays' }),
    category('en:nuts', { en: 'Nuts', nl: 'Not', de: 'Nüsse', gd: 'Cnothan' }),
  ]
  expect(targets('Seifen', taxonomy)).toEqual([])
  expect(targets('Tomaten', taxonomy)).toEqual(['taxonomy: tomatoes'])
  expect(targets('pretzel', taxonomy)).toEqual([])
  expect(targets('mini pretzel', taxonomy)).toEqual(['taxonomy: pretzels'])
  expect(targets('vin de pays', taxonomy)).toEqual([])
  expect(targets('Nüsse', taxonomy)).toEqual(['taxonomy: nuts'])
  expect(targets('not', taxonomy)).toEqual([])
  expect(targets('Cnothan', taxonomy)).toEqual([])
})

const shipped = buildSynonyms([])
const shippedTargets = (phrase: string) =>
  shipped.filter(synonym => synonym.phrase === synonymKey(tokenize(phrase))).map(({ target }) => target)

it.each([
  ['minced beef', 'ground beef'],
  ['courgette', 'zucchini'],
  ['icing sugar', 'powdered sugar'],
  ['Eier', 'egg'],
  ['uova', 'egg'],
  ['jajek', 'egg'],
  ['яйца', 'egg'],
  ['玉子', 'egg'],
  ['米饭', 'cooked rice'],
  ['بيض', 'egg'],
  ['ביצים', 'egg'],
  ['γάλα', 'milk'],
  ['계란', 'egg'],
  ['अंडे', 'egg'],
])('ships %s as %s', (phrase, target) => {
  expect(shippedTargets(phrase)[0]).toBe(target)
})

it('leads from other languages to all regional English names', () => {
  expect(shippedTargets('calabacín')).toEqual(['zucchini', 'courgette'])
})

it.each([
  ['soda', 'cola'],
  ['cookie', 'biscuit'],
  ['ground beef', 'mince'],
  ['sweet', 'candy'],
])('does not take %s for %s', (phrase, target) => {
  expect(shippedTargets(phrase)).not.toContain(target)
})
