import { expect, it } from 'vitest'
import type { FoodPageData } from '../../catalog/food-page.ts'
import { type Food, FoodSchema } from '../../food/food.ts'
import { localeNames } from '../i18n/locales.ts'
import { messages } from '../messages/compiled/index.ts'
import { originFacts } from './origins.ts'

const [food] = (FoodSchema as unknown as { examples: [Food] }).examples
// An everyday food, whose category and portion are those of Larder's list.
const everyday = {
  food: { ...food, source: 'usda' },
  details: { source_name: 'Milk, whole, 3.25% milkfat' },
  sourceId: 'ndb:1077',
  micronutrientsFrom: null,
  changes: [],
} as unknown as FoodPageData

it('says in words what Larder set', () => {
  const facts = originFacts(everyday, 'en').map(({ html }) => html)
  expect(facts.at(-1)).toBe('<div><dt>Category · Portion</dt><dd>set by Larder</dd></div>')
})

it.each(localeNames)('names Larder in %s', locale => {
  expect(messages[locale].food.origins.larder).toMatch(/\S+ Larder\b/)
})
