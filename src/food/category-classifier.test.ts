import { describe, expect, it } from 'vitest'
import { categories, categoryTrail } from './categories.ts'
import { biasFeature, categoryOfName, createCategoryClassifier, never } from './category-classifier.ts'
import { type CategoryModel, readModel, type ValueRanges, writeModel } from './category-model.ts'
import { nameFeatures } from './name-features.ts'
import { type ComparedValues, unknownValues } from './value-features.ts'

/** By category: English, German, French, Spanish, Italian and Polish names. */
const names: Record<string, string> = {
  Eggs: 'Free Range Eggs; 10 Eier aus Freilandhaltung; Oeufs de poules élevées en plein air; Huevos frescos; Uova fresche; Jaja świeże',
  Bread:
    'Wholemeal Sliced Bread; Roggenbrot geschnitten; Pain de campagne tranché; Pan de molde integral; Pane di grano duro; Chleb żytni',
  'Biscuits and cakes':
    'Butter Shortbread Biscuits; Butterkekse; Petits biscuits au beurre; Galletas de mantequilla; Biscotti al burro; Herbatniki maślane',
  Cheeses:
    'Mature Cheddar Cheese; Bergkäse am Stück; Fromage de chèvre; Queso manchego curado; Mozzarella di bufala; Ser gouda',
  Yogurts:
    'Strawberry Yogurt; Joghurt mit Kirschen; Yaourt à la vanille; Yogur natural; Yogurt bianco; Jogurt naturalny',
  Milk: 'Whole Milk; Frische Vollmilch; Lait demi-écrémé; Leche entera; Latte intero; Mleko 2%',
  Butter:
    'Salted Butter; Deutsche Markenbutter; Beurre doux; Mantequilla sin sal; Burro di montagna; Masło extra',
  'Juices and nectars':
    'Orange Juice Not From Concentrate; Apfelsaft naturtrüb; Jus de pomme; Zumo de naranja; Succo di mela; Sok jabłkowy',
  'Vegetable oils':
    'Extra Virgin Olive Oil; Sonnenblumenöl; Huile d’olive vierge extra; Aceite de oliva virgen extra; Olio extra vergine di oliva; Oliwa z oliwek',
  Chocolate:
    'Dark Chocolate 70%; Vollmilchschokolade; Chocolat noir 85%; Chocolate negro; Cioccolato fondente; Czekolada mleczna',
  Soups: 'Tomato Soup; Kürbissuppe; Soupe de légumes; Sopa de pollo; Zuppa di lenticchie; Zupa pomidorowa',
  Pizzas:
    'Frozen Pepperoni Pizza; Steinofenpizza Salami; Pizza quatre fromages; Pizza jamón y queso; Pizza margherita; Pizza z szynką',
  Pasta:
    'Spaghetti No 5; Vollkorn Nudeln; Pâtes complètes; Espaguetis integrales; Penne rigate; Makaron świderki',
  Rice: 'Basmati Rice; Langkornreis; Riz long grain; Arroz redondo; Riso arborio; Ryż biały',
  Sausages:
    'Pork Sausages; Nürnberger Bratwurst; Saucisses de Toulouse; Chorizo ibérico; Salame Milano; Kiełbasa śląska',
  Ham: 'Cooked Ham; Kochschinken; Jambon blanc sans couenne; Jamón cocido; Prosciutto cotto; Szynka gotowana',
  Seafood:
    'Smoked Salmon Slices; Thunfisch in Wasser; Filets de sardines à l’huile; Atún claro en aceite de oliva; Filetti di sgombro; Filety śledziowe',
  Spreads:
    'Strawberry Jam; Erdbeer Konfitüre; Confiture de fraises; Mermelada de fresa; Confettura di albicocche; Dżem truskawkowy',
  Honey: 'Acacia Honey; Blütenhonig; Miel de lavande; Miel de romero; Miele di acacia; Miód lipowy',
  'Breakfast cereals':
    'Fruit Muesli; Knuspermüsli; Céréales au chocolat; Muesli con frutas; Muesli croccante; Płatki śniadaniowe',
  Water:
    'Still Mineral Water; Mineralwasser still; Eau minérale naturelle; Agua mineral natural; Acqua minerale naturale; Woda mineralna gazowana',
  Tea: 'Green Tea Bags; Kräutertee; Thé vert à la menthe; Té verde; Tè nero; Herbata zielona',
  Coffee: 'Ground Coffee; Kaffee gemahlen; Café moulu; Café molido; Caffè macinato; Kawa mielona',
  'Alcoholic beverages': 'Red Wine Merlot; Weissbier; Vin blanc sec; Vino tinto; Birra chiara; Piwo jasne',
  'Ice cream':
    'Vanilla Ice Cream; Erdbeereis; Glace à la vanille; Helado de chocolate; Gelato al pistacchio; Lody waniliowe',
  'Crisps and chips':
    'Salted Potato Chips; Kartoffelchips Paprika; Chips de pommes de terre; Patatas fritas onduladas; Patatine classiche; Chipsy ziemniaczane',
}

