import { describe, expect, it } from 'vitest'
import { understandQuery } from './understand.ts'

const wordsOf = (q: string) => understandQuery(q).words.join(' ')

/** Lines of "query = words". */
const cases = (lines: string): [string, string][] =>
  lines
    .trim()
    .split('\n')
    .map(line => line.split(' = ') as [string, string])
    .map(([q, words]) => [q.trim(), words.trim()])

describe('an amount before a food is removed', () => {
  it.each(
    cases(`
    a cup of tea = tea
    about 2 eggs = eggs
    about a dozen eggs = eggs
    99 eggs = eggs
    100 large eggs = eggs
    1 and 1/2 cups rice = rice
    1 and ½ cups rice = rice
    2 and a half cups rice = rice
    2 and half cups rice = rice
    half dozen eggs = eggs
    half of the pizza = pizza
    half the pizza = pizza
    a half pizza = pizza
    a couple of eggs = eggs
    a large pizza = pizza
    2 extra large eggs = eggs
    2 x coke = coke
    2 x 6 eggs = eggs
    6 x 330 ml coke = coke
    2 20 eggs = eggs
    large can of tuna = tuna
    slice of the bread = bread
    2 slices of the bread = bread
    1 can 330 ml coke = coke
    2 large slices bread = bread
    große Scheibe Brot = brot
    x2 eggs = eggs
    low fat 2 eggs = eggs
    eggs low fat 2 toasts = eggs toasts
    in 2 slices pizza = pizza
    per slice of pizza = pizza
    one half pizza = pizza
    third of pizza = pizza
    2% 100 g milk = 2 milk`),
  )('%s', (q, words) => {
    expect(wordsOf(q)).toBe(words)
  })
})

describe('an amount after a food is removed', () => {
  it.each(
    cases(`
    toast 2 slices = toast
    toast 2 large slices = toast
    toast two slices = toast
    toast half a slice = toast
    coke 6 x 330 ml = coke
    coke 6 330 ml = coke 6
    rice 1 1/2 cups = rice
    rice 1 ½ cups = rice
    rice 2-3 cups = rice
    rice 2 20 cups = rice
    rice 2 21 cups = rice 2
    rice 3 2 cups = rice 3
    rice 3 3 cups = rice 3
    rice 1 and 1/2 cups = rice
    rice 1 and a half cups = rice
    rice 1 and half cup = rice
    rice one and a half large cups = rice
    rice 1 and 2 cups = rice 1
    rice half of a cup = rice
    rice half the cup = rice
    rice half a dozen cups = rice
    rice about 2 cups = rice
    rice couple of cups = rice
    rice 2 cups of the best = rice best
    rice 2 cups best = rice best
    "eggs" 2 slices = eggs
    milk low fat 2 cups = milk
    7 up 2 cans = 7 up
    7 up and 2 eggs = 7 up and eggs
    a pizza and a half = pizza
    eggs x22 = eggs
    omega 3 100 mg = omega 3
    coke 2 100 ml = coke 2
    omega 3 fish oil 100 mg = omega 3 fish oil
    toast 100g bread = toast bread
    eggs and 2 slices of toast = eggs and toast
    eggs and a toast = eggs and toast
    eggs plus 2 toasts = eggs plus toasts
    eggs per 100 g = eggs
    eggs per large slice = eggs
    eggs per slice of = eggs
    eggs per 2 = eggs
    eggs in 100 g = eggs`),
  )('%s', (q, words) => {
    expect(wordsOf(q)).toBe(words)
  })
})

describe('a package at the end is removed', () => {
  it.each(
    cases(`
    1 nutella jar = nutella
    2 coke cans = coke
    nutella big jar = nutella
    nutella extra large jar = nutella
    eggs and 2 coke cans = eggs and coke`),
  )('%s', (q, words) => {
    expect(wordsOf(q)).toBe(words)
  })
})

describe('no amount is', () => {
  it.each([
    ['a number beyond 99 without a unit', '100 eggs'],
    ['a number beyond 99 of another food', 'pizza and 100 eggs'],
    ['a number after the food', 'eggs 2'],
    ['numbers after the food', 'rice 1 and cups'],
    ['a number between words', 'eggs 2 toast'],
    ['a number before of', '2 of tea'],
    ['a size after the food', 'egg large'],
    ['a size alone', 'large'],
    ['a number and a size alone', '2 large'],
    ['a number of times alone', 'x2'],
    ['a number of times with three digits', 'eggs x200'],
    ['a number in a name', 'eggs ax2'],
    ['a package without an amount', 'nutella jar'],
    ['a package alone', 'big jar'],
    ['a package and a number alone', '1 jar'],
    ['a container without of', 'slice bread'],
    ['a container before an article', 'slice the bread'],
    ['an article after the food', 'toast a slice'],
    ['a number in a name with a size', '2 large star beer'],
    ['about without a number', 'about eggs'],
    ['and before the first food', 'and 2 eggs'],
    ['a number after in without a unit', 'pizza in 2'],
    ['a container after in without a number', 'pizza in slices'],
    ['a rate without a food', 'per 100 g'],
    ['a percentage', '50% milk'],
    ['a quoted number', '"2" eggs'],
    ['a quoted unit', 'eggs 2 "g"'],
  ])('%s: %s', (_rule, q) => {
    expect(understandQuery(q).removed).toEqual([])
  })

  it('an article before the abbreviation of a unit', () => {
    expect(wordsOf('a c tea')).toBe('c tea')
    expect(wordsOf('2 c tea')).toBe('tea')
    expect(wordsOf('a cup tea')).toBe('tea')
  })
  it('a counted name after an article', () => {
    expect(wordsOf('a star beer')).toBe('star beer')
    expect(wordsOf('2 star beer')).toBe('2 star beer')
  })
})
