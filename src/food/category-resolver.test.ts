import { describe, expect, it } from 'vitest'
import { readYaml } from '../language/read-yaml.ts'
import { categories } from './categories.ts'
import { categoriesMixedIn, createCategoryResolver, type TaxonomyEntry } from './category-resolver.ts'

function entry(
  id: string,
  parents: string[],
  names: Record<string, string> = {},
  synonyms: Record<string, string[]> = {},
): TaxonomyEntry {
  return { id, parents, names, synonyms }
}

const taxonomy = [
  entry('en:dairies', [], { en: 'Dairies', es: 'Lácteos', fr: 'Produits laitiers' }, { en: ['Dairy'] }),
  entry('en:cheeses', ['en:dairies'], { en: 'Cheeses', de: 'Käse' }),
  entry('en:hill-cheeses', ['en:cheeses'], { en: 'Hill cheeses' }, { de: ['Hügelkäse', 'Bergkäse'] }),
  entry('fr:fromages-des-collines', ['en:hill-cheeses'], { fr: 'Fromages des collines' }),
  entry('en:fishes', [], { en: 'Fishes' }),
  entry('en:salmons', ['en:fishes'], { en: 'Salmons' }),
  entry('en:sandwiches', [], { en: 'Sandwiches', fr: 'Sandwichs' }),
  entry('en:salmon-sandwiches', ['en:salmons', 'en:sandwiches'], { en: 'Salmon sandwiches' }),
  entry('en:meals', [], { en: 'Meals' }),
  entry('en:salmon-meals', ['en:meals', 'en:smoky-salmons'], { en: 'Salmon meals' }),
  entry('en:smoky-salmons', ['en:salmons'], { en: 'Smoky salmons' }),
  entry('en:frozen-foods', [], { en: 'Frozen foods', fr: 'Surgelés' }),
  // Two that name each other, as a damaged file might.
  entry('en:chickens-first', ['en:eggs-first']),
  entry('en:eggs-first', ['en:chickens-first', 'en:eggs']),
  entry('en:gelees', [], { fr: 'Gelées', en: 'Fruit jellies in English' }),
  entry('en:frosts', ['en:cheeses'], { en: 'Gelee' }),
]
const resolve = createCategoryResolver(taxonomy)
const resolveWithoutTaxonomy = createCategoryResolver([])

describe('with a taxonomy', () => {
  it.each([
    ['the words of several sources for one category', ['Dairy'], 'Dairy'],
    ['a plural', ['Dairies'], 'Dairy'],
    ['a category of USDA', ['Poultry Products'], 'Poultry'],
    ['a category of USDA that mixes several', ['Dairy and Egg Products'], null],
    ['another language', ['Lácteos'], 'Dairy'],
    ['no accents', ['lacteos'], 'Dairy'],
    ['a singular, in capitals', ['CHEESE'], 'Cheeses'],
    ['an id', ['en:cheeses'], 'Cheeses'],
    ['an id in capitals', ['en:Cheeses'], 'Cheeses'],
    ['words with a language', ['en:Produits laitiers'], 'Dairy'],
    ['an id without its language', ['hill-cheeses'], 'Cheeses'],
    ['a synonym', ['Bergkäse'], 'Cheeses'],
    ['an ancestor of the id', ['fr:fromages-des-collines'], 'Cheeses'],
    ['an ancestor of an id that is not in the list', ['fr:Fromages des Collines'], 'Cheeses'],
    ['the most specific of a list', ['en:dairies', 'en:frozen-foods', 'en:cheeses'], 'Cheeses'],
    ['the most specific one although it is not the last', ['en:cheeses', 'en:dairies'], 'Cheeses'],
    ['a top-level category after another specific one', ['en:cheeses', 'en:meals'], 'Cheeses'],
    ['the last of two equally specific ones', ['en:cheeses', 'en:salmons'], 'Salmon'],
    ['the dish rather than the ingredient', ['en:salmon-sandwiches'], 'Sandwiches'],
    ['the specific category above a nearer top-level one', ['en:salmon-meals'], 'Salmon'],
    ['ids that are their own ancestors', ['en:chickens-first'], 'Eggs'],
    ['an English word before the same word in French', ['gelée'], 'Cheeses'],
    ['a tag that says nothing about the food', ['en:frozen-foods'], null],
    ['such a tag in another language', ['Surgelés'], null],
    ['unknown words', ['Delicious things'], null],
    ['unknown words after known ones', ['en:cheeses', 'Delicious things'], 'Cheeses'],
    ['no words', ['', ' ', '???', 'en:'], null],
    ['no categories', [], null],
    ['a name of an object member', ['constructor', '__proto__'], null],
  ])('understands %s', (_, written, category) => {
    expect(resolve(written)).toBe(category)
    // Memoized.
    expect(resolve(written)).toBe(category)
  })
})

describe('without a taxonomy', () => {
  it.each([
    [['en:dairies', 'en:cheeses', 'en:hill-cheeses'], 'Cheeses'],
    [['en:hill-cheeses'], null],
    [['Lácteos'], null],
    [['Dairy and Egg Products'], null],
    [['Cheese'], 'Cheeses'],
    [['Snack, Energy & Granola Bars'], 'Snack bars'],
    [['Meat/Poultry/Other Animals – Prepared/Processed'], 'Meat'],
    [['Branded Food Products Database'], null],
  ])('resolves %o', (written, category) => {
    expect(resolveWithoutTaxonomy(written)).toBe(category)
  })

  it('maps every canonical name and id to itself', () => {
    const wrong = categories.filter(
      ({ name, tags }) => ![name, ...tags].every(each => resolveWithoutTaxonomy([each]) === name),
    )
    expect(wrong).toEqual([])
  })
})

describe('categories that mix several', () => {
  it.each([
    [['Dairy and Egg Products'], 'Eggs'],
    [['Branded Food', 'soups, sauces & gravy'], 'Soups'],
    [['en:sweet-snacks'], 'Sweets'],
  ])('lists those of %o', (written, category) => {
    expect(categoriesMixedIn(written)).toContain(category)
  })

  it('lists none for other categories', () => {
    expect(categoriesMixedIn(['en:cheeses', ''])).toBeNull()
  })

  it('are canonical categories', () => {
    const known = new Set(categories.map(({ name }) => name))
    const mixed = readYaml(new URL('./mixed-categories.yaml', import.meta.url)) as Record<string, string[]>
    expect(
      Object.values(mixed)
        .flat()
        .filter(name => !known.has(name)),
    ).toEqual([])
    expect(Object.keys(mixed).filter(words => resolve([words]) !== null)).toEqual([])
  })
})

it('remains correct for endless free text', () => {
  for (let number = 0; number < 200_001; number++) resolveWithoutTaxonomy([`x${number}`])
  expect(resolveWithoutTaxonomy(['en:cheeses'])).toBe('Cheeses')
})
