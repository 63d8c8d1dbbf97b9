import { describe, expect, it } from 'vitest'
import { baseForm } from './inflection.ts'
import { labelKeysOf, laboratoryKeysOf, queryKeysOf } from './name-keys.ts'
import { tokenize } from './tokenize.ts'

describe('names on labels', () => {
  const cases: [string, string[]][] = [
    ['Banana', ['=banana']],
    ['Bananas, raw', ['=banana']],
    ['Organic Bananas', ['=banana organic', '=banana']],
    ['Fresh Apples', ['=apple']],
    ['Banana Bread', ['=banana bread']],
    ['Dried Apricots', ['=apricot dried', '~apricot']],
    ['Organic Dried Apricots', ['=apricot dried organic', '=apricot dried', '~apricot']],
    ['Frozen Pizza', ['=frozen pizza', '=pizza']],
    ['Smoked Bacon', ['=bacon smoked', '=bacon']],
    ['Fat Free Milk', ['=fat free milk']],
    ['Whole Milk', ['=milk whole', '=milk']],
    ['Whole Wheat Bread', ['=bread wheat whole']],
    ['Chicken Skin', ['=chicken skin']],
    ['Large Grade A Eggs', ['=egg grade large', '=egg']],
    ['Cola 6 x 330 ml', ['=cola']],
    ['Orange Juice 1.5 l', ['=juice orange']],
    ['Huile d’olive vierge', ['=huile olive vierge', '=huile olive']],
    ['Fromage frais', ['=frai fromage']],
    ['Thé glacé', ['=glace the']],
    ['Œufs frais', ['=oeuf']],
    ['Organic', ['=organic']],
    ['The', ['=the']],
    ['Chicken noodle soup with garden vegetables, herbs and spices', []],
    ['', []],
  ]
  it.each(cases)('%s', (name, keys) => {
    expect(labelKeysOf(tokenize(name))).toEqual(keys)
  })
})

describe('names of USDA', () => {
  /** Keys that the food must have, and keys that it must not have. */
  const cases: [string, string[], string[]][] = [
    ['Fat, chicken', ['=chicken fat'], ['=chicken', '=fat']],
    ['Potatoes, raw, skin', ['=potato skin'], ['=potato']],
    ['Potatoes, flesh and skin, raw', ['=potato'], []],
    ['Egg, whole, raw, fresh', ['=egg', '=egg whole'], []],
    ['Egg, white, raw, fresh', ['=egg white'], ['=egg']],
    ['Egg, whole, cooked, fried', ['=egg fried', '~egg'], ['=egg']],
    ['Milk, whole, 3.25% milkfat, with added vitamin D', ['=milk', '=milk whole'], []],
    [
      'Milk, nonfat, fluid, with added vitamin A and vitamin D (fat free or skim)',
      ['=milk skim', '=milk nonfat', '=fat free milk'],
      ['=milk'],
    ],
    ['Cheese, cheddar', ['=cheddar cheese', '=cheddar'], []],
    ['Cheese, cream', ['=cheese cream'], ['=cream']],
    ['Nuts, almonds', ['=almond'], []],
    ['Fish, salmon, Atlantic, farmed, raw', ['=salmon', '=atlantic salmon'], ['=fish']],
    ['Crustaceans, shrimp, mixed species, raw', ['=shrimp'], []],
    ['Beef, ground, 80% lean meat / 20% fat, raw', ['=beef ground'], ['=beef']],
    ['Chicken, broilers or fryers, breast, meat only, raw', ['=breast chicken'], ['=chicken']],
    ['Rice, white, long-grain, regular, raw, enriched', ['=rice', '=rice white'], []],
    ['Rice, brown, long-grain, cooked', ['~brown rice', '=brown cooked rice'], ['=rice', '~rice']],
    ['Alcoholic beverage, wine, table, red', ['=red wine', '=wine'], []],
    ['Alcoholic beverage, beer, regular, all', ['=beer'], []],
    ['Beverages, carbonated, cola, regular', ['=cola'], []],
    ['Beverages, carbonated, orange', [], ['=orange']],
    ['Oil, olive, salad or cooking', ['=oil olive'], ['=oil', '=olive']],
    ['Sugars, granulated', ['=sugar', '=granulated sugar'], []],
    ['Sugars, powdered', ['=powdered sugar'], ['=sugar']],
    ['Salt, table', ['=salt', '=salt table'], []],
    ['Spices, pepper, black', ['=black pepper'], []],
    ['Peppers, sweet, green, raw', ['=pepper sweet', '=green pepper', '=bell pepper'], []],
    ['Bread, whole-wheat, commercially prepared', ['=bread wheat whole'], ['=bread']],
    ['Bread, white, commercially prepared', ['=bread', '=bread white'], []],
    ['Onions, young green, tops only', ['=green onion'], ['=onion']],
    ['Onions, spring or scallions (includes tops and bulb), raw', ['=onion spring', '=scallion'], ['=onion']],
    ['Corn, sweet, yellow, raw', ['=corn', '=corn sweet'], []],
    ['Snacks, potato chips, plain, salted', ['=chip potato'], ['=potato']],
    ['Candies, milk chocolate', ['=chocolate milk'], ['=milk']],
    ['Chocolate, dark, 70-85% cacao solids', ['=chocolate dark'], []],
    ['Cereals, oats, regular and quick, not fortified, dry', ['=oat'], []],
    ['Yogurt, plain, whole milk', ['=yogurt', '=plain yogurt'], []],
    ['Butter, salted', ['=butter', '=butter salted'], []],
    ['Butter, without salt', ['=butter', '=butter unsalted'], []],
    ['Pork, cured, bacon, unprepared', ['=bacon'], ['=pork']],
    [
      'Pork, fresh, loin, center rib (chops or roasts), bone-in, separable lean only, raw',
      ['=chop pork', '=chop'],
      ['=pork', '=roast'],
    ],
    ['Babyfood, fruit, bananas with apples and pears, strained', [], ['=banana']],
    ['Fast foods, potato, mashed', [], ['=potato', '~potato']],
    ['Soup, tomato, canned, condensed', [], ['=tomato']],
    ['Pie, apple, prepared from recipe', ['=apple pie'], ['=apple', '=pie']],
    ['Orange juice, raw', ['=juice orange'], ['=orange']],
    [
      'Apple juice, canned or bottled, unsweetened, without added ascorbic acid',
      ['=apple juice'],
      ['=apple'],
    ],
    ['Beans, black, mature seeds, raw', ['=bean black'], ['=bean']],
    ['Lentils, raw', ['=lentil'], []],
    [
      'Chickpeas (garbanzo beans, bengal gram), mature seeds, raw',
      ['=chickpea', '=bean garbanzo'],
      ['=bean'],
    ],
    ['Apples, fuji, with skin, raw', ['=apple', '=apple fuji'], []],
    ['Rose-apples, raw', ['=apple rose'], ['=apple']],
    ['Sweet potato, raw, unprepared', ['=potato sweet'], ['=potato']],
    ['Plums, dried (prunes), uncooked', ['=dried plum', '=prune', '~plum'], ['=plum']],
    ['Alcoholic beverage, rice (sake)', ['=sake'], ['=rice']],
    ['Snacks, yucca (cassava) chips, salted', ['=chip yucca', '=cassava chip'], ['=cassava']],
    ['Rolls, hamburger or hot dog, whole wheat', [], ['=hot dog', '=hamburger', '=dog hot']],
    ['Pillsbury Golden Layer Buttermilk Biscuits, refrigerated', [], ['=biscuit']],
    ['Candies, NESTLE, CRUNCH Bar', ['=bar crunch nestle'], ['=bar']],
    ["APPLEBEE'S, chicken tenders", ['=applebee chicken tender'], ['=chicken']],
  ]
  it.each(cases)('%s', (name, wanted, unwanted) => {
    const keys = laboratoryKeysOf(name)
    expect(keys).toEqual(expect.arrayContaining(wanted))
    expect(keys.filter(key => unwanted.includes(key))).toEqual([])
    expect(keys.length).toBeLessThanOrEqual(6)
  })
})

