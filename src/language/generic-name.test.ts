import { describe, expect, it } from 'vitest'
import { genericName } from './generic-name.ts'
import { baseForm, inflectionsOf } from './inflection.ts'

describe('genericName', () => {
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
  it.each(cases)('%s', (name, generic) => {
    expect(genericName(name)).toBe(generic)
  })
})

describe('forms of a word', () => {
  it.each([
    ['tomatoes', 'tomato'],
    ['berries', 'berry'],
    ['boxes', 'box'],
    ['gateaux', 'gateau'],
    ['cheeses', 'cheese'],
    ['cookies', 'cookie'],
    ['quiches', 'quiche'],
    ['pies', 'pie'],
    ['eggs', 'egg'],
    ['yoghurt', 'yogurt'],
    ['glass', 'glass'],
    ['couscous', 'couscous'],
    ['pie', 'pie'],
  ])('%s and %s are one', (one, other) => {
    expect(baseForm(one)).toBe(baseForm(other))
  })
  it.each([
    ['tomato', 'tomatoes'],
    ['tomatoes', 'tomato'],
    ['oeuf', 'oeufs'],
    ['yogurt', 'yoghurt'],
    ['cherry', 'cherries'],
    ['cheeses', 'cheese'],
    ['cookies', 'cookie'],
  ])('%s may be %s', (one, other) => {
    expect(inflectionsOf(one)).toContain(other)
    expect(inflectionsOf(one)).not.toContain(one)
  })
})
