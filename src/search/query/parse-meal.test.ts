import { describe, expect, it } from 'vitest'
import { joinNames, mealText, possibleNames, splitMeal } from './parse-meal.ts'

const written = (q: string, names: string[] = [], language: string | null = null) =>
  joinNames(splitMeal(q, language), words => names.includes(words)).map(
    ({ amount, unit, size, isMeasured, words }) =>
      `${isMeasured ? [amount, size, unit].filter(part => part !== null).join(' ') : '?'}: ${words}`,
  )

/** Lines of "sentence = parts", the parts separated by semicolons. */
const cases = (lines: string): [string, string[]][] =>
  lines
    .trim()
    .split('\n')
    .map(line => line.split(' = ') as [string, string])
    .map(([q, parts]) => [q.trim(), parts.split(';').map(part => part.trim())])

describe('a meal in English', () => {
  it.each(
    cases(`
    2 boiled eggs and a slice of rye bread with butter = 2: boiled eggs; 1 slice: rye bread; ?: butter
    a medium fries and a Big Mac = 1 medium: fries; 1: Big Mac
    1 1/2 cups of rice, half a dozen eggs and 2-3 bananas = 1.5 cup: rice; 6: eggs; 2.5: bananas
    one and a half cups rice = 1.5 cup: rice
    a couple of eggs plus a dozen oysters = 2: eggs; 12: oysters
    6 x 330 ml coke = 1980 ml: coke
    2 cans 330 ml cola = 660 ml: cola
    eggs x2 = 2: eggs
    rice 200 g, chicken 150g = 200 g: rice; 150 g: chicken
    chicken 200g rice 150g = 200 g: chicken; 150 g: rice
    toast 2 eggs = ?: toast; 2: eggs
    two eggs three slices of bacon = 2: eggs; 3 slice: bacon
    some almonds and a bit of butter = ?: almonds; ?: butter
    a Snickers bar = 1 bar: Snickers
    3 granola bars = 3: granola bars
    broccoli, cooked = ?: broccoli cooked
    a latte, and a croissant = 1: latte; 1: croissant
    coffee, 2% milk 1 cup = ?: coffee; 1 cup: 2% milk
    1 cup "white rice, cooked" = 1 cup: white rice cooked
    I drank two beers and ate a bag of chips = 2: beers; 1 packet: chips
    um so for breakfast I had two eggs and some toast = 2: eggs; ?: toast
    how many calories in 2 eggs and toast = 2: eggs; ?: toast
    add an apple to my log = 1: apple
    2 🥚 🥓 = 2: egg; ?: bacon
    1 (14.5 oz) can diced tomatoes, drained = 14.5 oz: diced tomatoes
    2 (15 oz) cans black beans, rinsed = 30 oz: black beans
    1/2 cup (1 stick) unsalted butter, softened = 0.5 cup: unsalted butter
    a bag of chips (150 g) = 150 g: chips
    lasagna, 500 g = 500 g: lasagna
    leftover pizza, 3 slices = 3 slice: pizza
    1/3 of a large pizza = 0.3333333333333333 large: pizza
    2 cloves garlic, minced = 2 clove: garlic
    1 lb beef, cut into strips = 1 lb: beef
    salt and freshly ground black pepper to taste = ?: salt; ?: black pepper
    overnight oats 50g oats 100g greek yogurt = ?: overnight oats; 50 g: oats; 100 g: greek yogurt
    two poached eggs on a slice of toast = 2: poached eggs; 1 slice: toast
    2 beers 0.5 l = 1 l: beers`),
  )('%s', (q, parts) => {
    expect(written(q)).toEqual(parts)
  })
})

describe('a meal in one language', () => {
  it.each([
    ['fr', 'un thé et deux biscuits', ['1: thé', '2: biscuits']],
    [
      'fr',
      '6 pommes, épluchées et coupées en dés, 150 g de farine',
      ['6: pommes épluchées', '150 g: farine'],
    ],
    ['en', '2 chili peppers and a pound cake', ['2: chili peppers', '1: pound cake']],
    ['en', 'porridge with milk', ['?: porridge with milk']],
    ['es', '100 g feta', ['100 g: feta']],
    ['pl', '2 cebule, drobno posiekane', ['2: cebule']],
  ])('%s: %s', (language, q, parts) => {
    expect(written(q, [], language)).toEqual(parts)
  })
})

