import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { categories, categoryTrail, categoryWithDescendants, childCategories } from './categories.ts'

const names = categories.map(({ name }) => name)
const tags = categories.flatMap(category => category.tags)

describe('the canonical categories', () => {
  it('are a few hundred, under a few top-level ones, three levels deep at most', () => {
    expect(names.length).toBeGreaterThan(250)
    expect(names.length).toBeLessThanOrEqual(450)
    expect(childCategories(null).length).toBeLessThanOrEqual(30)
    expect(Math.max(...names.map(name => categoryTrail(name).length))).toBe(3)
  })

  it('have unique names and ids', () => {
    expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([])
    expect(tags.filter((tag, index) => tags.indexOf(tag) !== index)).toEqual([])
  })

  it('have ids of the form language:words', () => {
    expect(tags.filter(tag => !/^[a-z]{2}:[a-z0-9-]+$/.test(tag))).toEqual([])
  })

  it('do not include tags that say nothing about the kind of food', () => {
    const vague = ['en:plant-based-foods-and-beverages', 'en:plant-based-foods', 'en:groceries']
    const processed = ['en:frozen-foods', 'en:canned-foods', 'en:fermented-foods', 'en:breakfasts']
    expect(tags.filter(tag => [...vague, ...processed].includes(tag))).toEqual([])
  })
})

describe('the tree', () => {
  it('leads from the top-level category to the category', () => {
    expect(categoryTrail('Cheddar')).toEqual(['Dairy', 'Cheeses', 'Cheddar'])
    expect(categoryTrail('Dairy')).toEqual(['Dairy'])
    expect(categoryTrail('No such category')).toEqual(['No such category'])
  })

  it('lists everything below a category, itself included', () => {
    expect(categoryWithDescendants('Salmon')).toEqual(['Salmon', 'Smoked salmon'])
    expect(categoryWithDescendants('Dairy')).toEqual(expect.arrayContaining(['Dairy', 'Cheeses', 'Cheddar']))
    expect(categoryWithDescendants('Cheddar')).toEqual(['Cheddar'])
    expect(categoryWithDescendants('No such category')).toEqual(['No such category'])
  })

  it('lists the categories directly below', () => {
    expect(childCategories('Salmon')).toEqual(['Smoked salmon'])
    expect(childCategories('Dairy')).not.toContain('Cheddar')
    expect(childCategories(null)).toContain('Dairy')
  })
})

it('covers the fixture foods', () => {
  const lines = readFileSync(new URL('../../lab/catalogs/fixture-foods.jsonl', import.meta.url), 'utf8')
    .trim()
    .split('\n')
  const used: (string | null)[] = lines.map(line => JSON.parse(line).category)
  expect(used.filter(category => category !== null && !names.includes(category))).toEqual([])
})
