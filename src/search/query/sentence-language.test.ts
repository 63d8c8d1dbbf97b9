import { describe, expect, it } from 'vitest'
import { everydayFoods, everydayLanguages } from '../../food/everyday-foods.ts'
import { everydayFoodNamed } from '../../food/everyday-names.ts'
import { joinNames, splitMeal } from './parse-meal.ts'
import { languageOfSentence, preferredLanguage } from './sentence-language.ts'

const languageOf = (text: string, preferred?: string) => languageOfSentence(text, preferred).language

describe('the language of a sentence', () => {
  it.each([
    ['two slices of toast with butter', 'en'],
    ['2 chili peppers', 'en'],
    ['a venti latte', 'en'],
    ['elf cookies', 'en'],
    ['Müsli mit 50 g Haferflocken', 'de'],
    ['1 Paprika', 'de'],
    ['un thé et deux biscuits', 'fr'],
    ['200 g de pâtes', 'fr'],
    ['pan con tomate', 'es'],
    ['100 g kaszy gryczanej', 'pl'],
    ['qwxz', null],
  ])('%s: %s', (text, language) => {
    expect(languageOf(text)).toBe(language)
  })

  it('is what the reader prefers where several languages know the words', () => {
    expect(languageOfSentence('2 pommes', 'de')).toEqual({ language: 'de', isDecided: false })
    expect(languageOfSentence('2 pommes', 'fr')).toEqual({ language: 'fr', isDecided: false })
    expect(languageOfSentence('two slices of bread', 'fr')).toEqual({ language: 'en', isDecided: true })
  })

  it('is read from Accept-Language', () => {
    expect(preferredLanguage('de-AT,de;q=0.9,en;q=0.8')).toBe('de')
    for (const header of ['*', '', 'tlh', undefined, 'xx']) expect(preferredLanguage(header)).toBeNull()
  })
})

// Units, numbers and links of the languages are words of these names: pound cake, bol teriyaki, porridge with milk.
it.each(everydayLanguages)('an amount leaves listed names whole, in the language %s', language => {
  // Every fourth, because all take a minute on a slow machine.
  const names = everydayFoods.flatMap(food => food.names[language]).filter((_, index) => index % 4 === 0)
  const wrong = names.filter(name => {
    const text = `100 g ${name}`
    const read = languageOf(text, language)
    const [part, ...others] = joinNames(splitMeal(text, read), () => false)
    const food = part && (everydayFoodNamed(part.text, read) ?? everydayFoodNamed(part.words, read))
    return part?.unit !== 'g' || others.length > 0 || food?.names[language].includes(name) !== true
  })
  expect(wrong.length).toBeLessThan(3)
})