it('reads each line of a recipe as a food', () => {
  expect(written('200 g flour\n- 2 eggs, boiled\r\nsalt\n\npepper')).toEqual([
    '200 g: flour',
    '2: eggs boiled',
    '?: salt',
    '?: pepper',
  ])
})

it('bounds amounts that are no number of anything', () => {
  const amountsIn = (q: string) => splitMeal(q).map(({ amount }) => amount)
  const huge = '9'.repeat(400)
  expect(amountsIn(`${huge} ml milk`)).toEqual([1_000_000])
  expect(amountsIn(`${huge}C milk`)).toEqual([1_000_000])
  expect(amountsIn(`${Array(60).fill('999999').join(' x ')} ml milk`)).toEqual([1_000_000])
})

describe('a meal in other languages', () => {
  it.each(
    cases(`
    zwei Scheiben Vollkornbrot mit Butter und ein Glas Milch = 2 slice: Vollkornbrot; ?: Butter; 1 glass: Milch
    ich habe heute zwei Eier und ein bisschen Käse gegessen = 2: Eier; ?: Käse
    anderthalb Liter Wasser, 3 EL Haferflocken = 1.5 l: Wasser; 3 tbsp: Haferflocken
    une tranche de pain complet avec du beurre et un café au lait = 1 slice: pain complet; ?: beurre; 1: café au lait
    j'ai mangé deux œufs et 30 g de fromage = 2: œufs; 30 g: fromage
    dos huevos fritos con una rebanada de pan y un vaso de zumo de naranja = 2: huevos fritos; 1 slice: pan; 1 glass: zumo de naranja
    media docena de huevos = 6: huevos
    due fette di pane con marmellata e un cappuccino = 2 slice: pane; ?: marmellata; 1: cappuccino
    un etto di prosciutto = 1 hg: prosciutto
    dwie kromki chleba z masłem i szklanka mleka = 2 slice: chleba; ?: masłem; 1 glass: mleka
    10 dag szynki = 10 dag: szynki
    twee sneetjes brood met kaas en een glas melk = 2 slice: brood; ?: kaas; 1 glass: melk
    een kopje thee met suiker = 1 cup: thee; ?: suiker`),
  )('%s', (q, parts) => {
    expect(written(q)).toEqual(parts)
  })
})

describe('names with "and" or "with"', () => {
  it.each(
    cases(`
    mac and cheese with a can of coke = ?: mac and cheese; 1 can: coke
    fish and chips = ?: fish and chips
    rice and beans = ?: rice and beans
    coffee with half and half = ?: coffee; ?: half and half
    coffee with milk and toast = ?: coffee with milk; ?: toast
    ham and cheese sandwich and a beer = ?: ham and cheese sandwich; 1: beer
    chicken and salad = ?: chicken; ?: salad`),
  )('%s', (q, parts) => {
    expect(written(q)).toEqual(parts)
  })

  it('are those of the catalog too, if no amount separates them', () => {
    const names = ['plum and thyme']
    expect(written('plum and thyme', names)).toEqual(['?: plum and thyme'])
    expect(written('plum and thyme')).toEqual(['?: plum', '?: thyme'])
    expect(written('plum and 2 g thyme', names)).toEqual(['?: plum', '2 g: thyme'])
    expect(written('plum, thyme', names)).toEqual(['?: plum', '?: thyme'])
    expect(possibleNames(splitMeal('Plum and Thyme with Crème'))).toEqual([
      'plum and thyme',
      'plum and thyme with creme',
      'thyme with creme',
    ])
  })
})

it('keeps the text of each part as typed', () => {
  const texts = splitMeal('I had 2 Eier,  a Slice of Rye Bread with Butter and 1½ cups of crème.').map(
    ({ text }) => text,
  )
  expect(texts).toEqual(['2 Eier', 'a Slice of Rye Bread', 'Butter', '1½ cups of crème'])
})

it('finds no part where there is no food', () => {
  for (const q of ['', '  ', '2', ', and', '!?']) expect(splitMeal(q)).toEqual([])
})

it('uses the first 4,000 code points', () => {
  expect(mealText(`  ${'🥚'.repeat(5_000)}`).length).toBeLessThanOrEqual(8_000)
  expect(mealText(' 2  eggs ')).toBe('2 eggs')
  expect(splitMeal('egg, '.repeat(2_000)).length).toBeLessThanOrEqual(800)
})
