import { describe, expect, it } from 'vitest'
import { understandQuery } from './understand.ts'

/** Lines of "query = words that name the food". */
const cases = (lines: string): [string, string][] =>
  lines
    .trim()
    .split('\n')
    .map(line => line.split(' = ') as [string, string])
    .map(([q, words]) => [q.trim(), words.trim()])

describe('a question is answered with the food that it is about', () => {
  it.each(
    cases(`
    show me calories of tofu = tofu
    what is sugar = sugar
    what is the sugar = sugar
    how many calories = calories
    how many calories the tofu = tofu
    how many grams of protein in tofu = tofu
    how many grams of the protein in tofu = tofu
    calories and protein in tofu = tofu
    calories and the protein in tofu = tofu
    protein and fiber in tofu = tofu
    protein and fiber content of tofu = tofu
    calories protein fiber tofu = tofu
    calories in the tofu = tofu
    protein in the tofu = tofu
    sugar 100g cookies = cookies
    sugar in 2 cookies = cookies
    protein content tofu = tofu
    protein calories tofu = tofu
    tofu protein content = tofu
    tofu how much protein = tofu
    tofu calories and protein = tofu
    tofu calories in the = tofu
    tofu calories per 2 = tofu
    tofu calories 100 g = tofu
    tofu protein per 100 g = tofu
    tofu per 100 g = tofu
    tofu per 100 g calories = tofu
    the tofu calories = tofu
    the tofu nutrition facts = tofu
    how much protein tofu contains = tofu
    how much protein does tofu have = tofu
    protein calories = protein
    coconut water calories = coconut water
    duck fat calories = duck fat
    duck fat protein calories = duck fat protein
    duck fat calories protein = duck fat
    duck fat and calories = duck fat
    duck fat 100 g calories = duck fat
    duck fat per serving calories = duck fat
    duck fat how many calories = duck fat
    the duck how many calories = duck
    calories and the duck = duck
    duck in calories = duck
    duck 100 g calories = duck
    fat in duck = duck
    fat 100 g duck = duck
    how duck is = duck
    whey protein and calories = whey protein
    whey protein per serving calories = whey protein
    calories per serving of tofu = tofu
    kcal in 2 eggs = eggs`),
  )('%s', (q, words) => {
    expect(understandQuery(q)).toMatchObject({ words: words.split(' '), isQuestion: true })
  })
})

describe('a question to be answered with yes or no is answered with its food', () => {
  it.each(
    cases(`
    is tofu healthy = tofu
    is the tofu healthy = tofu
    is a big mac healthy = big mac
    is healthy tofu = tofu
    is tofu a protein = tofu
    is tofu high in protein and fiber = tofu
    is tofu high in the protein = tofu
    does tofu contain protein = tofu
    does tofu contain a lot of protein = tofu
    does tofu have calories = tofu`),
  )('%s', (q, words) => {
    expect(understandQuery(q)).toMatchObject({ words: words.split(' '), isQuestion: true, preferences: [] })
  })

  it.each([
    'is tofu',
    'is tofu protein',
    'does tofu contain',
    'is healthy',
    'is healthy the',
    'tofu healthy',
  ])('unless nothing is asked: %s', q => {
    expect(understandQuery(q)).toMatchObject({ words: q.split(' '), removed: [], isQuestion: false })
  })
})

describe('no question is', () => {
  it.each([
    ['a request alone', 'show me'],
    ['a nutrient alone', 'protein'],
    ['a nutrient and its content alone', 'protein content'],
    ['a nutrient before of', 'sugar of cane'],
    ['a nutrient before another word', 'sugar cookies'],
    ['calories of nothing', 'calories of the'],
    ['a request twice', 'show me show me'],
    ['nutrients in a name', 'protein and fiber cookies'],
    ['nutrients that follow each other', 'sugar protein tofu'],
    ['a nutrient at the end of a name', 'whey protein'],
    ['nutrients at the end of a name', 'whey protein sugar'],
    ['a verb and a nutrient in a name', 'tofu contains protein'],
    ['the content of something', 'content of tofu'],
    ['the content at the end', 'tofu content'],
    ['an article', 'the tofu'],
    ['a question word at the end', 'tofu how'],
    ['a quoted question', '"calories in" tofu'],
  ])('%s: %s', (_rule, q) => {
    expect(understandQuery(q)).toMatchObject({ removed: [], isQuestion: false })
  })

  it('a nutrient without a question, next to an amount', () => {
    expect(understandQuery('fat 100 g')).toMatchObject({ words: ['fat'], isQuestion: false })
    expect(understandQuery('fat duck 100 g')).toMatchObject({ words: ['fat', 'duck'], isQuestion: false })
    expect(understandQuery('duck 100 g fat')).toMatchObject({ words: ['duck', 'fat'], isQuestion: false })
  })
  it('a request for a food, of which only the food remains', () => {
    expect(understandQuery('show me tofu')).toMatchObject({ words: ['tofu'], isQuestion: false })
    expect(understandQuery('show me the tofu')).toMatchObject({ words: ['tofu'], isQuestion: false })
    expect(understandQuery('show me calories')).toMatchObject({ words: ['calories'], isQuestion: false })
  })
})
