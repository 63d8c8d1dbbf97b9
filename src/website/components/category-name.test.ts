import { expect, it } from 'vitest'
import { categories } from '../../food/categories.ts'
import { translatedNames } from '../categories/messages/names.ts'
import { categoryName } from './category-name.ts'

it.each(Object.entries(translatedNames))('has a name for every category in %s', (_locale, names) => {
  expect(Object.keys(names).toSorted()).toEqual(categories.map(({ name }) => name).toSorted())
  // Two categories with one name would look the same in a list.
  expect(new Set(Object.values(names)).size).toBe(categories.length)
})

it('keeps names that it does not know', () => {
  expect(categoryName('Dairy', 'de')).toBe('Milchprodukte')
  expect(categoryName('Dairy', 'en')).toBe('Dairy')
  expect(categoryName('constructor', 'pl')).toBe('constructor')
})