/** Energy, protein, fat and carbohydrates. */
const values: Record<string, [number, number, number, number]> = {
  Eggs: [143, 12.5, 9.8, 0.7],
  Bread: [255, 9, 3, 47],
  'Biscuits and cakes': [480, 6.5, 22, 63],
  Cheeses: [380, 25, 31, 0.5],
  Yogurts: [95, 3.8, 3, 13],
  Milk: [55, 3.3, 2.5, 4.8],
  Butter: [740, 0.7, 82, 0.7],
  'Juices and nectars': [45, 0.5, 0.1, 10.5],
  'Vegetable oils': [900, 0, 100, 0],
  Chocolate: [560, 7, 38, 45],
  Soups: [45, 1.2, 1.8, 6],
  Pizzas: [240, 10, 9, 29],
  Pasta: [355, 12.5, 1.6, 71],
  Rice: [350, 7.3, 0.9, 78],
  Sausages: [300, 15, 26, 1.5],
  Ham: [115, 20, 3.5, 1],
  Seafood: [180, 22, 10, 0],
  Spreads: [245, 0.5, 0.2, 60],
  Honey: [325, 0.4, 0, 80],
  'Breakfast cereals': [400, 9, 10, 65],
  Water: [0, 0, 0, 0],
  Tea: [1, 0, 0, 0.2],
  Coffee: [2, 0.2, 0, 0.3],
  'Alcoholic beverages': [70, 0.3, 0, 3],
  'Ice cream': [210, 3.5, 11, 25],
  'Crisps and chips': [530, 6, 33, 52],
}

const list = Object.entries(names).flatMap(([category, line]) =>
  line.split('; ').map(name => ({ name, category, values: valuesOf(values[category] ?? []) })),
)

function valuesOf([calories_kcal = 0, protein_g = 0, fat_g = 0, carbs_g = 0]: number[]): ComparedValues {
  return { calories_kcal, protein_g, fat_g, carbs_g }
}

const isAbove = (category: string, other: string) => categoryTrail(other).includes(category)

describe('of foods with names in six languages', () => {
  const answers = list.map(({ name, category, values: of }) => ({
    ...{ name, category },
    answer: categoryOfName(name, of),
  }))
  const answered = answers.filter(({ answer }) => answer !== null)
  const wrong = answered.filter(
    ({ category, answer }) => answer !== null && !isAbove(answer, category) && !isAbove(category, answer),
  )

  it('finds the right category in 95 of 100', () => {
    expect(wrong.length / answered.length, JSON.stringify(wrong)).toBeLessThanOrEqual(0.05)
  })

  it('finds a category for half of them', () => {
    expect(answered.length / list.length).toBeGreaterThanOrEqual(0.5)
  })

  it('never finds dairy for eggs, nor biscuits for bread', () => {
    const confused = answers.filter(
      ({ category, answer }) =>
        answer !== null &&
        ((category === 'Eggs' && isAbove('Dairy', answer)) ||
          (category === 'Bread' && isAbove('Biscuits and cakes', answer))),
    )
    expect(confused).toEqual([])
  })
})

it.each([
  ['no words', '500 g'],
  ['words that it does not know', 'Qwxyzk Vrbltz'],
])('finds nothing for %s', (_, name) => {
  expect(categoryOfName(name)).toBeNull()
})

