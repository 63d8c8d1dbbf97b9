import { describe, expect, it } from 'vitest'
import { baseForm, inflectionsOf } from './inflection.ts'

describe('baseForm', () => {
  it.each([
    ['apple', 'apples'],
    ['berry', 'berries'],
    ['cookie', 'cookies'],
    ['cheese', 'cheeses'],
    ['box', 'boxes'],
    ['peach', 'peaches'],
    ['dish', 'dishes'],
    ['tomato', 'tomatoes'],
    ['gateau', 'gateaux'],
    ['jeu', 'jeux'],
    ['yogurt', 'yoghurt'],
  ])('is the same for %s and %s', (one, other) => {
    expect(baseForm(other)).toBe(baseForm(one))
  })

  it.each([
    ['gas', 'ga'],
    ['swiss', 'swis'],
    ['couscous', 'couscou'],
    ['mix', 'mi'],
    ['pie', 'py'],
    ['milk', 'mil'],
  ])('differs for %s and %s', (one, other) => {
    expect(baseForm(one)).not.toBe(baseForm(other))
  })

  it.each(['gas', 'swiss', 'couscous', 'mix', 'pie', 'milk'])('leaves %s as it is', word => {
    expect(baseForm(word)).toBe(word)
  })
})

describe('inflectionsOf', () => {
  it.each<[string, string[]]>([
    ['apple', ['apples']],
    ['apples', ['apple']],
    ['berry', ['berries', 'berrie']],
    ['cookies', ['cooky', 'cookie']],
    ['cheeses', ['chees', 'cheese']],
    ['box', ['boxes', 'boxe']],
    ['gateau', ['gateaux']],
    ['yogurt', ['yoghurt', 'yogurts']],
  ])('of %s are among others %j', (word, forms) => {
    expect(inflectionsOf(word)).toEqual(expect.arrayContaining(forms))
  })

  it('do not contain the word, and each form once', () => {
    for (const word of ['apple', 'berries', 'cheese', 'yogurt', 'box']) {
      const forms = inflectionsOf(word)
      expect(forms).not.toContain(word)
      expect(new Set(forms).size).toBe(forms.length)
    }
  })

  it.each(['ab', '7up', 'b12'])('of %s are none: too short, or with a digit', word => {
    expect(inflectionsOf(word)).toEqual([])
  })

  it('have an e only where a plural in -es may have had one', () => {
    expect(inflectionsOf('milk')).toEqual(['milks', 'milkes', 'milkx'])
  })
})
