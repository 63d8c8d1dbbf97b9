import { describe, expect, it } from 'vitest'
import { baseOf, otherForms } from './forms.ts'
import { plainName } from './plain-name.ts'

describe('plainName', () => {
  const cases: [string, string | null][] = [
    ['Banana', 'banana'],
    ['Bananas, raw', 'banana'],
    ['Organic Bananas', 'banana'],
    ['Banana Bread', 'banana bread'],
    ['Large Grade A Eggs', 'egg'],
    ['Œufs frais', 'oeuf'],
    ['Lait demi-écrémé', 'lait'],
    ['Chicken breasts, boneless, skinless', 'breast chicken'],
    ['Strawberries', 'strawberry'],
    ['Tomatoes', 'tomato'],
    ['Chicken noodle soup with vegetables and herbs', null],
    ['The', null],
    ['', null],
  ]
  it.each(cases)('%s', (name, plain) => {
    expect(plainName(name)).toBe(plain)
  })
})

describe('forms of a word', () => {
  it.each([
    ['tomatoes', 'tomato'],
    ['berries', 'berry'],
    ['boxes', 'box'],
    ['gateaux', 'gateau'],
    ['eggs', 'egg'],
    ['yoghurt', 'yogurt'],
    ['glass', 'glass'],
    ['couscous', 'couscous'],
    ['pie', 'pie'],
  ])('%s and %s are one', (one, other) => {
    expect(baseOf(one)).toBe(baseOf(other))
  })
  it.each([
    ['tomato', 'tomatoes'],
    ['tomatoes', 'tomato'],
    ['oeuf', 'oeufs'],
    ['yogurt', 'yoghurt'],
    ['cherry', 'cherries'],
  ])('%s may be %s', (one, other) => {
    expect(otherForms(one)).toContain(other)
    expect(otherForms(one)).not.toContain(one)
  })
})