describe('names in other languages', () => {
  // Language, name, the keys after that of the English name.
  it.each([
    ['de', 'Hafer Flocken', ['=flocke hafer', '=haferflocke']],
    ['de', 'Moorkohl/Torfkohl, gekocht', ['=gekocht moorkohl', '=gekocht torfkohl']],
    ['de', 'Kaffee (Getränk)', ['=kaffee']],
    ['fr', 'Pomme, crue', ['=pomme']],
    ['en', 'Moor food', []],
  ])('%s %s', (language, name, wanted) => {
    const keys = laboratoryKeysOf('Moor food', { en: 'Moor food', [language]: name })
    expect(keys[0]).toBe('=food moor')
    expect(keys.slice(1)).toEqual(expect.arrayContaining(wanted))
  })
})

describe('queryKeysOf', () => {
  it.each([
    ['banana', '=banana', null],
    ['raw apples', '=apple', null],
    ['fresh apple', '=apple', null],
    ['apple of the tree', '=apple tree', null],
    ['organic banana', '=banana organic', null],
    ['boiled egg', '=boiled egg', { key: '~egg', states: ['boiled'] }],
    ['frozen', '=frozen', null],
    ['raw', '=raw', null],
    ['jambon de Bayonne', '=bayonne jambon', null],
  ])('%s', (query, plain, inState) => {
    expect(queryKeysOf(tokenize(query))).toEqual({ plain, inState })
  })
})

describe('base forms', () => {
  it.each([
    ['cookie', 'cookies'],
    ['pie', 'pies'],
    ['yogurt', 'yoghurts'],
    ['doughnut', 'donuts'],
    ['chili', 'chillies'],
    ['erdbeere', 'erdbeeren'],
    ['nuss', 'nusse'],
    ['mela', 'mele'],
    ['fungo', 'funghi'],
    ['aardappel', 'aardappelen'],
    ['jablko', 'jablka'],
    ['pao', 'paes'],
    ['nuez', 'nueces'],
    ['chou', 'choux'],
    ['brambora', 'brambory'],
    ['gulerod', 'gulerodder'],
  ])('%s and %s', (one, other) => {
    expect(baseForm(one)).toBe(baseForm(other))
  })
})
