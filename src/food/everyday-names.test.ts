import { describe, expect, it } from 'vitest'
import { everydayFoods, everydayLanguages } from './everyday-foods.ts'
import { everydayFoodNamed } from './everyday-names.ts'

describe('the everyday food of a name', () => {
  it.each([
    ['rice', 'rice-white-cooked'],
    ['Reis', 'rice-white-cooked'],
    ['raw rice', 'rice-white-raw'],
    ['Pâtes', 'pasta-cooked'],
    ['dry pasta', 'pasta-dry'],
    ['porridge', 'porridge-water'],
    ['porridge with milk', 'porridge-milk'],
    ['beef stew', 'beef-stew'],
    ['ground beef', 'beef-minced-cooked'],
  ])('%s is %s', (words, id) => {
    expect(everydayFoodNamed(words)?.id).toBe(id)
  })

  it('is found in any order and inflection, in either word for boiled, and by parts of its name', () => {
    const rice = everydayFoodNamed('rice')
    for (const words of ['cooked white rice', 'boiled rice', 'rice cooked'])
      expect(everydayFoodNamed(words)).toBe(rice)
    expect(everydayFoodNamed('boiled eggs')).toBe(everydayFoodNamed('egg boiled'))
  })

  it('is not that of an inflected word in another language', () => {
    expect(everydayFoodNamed('pomme')?.id).toBe('apple-raw')
    expect(everydayFoodNamed('Pommes')?.id).toBe('french-fries')
  })

  it.each([
    ['pommes', 'fr', 'apple-raw'],
    ['Pommes', 'de', 'french-fries'],
    ['pâtes', 'fr', 'pasta-cooked'],
    ['thé vert', 'fr', 'tea-green'],
    ['gekochten Kartoffeln', 'de', 'potato-boiled'],
    ['nueces', 'es', 'walnuts'],
    ['kaszy gryczanej', 'pl', 'buckwheat-cooked'],
    ['orzechów włoskich', 'pl', 'walnuts'],
    ['cukru', 'pl', 'sugar-white'],
    ['mąki pszennej', 'pl', 'flour-wheat-white'],
    ['maki', 'pl', 'sushi'],
    // English stands behind every language.
    ['peanut butter', 'pl', 'peanut-butter'],
  ])('%s in the language %s is %s', (words, language, id) => {
    expect(everydayFoodNamed(words, language)?.id).toBe(id)
  })

  it('depends on the order of the words where both are listed', () => {
    expect(everydayFoodNamed('milk chocolate')?.id).toBe('chocolate-milk-bar')
    expect(everydayFoodNamed('chocolate milk')?.id).toBe('chocolate-milk')
  })

  it('is a food with that name, for each listed name in its language', () => {
    const wrong = everydayLanguages.flatMap(language =>
      everydayFoods
        .flatMap(({ names }) => names[language])
        .filter(name => everydayFoodNamed(name, language)?.names[language].includes(name) !== true),
    )
    expect(wrong.length).toBeLessThan(10)
  })

  it('depends on the order of words that others link', () => {
    expect(everydayFoodNamed('hot dog in a bun')?.id).toBe('hot-dog')
    expect(everydayFoodNamed('bun in a hot dog')).toBeNull()
  })

  it('is the food itself for the name that is shown, in every language but for a few shared names', () => {
    const others = everydayLanguages.flatMap(language =>
      everydayFoods.filter(food => everydayFoodNamed(food.names[language][0] ?? '') !== food),
    )
    expect(others.length / (everydayFoods.length * everydayLanguages.length)).toBeLessThan(0.02)
  })
})