describe('among the categories of a source', () => {
  it.each([
    ['Egg', ['Dairy', 'Eggs'], 'Eggs'],
    ['Cheese', ['Dairy', 'Eggs'], 'Dairy'],
    ['Bread', ['Bread', 'Biscuits and cakes'], 'Bread'],
    ['Cookies', ['Bread', 'Biscuits and cakes'], 'Biscuits and cakes'],
  ])('finds the one of %s', (name, among, category) => {
    expect(categoryTrail(categoryOfName(name, undefined, among) ?? '')).toContain(category)
  })

  it('rejects one that is not canonical', () => {
    expect(() => categoryOfName('Cheese', undefined, ['Moon rocks'])).toThrow('Moon rocks')
  })
})

/** Every name has one word, and its weights for the categories. */
function modelOf(
  words: Record<string, Record<string, number>>,
  thresholds: Record<string, number>,
  ranges: Record<string, ValueRanges> = {},
): CategoryModel {
  const names = ['Cheeses', 'Cheddar', 'Mozzarella', 'Eggs', 'Moon rocks', 'Dairy']
  const rows = Object.entries(words).map(([word, weights]) => ({
    feature: nameFeatures(word)[0] ?? 0,
    weights: Object.entries(weights),
  }))
  const starts = rows.map((_, index) =>
    rows.slice(0, index).reduce((sum, { weights }) => sum + weights.length, 0),
  )
  const all = rows.flatMap(({ weights }) => weights)
  return {
    weightsPerUnit: 10,
    categories: names,
    thresholds: names.map(name => thresholds[name] ?? never),
    ranges: names.map(name => ranges[name] ?? null),
    features: new Map(rows.map(({ feature }, index) => [feature, index])),
    starts: Uint32Array.from([...starts, all.length]),
    classes: Uint16Array.from(all, ([name]) => names.indexOf(name)),
    weights: Int8Array.from(all, ([, weight]) => weight),
  }
}

const rangesOf = (maxEnergy: number): ValueRanges => [
  [50, maxEnergy],
  [0, 100],
  [0, 100],
  [0, 100],
]

describe('with a model', () => {
  const model = modelOf(
    {
      cheddar: { Cheddar: 127 },
      cheese: { Cheddar: 120, Mozzarella: 120 },
      eggs: { Eggs: 127 },
      tektite: { 'Moon rocks': 127 },
    },
    { Dairy: 700, Cheeses: 700, Cheddar: 700, Mozzarella: 700, 'Moon rocks': 1 },
    { Cheeses: rangesOf(900), Cheddar: rangesOf(450) },
  )
  const { classify, likely } = createCategoryClassifier(model)

  it('finds the most specific category that is certain enough', () => {
    expect(classify('cheddar')).toBe('Cheddar')
  })

  it('finds no category whose foods have other values', () => {
    const of = (calories_kcal: number | null) => classify('cheddar', { ...unknownValues, calories_kcal })
    expect([of(400), of(null), of(0)]).toEqual(['Cheddar', 'Cheddar', 'Cheddar'])
    expect(of(500)).toBe('Cheeses')
    expect(of(20)).toBe('Dairy')
    expect(classify('cheddar', { ...unknownValues, calories_kcal: 500 }, ['Cheddar'])).toBe('Cheddar')
  })

  it('finds the parent if the children are equally likely', () => {
    expect(classify('cheese')).toBe('Cheeses')
  })

  it('finds nothing for a category without a threshold, however likely', () => {
    expect(likely('eggs').at(-1)?.certainty).toBeLessThan(never)
    expect(categories[likely('eggs')[0]?.category ?? -1]?.name).toBe('Eggs')
    expect(classify('eggs')).toBeNull()
  })

  it('ignores a category that no longer exists', () => {
    expect(classify('tektite')).toBeNull()
  })

  it('is the same after it was written and read', () => {
    const read = readModel(writeModel(model))
    const classifier = createCategoryClassifier(read)
    expect(['cheddar', 'cheese', 'eggs', 'tektite'].map(name => classifier.likely(name))).toEqual(
      ['cheddar', 'cheese', 'eggs', 'tektite'].map(name => likely(name)),
    )
    expect(read.thresholds).toEqual(model.thresholds)
  })
})

it('has no feature that is the bias', () => {
  expect(list.flatMap(({ name }) => nameFeatures(name))).not.toContain(biasFeature)
})
