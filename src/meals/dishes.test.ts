import { expect, it } from 'vitest'
import { joinNames, splitMeal } from '../search/query/parse-meal.ts'
import { expandDishes } from './dishes.ts'

it.each([
  ['a peanut butter and jelly sandwich', ['2 slice white bread', '? peanut butter', '? jelly']],
  ['two cheddar sandwiches', ['4 slice white bread', '? cheddar']],
  ['turkey and cheddar sandwich on whole wheat', ['2 slice whole wheat bread', '? turkey', '? cheddar']],
  ['avocado toast', ['1 slice toast', '? avocado']],
  ['a tuna sandwich', ['1 tuna sandwich']],
  ['French toast', ['? French toast']],
  ['Subway teriyaki sandwich', ['? Subway teriyaki sandwich']],
  ['a poke bowl with salmon, rice and avocado', ['? salmon', '? rice', '? avocado']],
  ['a quinoa bowl with chickpeas and feta', ['? quinoa', '? chickpeas', '? feta']],
  ['a smoothie of milk, banana and honey', ['? milk', '? banana', '? honey']],
  ['a smoothie and a banana', ['1 smoothie', '1 banana']],
  ['a latte made with whole milk, and a croissant', ['1 latte', '1 croissant']],
  ['an omelette made of three eggs', ['3 eggs']],
])('%s', (sentence, parts) => {
  const found = expandDishes(joinNames(splitMeal(sentence), () => false))
  expect(
    found.map(({ amount, unit, words, isMeasured }) =>
      [isMeasured ? amount : '?', unit, words].filter(part => part !== null).join(' '),
    ),
  ).toEqual(parts)
})
