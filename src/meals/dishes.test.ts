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
  ['une omelette de trois œufs', ['3 œufs']],
  ['4 egg omelette', ['2 omelette']],
  ['two tacos with ground beef and cheese', ['2 tacos']],
  ['latte with oat milk and a croissant', ['? latte', '1 croissant']],
  ['pasta with cheese', ['? pasta', '? cheese']],
  ['porridge with 40 g oats and 200 ml milk', ['40 g oats', '200 ml milk']],
  ['beans on toast', ['2 slice toast', '200 g baked beans']],
  ['two big mac meals', ['2 big mac meals']],
  ['2 x big mac meal', ['2 big mac', '2 french fries', '2 cola']],
  ['breakfast with eggs, bacon and beans', ['? eggs', '? bacon', '? beans']],
])('%s', (sentence, parts) => {
  const found = expandDishes(joinNames(splitMeal(sentence), () => false))
  expect(
    found.map(({ amount, unit, words, isMeasured }) =>
      [isMeasured ? amount : '?', unit, words].filter(part => part !== null).join(' '),
    ),
  ).toEqual(parts)
})
