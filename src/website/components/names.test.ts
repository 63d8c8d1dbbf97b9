import { expect, it } from 'vitest'
import { categories } from '../../food/categories.ts'
import { localeNames } from '../i18n/locales.ts'
import { messages } from '../messages/compiled/index.ts'
import { categoryName } from './names.ts'

it('has the names of the categories in English', () => {
  const names = categories.map(({ name }) => name)
  expect(messages.en.categoryNames).toEqual(Object.fromEntries(names.map(name => [name, name])))
})

it.each(localeNames)('has a different name for each category in %s', locale => {
  // Two categories with one name would look the same in a list.
  expect(new Set(Object.values(messages[locale].categoryNames)).size).toBe(categories.length)
})

it('keeps names that it does not know', () => {
  expect(categoryName('Dairy', 'de')).toBe('Milchprodukte')
  expect(categoryName('Dairy', 'en')).toBe('Dairy')
  expect(categoryName('constructor', 'pl')).toBe('constructor')
})
