import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { mapNutrients, nutrients } from '../food/nutrients.ts'
import type { CandidateFood, QualityFlag } from './candidate-food.ts'
import { impossible } from './plausibility/impossible.ts'
import { suspicious, unlikePeers } from './plausibility/suspicious.ts'
import { checkPlausibility, describeRule, effectOf } from './plausibility.ts'

/** Per 100 g; Na, chol and K are in mg. */
interface Values {
  kcal?: number
  fat?: number
  sat?: number
  carbs?: number
  sugar?: number
  fiber?: number
  protein?: number
  Na?: number
  chol?: number
  K?: number
  alcohol?: number
  polyols?: number
  category?: string
  brand?: string
  serving?: number
  source?: CandidateFood['source']
  quality_flags?: QualityFlag[]
}

function food(name: string, values: Values): CandidateFood {
  return {
    source: values.source ?? 'off',
    source_id: '1',
    name,
    brand: values.brand ?? null,
    barcode: null,
    category: values.category ?? null,
    serving_size_g: values.serving ?? null,
    serving_desc: null,
    ...mapNutrients(() => null),
    calories_kcal: values.kcal ?? null,
    protein_g: values.protein ?? null,
    fat_g: values.fat ?? null,
    carbs_g: values.carbs ?? null,
    fiber_g: values.fiber ?? null,
    sugar_g: values.sugar ?? null,
    sodium_mg: values.Na ?? null,
    saturated_fat_g: values.sat ?? null,
    cholesterol_mg: values.chol ?? null,
    potassium_mg: values.K ?? null,
    alcohol_g: values.alcohol ?? null,
    polyols_g: values.polyols ?? null,
    image_url: null,
    image_thumb_url: null,
    popularity: 0,
    source_modified_at: null,
    quality_flags: values.quality_flags ?? [],
    details: null,
    alternate_id: null,
  }
}

const allZero: Values = { kcal: 0, protein: 0, fat: 0, carbs: 0 }
const allZeroFlags = ['calories_kcal', 'protein_g', 'fat_g', 'carbs_g'].map(zero => `all-zero ${zero}`)

const brokenRules = (candidate: CandidateFood) =>
  checkPlausibility(candidate).quality_flags.map(({ rule, field }) => `${rule} ${field}`)

describe('accepts unusual but correct values', () => {
  const usda = 'usda' as const
  const cases: [string, Values][] = [
    ['Fine Sea Salt', { kcal: 0, fat: 0, carbs: 0, protein: 0, Na: 39_333 }],
    ['Gros sel de Guérande', { kcal: 0, fat: 0, protein: 0, sugar: 0, Na: 40_000, category: 'Salts' }],
    ['Mediterranean Sea Salt', { fat: 0, carbs: 0, protein: 0, Na: 41_667 }],
    ['Himalayan Pink Salt', { fat: 0, carbs: 0, protein: 0, Na: 42_000 }],
    ['Garlic Salt Seasoning', { kcal: 0, fat: 0, carbs: 0, protein: 0, Na: 34_615 }],
    ['Baking Soda', { kcal: 0, fat: 0, carbs: 0, protein: 0, Na: 26_667 }],
    ['Moor flakes', { source: usda, kcal: 60, fat: 0, carbs: 40, protein: 1, fiber: 38 }],
    ['Lite Salt Mixture', { kcal: 0, fat: 0, carbs: 0, protein: 0, Na: 20_700, K: 25_000 }],
    ['Bouillon de poulet', { fat: 7.6, carbs: 18, protein: 6.4, sugar: 6.2, Na: 20_160 }],
    [
      'Soup, beef broth, powder, dry',
      { kcal: 213, fat: 8.89, carbs: 17.4, protein: 15.97, Na: 26_000, source: usda },
    ],
    [
      'Sweetener, herbal extract powder from Stevia leaf',
      { kcal: 0, fat: 0, carbs: 100, protein: 0, sugar: 0 },
    ],
    ['Splenda endulzante Original', { kcal: 0, fat: 0, carbs: 100, protein: 0, sugar: 100 }],
    [
      'Monk fruit zero calorie sweetener',
      { kcal: 0, fat: 0, carbs: 100, protein: 0, sugar: 0, polyols: 100 },
    ],
    ['Vanilla Sweet Drops', { kcal: 0, fat: 0, carbs: 100, protein: 0, sugar: 0 }],
    ['Sucralose tablets', { kcal: 0, fat: 0, carbs: 0, protein: 0, sugar: 0 }],
    ['Tequila - Blanco', { kcal: 216.4, fat: 0, carbs: 0, protein: 0, alcohol: 24.9 }],
    ['Captain Morgan - Spiced Gold', { kcal: 200, fat: 0, carbs: 0, protein: 0, sugar: 0, Na: 0 }],
    ['Gin', { kcal: 231, fat: 0, carbs: 0, protein: 0 }],
    ['Gin', { kcal: 231 }],
    ['Underberg 44 % Vol.', { kcal: 245, fat: 0, carbs: 0.5, protein: 0 }],
    ['Distilled, all (gin, rum, vodka, whiskey)', { kcal: 250, fat: 0, carbs: 0.1, protein: 0 }],
    ['Beck’s Pils', { kcal: 38, fat: 0, carbs: 2.2, protein: 0.4, sugar: 0.1 }],
    ['Köstritzer Schwarzbier', { kcal: 42, fat: 0, carbs: 2.5, protein: 0 }], // 16.8 kcal per gram of carbs: nearly the ratio of kilojoules
    ['Jever', { kcal: 40, fat: 0, carbs: 2.2, protein: 0.5, category: 'Beers' }],
    ['Sekt halbtrocken', { kcal: 82, fat: 0, carbs: 4, protein: 0 }],
    ['The Original Irish Cream', { kcal: 327, fat: 13, carbs: 25, protein: 3, sugar: 23 }],
    ['Bourbon Bio-Vanilleextrakt', { kcal: 263, fat: 0, carbs: 5, protein: 0, category: 'Vanilla extracts' }],
    ['Orbit Peppermint', { kcal: 148, fat: 0, carbs: 62, protein: 0, sugar: 0, polyols: 62 }],
    ['Chicles sabor menta (sin azúcares)', { kcal: 180, fat: 0, carbs: 75, protein: 0.6, sugar: 0 }],
    ['Caramelos de hierbas suizas sin azúcar', { kcal: 235, fat: 0, carbs: 97, protein: 0, sugar: 0 }],
    ['Mentolin Eucalyptus sans sucre', { kcal: 233, fat: 0, carbs: 97, protein: 0, polyols: 97 }],
    ['Oat bran, raw', { kcal: 246, fat: 7.03, carbs: 66.22, protein: 17.3, fiber: 15.4, source: usda }],
    ['Son de blé', { kcal: 216, fat: 4.7, carbs: 17.7, protein: 16, fiber: 45.1 }],
    ['Psyllium husk', { kcal: 35, fat: 0, carbs: 80, protein: 0 }], // a US label that does not state fibre
    ['Premium Guar Gum', { kcal: 0, fat: 0, carbs: 90, protein: 0, fiber: 90 }],
    ['Premium Xanthan Gum', { fat: 0, carbs: 77.8, protein: 0, fiber: 77.8 }],
    ['Chia', { kcal: 444, fat: 31.6, carbs: 23, protein: 22.9, fiber: 32.3 }],
    ['Olive oil', { kcal: 900, fat: 100, carbs: 0, protein: 0, sat: 14 }],
    ['Lard', { kcal: 902, fat: 100, carbs: 0, protein: 0, sat: 39.2, source: usda }],
    ['Avocado Oil', { kcal: 929, fat: 100, carbs: 0, protein: 0, sat: 14.29 }],
    ['Coconut Oil', { kcal: 900, fat: 100, sat: 95, carbs: 0, protein: 0 }],
    ['Gelatine', { kcal: 352, fat: 0.1, carbs: 0, protein: 87.6 }],
    [
      'Cocoa, dry powder, unsweetened',
      { kcal: 228, fat: 13.7, carbs: 57.9, protein: 19.6, fiber: 37, source: usda },
    ],
    [
      'Cocoa, processed with alkali',
      { kcal: 220, fat: 13.1, carbs: 58.3, protein: 18.1, fiber: 29.8, source: usda },
    ],
    ['Organic Sugar', { kcal: 400, fat: 0, carbs: 100, protein: 0, sugar: 100 }],
    ['Sugars, granulated', { kcal: 387, fat: 0, carbs: 99.98, protein: 0, sugar: 99.8, source: usda }],
    ['S.Pellegrino', { kcal: 0, fat: 0, carbs: 0, protein: 0, category: 'Sparkling Water' }],
    ['Mineralwasser Classic', { kcal: 0, fat: 0, carbs: 0, protein: 0 }],
    ['Kaffee', { kcal: 0, fat: 0, carbs: 0, protein: 0 }],
    ['Thé vert citron', { fat: 0, carbs: 0, protein: 0, sugar: 0 }],
    ...['Bourbon vanilla tea', 'White wine vinegar', 'Diet root beer', 'Earl Grey'].map(
      (name): [string, Values] => [name, allZero],
    ),
    ['Coca-Cola Zero Azúcar', { kcal: 0.2, fat: 0, carbs: 0, protein: 0 }],
    ['Club soda', { kcal: 0, fat: 0, carbs: 0, protein: 0, Na: 21, source: usda }],
    ['Bouillon Boeuf', { fat: 0.5, carbs: 0.5, protein: 0.5, sugar: 0.5 }],
    ['Moutarde douce', { kcal: 104, fat: 6, carbs: 6, protein: 6, sugar: 3 }],
    ['Cream, fluid, light', { kcal: 191, fat: 19.1, carbs: 2.82, protein: 2.96, sugar: 3.67, source: usda }],
    ['Beef, brain, cooked, simmered', { kcal: 151, fat: 10.53, carbs: 1.48, protein: 11.67, chol: 3_100 }],
    ['Leavening agents, cream of tartar', { kcal: 258, fat: 0, carbs: 61.5, protein: 0, K: 16_500 }],
    ['Oat cereal', { kcal: 300, fat: 7, carbs: 66, protein: 17, source: usda }],
    ['Apricot jam, sugar-free', { kcal: 40, fat: 0, carbs: 28, protein: 0, sugar: 0 }],
    ['Yaourt 0 % sucre', { kcal: 75, fat: 3.6, carbs: 5, protein: 5, sat: 2, sugar: 5 }],
    ['Vin rouge sans alcool', { kcal: 15, fat: 0, carbs: 3.5, protein: 0, sugar: 3 }],
    ['Vinaigre de vin rouge', { kcal: 1, fat: 0, carbs: 0.2, protein: 0 }],
    ['Ginger beer', { kcal: 16, fat: 0, carbs: 4, protein: 0, sugar: 4 }],
    [
      'Mousse au chocolat',
      { kcal: 170, fat: 8, carbs: 20, protein: 4, sat: 5, sugar: 18, category: 'Sweets' },
    ],
    ['Sirop sans sucre', { kcal: 40, fat: 0, carbs: 28, protein: 0, sugar: 0 }],
    ['Quince jelly', { kcal: 200, fat: 0, carbs: 50, protein: 0, sugar: 0, polyols: 48 }],
    ['Honey mustard', { kcal: 20, fat: 0, carbs: 4, protein: 1, sugar: 0, Na: 900 }], // rounded to a serving of 5 g
    ['Granola', { kcal: 440, fat: 7, carbs: 77, protein: 13, sat: 0 }], // likewise
    ['Butter, fat-free', { kcal: 60, fat: 2, carbs: 8, protein: 2, sat: 0 }],
    ['Oil, experimental, high oleic', { kcal: 884, fat: 100, carbs: 0, protein: 0, sat: 0, source: usda }],
    ['Ham, unsalted', { kcal: 120, fat: 4, carbs: 0, protein: 21, sat: 1.4, Na: 0 }],
    ['Blue Cheese Dressing', { kcal: 463, fat: 50, carbs: 3.3, protein: 0, sat: 8 }],
    ['Beef tallow', { kcal: 900, fat: 100, carbs: 0, protein: 0, sat: 43 }],
    ['Chicken Gravy', { kcal: 64, fat: 4.2, carbs: 6.7, protein: 0, sat: 1.7 }],
    ['Barley wine ale', { kcal: 110, fat: 0, carbs: 8, protein: 1, alcohol: 9.5 }],
    ['Cola syrup', { kcal: 180, fat: 0, carbs: 45, protein: 0, sugar: 45 }],
    ['Cola', { kcal: 42, fat: 0, carbs: 10.6, protein: 0, sugar: 10.6, serving: 330 }],
    ['Cola gummies', { kcal: 340, fat: 0, carbs: 80, protein: 5, sugar: 55 }],
    ['Fish and chips', { kcal: 160, fat: 6, carbs: 12, protein: 14, sat: 0.7 }],
    ['Cookie dough ice cream', { kcal: 200, fat: 10, carbs: 25, protein: 3, sat: 6 }],
    ['Cookies', { kcal: 480, fat: 22, carbs: 64, protein: 6, sat: 11, serving: 30 }],
    ['Beef bouillon', { kcal: 200, fat: 8, carbs: 20, protein: 12, sat: 4, Na: 20_000 }],
    ['Dry-cured ham', { kcal: 230, fat: 12, carbs: 0.5, protein: 30, sat: 4.5, Na: 2_800 }],
    ['Dill pickles', { kcal: 0, fat: 0, carbs: 3.6, protein: 0 }], // 4 kcal in a serving of 28 g
    ['Green tea', { kcal: 4, fat: 0.5, carbs: 0.5, protein: 0.5 }], // less than 0.5 g each
    ['Coconut Creamer', { kcal: 500, fat: 30, carbs: 55, protein: 3, sat: 30, sugar: 55 }],
    ['Lard', { kcal: 902, fat: 100, carbs: 0, protein: 0, sat: 100, source: usda }],
    ['Gum drops, sugar-free', { kcal: 354, fat: 0.2, carbs: 88, protein: 0, sugar: 70, source: usda }],
    ['Apple sauce, no sugar added', { kcal: 50, fat: 0, carbs: 12, protein: 0.3, sugar: 11 }],
    ['Compote sans sucres ajoutés', { kcal: 50, fat: 0, carbs: 12, protein: 0.3, sugar: 11 }],
    ['Sardines in olive oil', { kcal: 210, fat: 13, carbs: 0, protein: 23, sat: 3, Na: 300 }],
    ['Oil, experimental, diluted', { kcal: 450, fat: 50, carbs: 0, protein: 0, sat: 7, source: usda }],
    ['Kettle Corn, Honey', { kcal: 460, fat: 14, carbs: 78, protein: 4, sat: 2, fiber: 4 }],
    ['Chips & Honey', { kcal: 460, fat: 14, carbs: 78, protein: 4, sat: 2, fiber: 4 }],
    ['Yogurt with honey', { kcal: 110, fat: 3, carbs: 16, protein: 4, sat: 2 }],
    ['Beurre de pomme', { kcal: 180, fat: 0, carbs: 44, protein: 0.2 }],
    ['Chocolat noir glacé', { kcal: 220, fat: 12, carbs: 25, protein: 3, sat: 8 }],
    ['Sardine', { kcal: 140, fat: 12, carbs: 0, protein: 7, sat: 3, Na: 300 }],
    ['Lemon juice', { kcal: 27, fat: 0, carbs: 2, protein: 0.4, sugar: 2 }], // acids
  ]
  it.each(cases)('%s %o', (name, values) => {
    expect(brokenRules(food(name, values))).toEqual([])
  })
})

describe('drops impossible values', () => {
  const cases: [string, Values, ...string[]][] = [
    ['creamy peanut butter', { fat: 140 }, 'over-100-g fat_g'],
    ['Danonino Fresa', { fat: 3.1, carbs: 14.3, protein: 5.71, sugar: 102 }, 'over-100-g sugar_g'],
    ['Jus de fruit', { carbs: 11_000, protein: 845 }, 'over-100-g protein_g', 'over-100-g carbs_g'],
    ['Kombi böreklik', { fiber: 1_111_100 }, 'over-100-g fiber_g'],
    ['Coconut oil', { fat: 93.3, carbs: 0, protein: 0, sat: 571 }, 'over-100-g saturated_fat_g'],
    ['Cahier de révision', { alcohol: 5_191.6 }, 'over-100-g alcohol_g'],
    ['Smoked Coho Salmon', { fat: 15.8, protein: 22.8, Na: 1_320_000 }, 'over-100-g-sodium sodium_mg'],
    ['Whole Milk', { fat: 4.17, carbs: 4.58, protein: 3.33, Na: 50_000 }, 'over-100-g-sodium sodium_mg'],
    ['Activia Natural', { fat: 1.56, carbs: 11.6, protein: 2.53, Na: 40_600 }, 'over-100-g-sodium sodium_mg'],
    ['Montagnole', { chol: 13_000 }, 'cholesterol-bound cholesterol_mg'],
    [
      'Datteri medjoul',
      { kcal: 322, fat: 0.2, carbs: 75, protein: 1.8, K: 696_000 },
      'potassium-bound potassium_mg',
    ],
    ['Gatorade naranja', { fat: 0, carbs: 24, protein: 0, K: 48_000 }, 'potassium-bound potassium_mg'],
    [
      'Coffee & Milk Creamer',
      { fat: 100, carbs: 66.67, protein: 66.67 },
      'macros-over-120 fat_g',
      'macros-over-120 carbs_g',
      'macros-over-120 protein_g',
    ],
    ['Stuffed Snacks', { kcal: 24_000, fat: 11, carbs: 31, protein: 3 }, 'over-900-kcal calories_kcal'],
    ['Demerara Sugar', { kcal: 1_569, carbs: 100, sugar: 100 }, 'over-900-kcal calories_kcal'],
    [
      'Miele di arancio',
      { kcal: 0, fat: 0, carbs: 83, protein: 0.3, sugar: 83 },
      'zero-energy calories_kcal',
    ],
    ['Energy balls', { kcal: 0, fat: 20.4, carbs: 42.9, protein: 24.5 }, 'zero-energy calories_kcal'],
    ['Curry Pulver', { kcal: 12, fat: 12, carbs: 37.9, protein: 12 }, 'zero-energy calories_kcal'],
    ['Coca-Cola Sin Azúcares', { kcal: 0, fat: 0, carbs: 0, protein: 18 }, 'zero-energy calories_kcal'],
    [
      'Pleasant Acres, Blackberry Jelly',
      { fat: 0, carbs: 26.67, protein: 0, sugar: 66.67 },
      'sugar-far-over-carbs sugar_g',
      'sugar-far-over-carbs carbs_g',
    ],
    [
      'Crunchy Real Hazelnut Butter', // the energy confirms the carbohydrates, so only the sugar is wrong
      { kcal: 499, fat: 44.86, carbs: 12.7, protein: 11.08, sugar: 27.84 },
      'sugar-far-over-carbs sugar_g',
    ],
    [
      'Boules de Berlin',
      { kcal: 333, fat: 13, carbs: 48, protein: 6, sat: 22 },
      'saturated-far-over-fat saturated_fat_g',
    ],
    [
      'Tomme Artisanale',
      { fat: 0, carbs: 21, protein: 19, sat: 15 },
      'saturated-far-over-fat saturated_fat_g',
      'saturated-far-over-fat fat_g',
    ],
    [
      'Riso nano vialone veronese',
      { kcal: 354, fat: 1.3, carbs: 78, protein: 7.1, Na: 36_000 },
      'salt-over-rest sodium_mg',
    ],
    [
      'Camembert',
      { fat: 0, carbs: 0, protein: 0, sugar: 0, Na: 600 },
      ...['protein_g', 'fat_g', 'carbs_g', 'sugar_g'].map(zero => `all-zero ${zero}`),
    ],
    ...['Organic Canola Oil', 'Whisky', 'Curry powder, salt-free', 'Seasoning'].map(
      (name): [string, Values, ...string[]] => [name, allZero, ...allZeroFlags],
    ),
    ['Cream crackers', { ...allZero, source: 'usda', brand: 'Millers' }, ...allZeroFlags],
    [
      'Apricot Jam',
      { kcal: 115, fat: 0, carbs: 28, protein: 0, sugar: 0, sat: 0 },
      'contradicting-zero sugar_g',
    ],
    ['Miel de fleurs', { kcal: 320, fat: 0, carbs: 80, protein: 0, sugar: 0 }, 'contradicting-zero sugar_g'],
    [
      'Yaourt à la fraise',
      { kcal: 95, fat: 3, carbs: 13, protein: 4, sugar: 0 },
      'contradicting-zero sugar_g',
    ],
    [
      'Medjool dates',
      { kcal: 287, fat: 0, carbs: 68, protein: 3, sugar: 0, category: 'Dried fruits' },
      'contradicting-zero sugar_g',
    ],
    [
      "Sirop d'agave",
      { kcal: 304, fat: 0, carbs: 76, protein: 0, sugar: 0, category: 'Sugar and sweeteners' },
      'contradicting-zero sugar_g',
    ],
    [
      'Butter biscuits',
      { kcal: 300, fat: 8, carbs: 50, protein: 7, sat: 0 },
      'contradicting-zero saturated_fat_g',
    ],
    [
      'Walnut oil',
      { kcal: 900, fat: 100, carbs: 0, protein: 0, sat: 0 },
      'contradicting-zero saturated_fat_g',
    ],
    [
      'Cheddar, grated',
      { kcal: 290, fat: 32, carbs: 0, protein: 0, sat: 21, Na: 700 },
      'contradicting-zero protein_g',
    ],
    [
      'Smoked Ham',
      { kcal: 120, fat: 4, carbs: 0, protein: 21, sat: 1.4, Na: 0 },
      'contradicting-zero sodium_mg',
    ],
    [
      'Fish Fingers',
      { kcal: 262, fat: 12, carbs: 29, protein: 8, sat: 1.2, Na: 0 },
      'contradicting-zero sodium_mg',
    ],
    [
      'Bruzzler extra-würzig',
      { kcal: 231, fat: 19, carbs: 1, protein: 14, sat: 6.2, Na: 0 },
      'contradicting-zero sodium_mg',
    ],
    [
      'Mixed Vegetables',
      { kcal: 38, fat: 0.6, carbs: 4.5, protein: 2.3, sugar: 4.1, fiber: 0 },
      'contradicting-zero fiber_g',
    ],
    [
      'Zartbitterschokolade',
      { kcal: 546, fat: 39, carbs: 35, protein: 9, sugar: 32, sat: 24, fiber: 0 },
      'contradicting-zero fiber_g',
    ],
    [
      'Smoked Ham',
      { kcal: 120, fat: 4, carbs: 0, protein: 21, sat: 1.4, Na: 7_900 },
      'sodium-too-high sodium_mg',
    ],
    ['Lemonade', { kcal: 40, fat: 0, carbs: 10, protein: 0, Na: 1_600 }, 'sodium-too-high sodium_mg'],
    ['Salami', { kcal: 400, fat: 34, carbs: 1, protein: 23, sat: 13, Na: 1.8 }, 'sodium-in-grams sodium_mg'],
    [
      'Mushroom terrine',
      { kcal: 305, fat: 26, carbs: 2.8, protein: 15, sat: 26, sugar: 1, Na: 590 },
      'saturated-equals-fat saturated_fat_g',
    ],
  ]
  it.each(cases)('%s %o', (name, values, ...expected) => {
    const candidate = food(name, values)
    expect(brokenRules(candidate)).toEqual(expected)
    const checked = checkPlausibility(candidate)
    for (const flag of checked.quality_flags) {
      expect(checked[flag.field as keyof CandidateFood]).toBeNull()
      expect(flag.found).toBe(candidate[flag.field as keyof CandidateFood])
    }
  })
})

describe('converts kilojoules entered as kilocalories', () => {
  const disagreesWith = (kj: number) => [{ rule: 'energy-disagrees', field: 'calories_kcal', found: kj }]
  const cases: [string, Values, number][] = [
    [
      'Organic Yellow Split Peas',
      { kcal: 1_582, fat: 1.11, carbs: 68.89, protein: 28.89, fiber: 28.9 },
      378.1,
    ],
    ['Milk Chocolate Pretzels', { kcal: 1_883, fat: 22.5, carbs: 70, protein: 5 }, 450],
    ['Bagel Boston', { kcal: 820, fat: 4.1, carbs: 29.4, protein: 9.6 }, 196],
    ['Tagliatelle Pilz-Pfanne', { kcal: 707, fat: 8.2, carbs: 19, protein: 5 }, 169],
    [
      'Asparagus Spears',
      { kcal: 59, fat: 0, carbs: 2.84, protein: 1.42, quality_flags: disagreesWith(59) },
      14.1,
    ],
  ]
  it.each(cases)('%s %o → %d kcal', (name, values, kcal) => {
    const checked = checkPlausibility(food(name, values))
    expect(checked.calories_kcal).toBe(kcal)
    expect(checked.quality_flags.at(-1)).toEqual({
      rule: 'kj-as-kcal',
      field: 'calories_kcal',
      found: values.kcal,
    })
  })

  it.each<[string, Values]>([
    ['the macros are copied per serving of 24 g', { kcal: 515, fat: 12, carbs: 0, protein: 3 }],
    [
      'the kilojoules are computed',
      { kcal: 466.7, fat: 0, carbs: 14, protein: 1, quality_flags: disagreesWith(263) },
    ],
    [
      'the energy was already converted',
      { kcal: 594, fat: 6, carbs: 19.3, protein: 2.2, quality_flags: [fromKilojoules()] },
    ],
  ])('does not convert when %s', (name, values) => {
    expect(checkPlausibility(food(name, values)).calories_kcal).toBe(values.kcal)
  })
})

const overMass = (found: number) => ({ rule: 'over-100-g', field: 'fat_g', found })

it.each<[string, Values]>([
  ['Olive oil', { kcal: 900, protein: 0, carbs: 0, quality_flags: [overMass(140)] }],
  ['Chips', { kcal: 550, fat: 35, carbs: 50, protein: 6, sat: 3, quality_flags: [overMass(261)] }],
])('does not doubt the rest of %s %o', (name, values) => {
  expect(brokenRules(food(name, values))).toEqual(['over-100-g fat_g'])
})

const fromKilojoules = (kj = 2_485) => ({ rule: 'energy-from-kj', field: 'calories_kcal', found: kj })

describe('reads kilojoules as kilocalories where the nutrients say so', () => {
  const cases: [string, Values, number, number][] = [
    ['Oat rings', { kcal: 85.3, fat: 7.14, carbs: 71.4, protein: 10.7, fiber: 10.7 }, 357, 357],
    ['Cola', { kcal: 10, fat: 0, carbs: 11.4, protein: 0, sugar: 11.4 }, 41.7, 41.7],
    ['Bouillon', { kcal: 2.4, fat: 0.5, carbs: 0.5, protein: 0.5 }, 10, 2.4],
    ['Erythritol drops', { kcal: 60, fat: 0, carbs: 70, protein: 0, polyols: 70 }, 251, 60],
    ['Olive oil', { kcal: 215.1, fat: 100, carbs: 0, protein: 0 }, 900, 900],
    ['Rice, half of the energy', { kcal: 36, fat: 1, carbs: 75, protein: 7 }, 150, 36],
  ]
  it.each(cases)('%s %o, stated as %d kJ → %d kcal', (name, values, kj, kcal) => {
    const checked = checkPlausibility(food(name, { ...values, quality_flags: [fromKilojoules(kj)] }))
    expect(checked.calories_kcal).toBe(kcal)
    expect(checked.quality_flags.some(({ rule }) => rule === 'kcal-as-kj')).toBe(kcal === kj)
  })
})

describe('keeps and flags suspicious values', () => {
  const cases: [string, Values, string][] = [
    ['Organic Arborio Rice', { fat: 2.22, carbs: 95.56, protein: 13.33 }, 'macros-over-105 carbs_g'],
    ['Virginia Peanuts', { fat: 60.71, carbs: 21.43, protein: 25 }, 'macros-over-105 fat_g'],
    ['Powdered Bouillon, Chicken', { fat: 0, carbs: 100, protein: 0, Na: 20_000 }, 'salt-or-rest sodium_mg'],
    ['Raisins secs', { fat: 0.49, carbs: 62.4, protein: 2.09, fiber: 100 }, 'fiber-over-rest fiber_g'],
    [
      'Cookies and cream',
      { fat: 27, carbs: 61, protein: 8, sugar: 45, fiber: 25 },
      'fiber-over-rest fiber_g',
    ],
    ['Mandarin Oranges', { fat: 0, carbs: 11.48, protein: 0, sugar: 13.93 }, 'sugar-over-carbs sugar_g'],
    [
      'Mackerel In Water',
      { fat: 3.57, carbs: 0, protein: 14.29, sat: 4.46 },
      'saturated-over-fat saturated_fat_g',
    ],
    ['Gouda jung', { kcal: 87, fat: 29, carbs: 0.1, protein: 25 }, 'energy-mismatch calories_kcal'],
    // A national table states carbohydrates without fibre.
    [
      'Moor flakes',
      { source: 'bls', kcal: 60, fat: 0, carbs: 40, protein: 1, fiber: 38 },
      'energy-mismatch calories_kcal',
    ],
    [
      'Huile olives thym romarin',
      { kcal: 99, fat: 100, carbs: 0, protein: 0 },
      'energy-mismatch calories_kcal',
    ],
    ['Pepsi', { kcal: 9.97, fat: 0, carbs: 11.4, protein: 0, sugar: 11.4 }, 'energy-mismatch calories_kcal'],
    [
      'Sos czosnkowy Aioli',
      { kcal: 387, fat: 4.5, carbs: 9.6, protein: 1.2 },
      'energy-mismatch calories_kcal',
    ],
    [
      'Beck’s Ice, Bier-Mix',
      { kcal: 488, fat: 0, carbs: 17.5, protein: 0.4 },
      'energy-mismatch calories_kcal',
    ],
    ['Black Currant Nectar', { kcal: 47, fat: 0, carbs: 0, protein: 0 }, 'energy-mismatch calories_kcal'],
    [
      'Organic Shoyu',
      {
        kcal: 234,
        carbs: 5.56,
        quality_flags: [{ rule: 'energy-disagrees', field: 'calories_kcal', found: 234 }],
      },
      'kcal-or-kj calories_kcal',
    ],
    ['Lucky charms', { fat: 1, carbs: 1, protein: 1, sugar: 1, sat: 1 }, 'three-equal carbs_g'],
    [
      'Tomato',
      { kcal: 4.3, fat: 0.2, carbs: 3.9, protein: 0.9, fiber: 1.2 },
      'energy-mismatch calories_kcal',
    ],
    ['Beef Stock', { kcal: 1.5, fat: 0, carbs: 0.4, protein: 3 }, 'energy-mismatch calories_kcal'],
    ['Beer', { kcal: 102, carbs: 6, protein: 1, fat: 0, category: 'Beers' }, 'per-serving calories_kcal'],
    ['Lager', { kcal: 150, carbs: 12, protein: 1.5, fat: 0, serving: 355 }, 'per-serving calories_kcal'],
    [
      'Cola',
      { kcal: 140, fat: 0, carbs: 35, protein: 0, sugar: 35, serving: 330 },
      'per-serving calories_kcal',
    ],
    ['Gummies', { kcal: 132, fat: 0, carbs: 31, protein: 2, sugar: 21 }, 'per-serving calories_kcal'],
    [
      'Oat cereal', // a label, not a laboratory's value
      { kcal: 300, fat: 7, carbs: 66, protein: 17, source: 'usda', brand: 'Millers' },
      'energy-mismatch calories_kcal',
    ],
    [
      'Grilled pepper salad',
      { kcal: 137, fat: 13, carbs: 4, protein: 1, sat: 13, sugar: 4 },
      'parts-equal-wholes fat_g',
    ],
    [
      'Oat biscuits sugar free',
      { kcal: 410, fat: 13, carbs: 66, protein: 7, sugar: 5 },
      'sugar-in-sugar-free sugar_g',
    ],
    [
      'Zuckerfreie Bonbons',
      { kcal: 240, fat: 0, carbs: 95, protein: 0, sugar: 60 },
      'sugar-in-sugar-free sugar_g',
    ],
    ['100% Cacao', { kcal: 61, fat: 2.1, carbs: 5, protein: 4.5, fiber: 1.9 }, 'unlike-kind calories_kcal'],
    ['Sonnenblumenöl', { kcal: 94, fat: 10, carbs: 0.5, protein: 0.5, sat: 1 }, 'unlike-kind calories_kcal'],
    [
      'Golden',
      { kcal: 94, fat: 10, carbs: 0.5, protein: 0.5, sat: 1, category: 'Olive oil' },
      'unlike-kind calories_kcal',
    ],
    ['Miel de acacia', { kcal: 40, fat: 0, carbs: 10, protein: 0, sugar: 10 }, 'unlike-kind calories_kcal'],
    ['Whisky', { kcal: 20, fat: 0, carbs: 0, protein: 0 }, 'unlike-kind calories_kcal'],
    ...(
      [
        ['Fish oil', { kcal: 35, fat: 3, carbs: 1, protein: 1 }],
        ['Vin rouge', { kcal: 1.2, fat: 0, carbs: 0.2, protein: 0.1 }],
        ['Cardhu', { kcal: 0.4, fat: 0, carbs: 0.1, protein: 0, category: 'Alcoholic beverages' }],
        ['Pipas de calabaza', { kcal: 141, fat: 12, carbs: 3, protein: 6, sat: 2 }],
        ['Dattes deglet nour', { kcal: 126, fat: 0, carbs: 31, protein: 1, sugar: 29 }],
        ['Bloc de foie gras', { kcal: 54.8, fat: 4, carbs: 1, protein: 4, sat: 2 }],
        ['Cioccolato', { kcal: 120, fat: 4, carbs: 16, protein: 4, sat: 3, sugar: 16, category: 'Sweets' }],
      ] satisfies [string, Values][]
    ).map(([name, values]): [string, Values, string] => [name, values, 'unlike-kind calories_kcal']),
    ['Haferkeks', { kcal: 300, fat: 16, carbs: 34, protein: 4, fiber: 0.9 }, 'unlike-kind calories_kcal'],
    ['Emmental', { kcal: 280, fat: 30, carbs: 0.5, protein: 2, sat: 19, Na: 200 }, 'unlike-kind protein_g'],
    [
      'Digestives',
      { kcal: 163, fat: 7.8, carbs: 20.8, protein: 2.2, fiber: 0.5 },
      'unlike-kind calories_kcal',
    ],
    [
      'Zero Calorie Sweetener',
      { kcal: 400, fat: 0, carbs: 100, protein: 0, sugar: 100 },
      'unlike-kind calories_kcal',
    ],
    ['Pur jus de pomme', { kcal: 100, fat: 8, carbs: 7, protein: 0, sat: 1, sugar: 6 }, 'unlike-kind fat_g'],
    [
      'Jalapeno Cashews',
      { kcal: 653, protein: 97.9, sugar: 32.6, quality_flags: [overMass(261)] },
      'next-to-impossible calories_kcal',
    ],
    [
      'Fromage Blanc 0 %',
      { kcal: 75, fat: 3.6, carbs: 4, protein: 7, sat: 2, sugar: 4 },
      'unlike-kind fat_g',
    ],
    ['Nori Goma Furikake', { fat: 33.33, carbs: 33.33, protein: 33.33 }, 'three-equal carbs_g'],
  ]
  it.each(cases)('%s %o: %s', (name, values, expected) => {
    const candidate = food(name, values)
    expect(brokenRules(candidate).at(-1)).toEqual(expected)
    expect({ ...checkPlausibility(candidate), quality_flags: [] }).toEqual({
      ...candidate,
      quality_flags: [],
    })
  })
})

it('has one rule with a description for every code', () => {
  const codes = [...impossible, ...suspicious, unlikePeers].map(({ code }) => code)
  expect(new Set(codes).size).toBe(codes.length)
  for (const rule of codes) {
    expect(effectOf({ rule, field: '' })).toBeDefined()
    expect(describeRule({ rule, field: '' })).toMatch(/^[A-Z].*[^.]$/)
  }
  expect(effectOf({ rule: 'sodium-from-salt', field: 'sodium_mg' })).toBeUndefined()
})

it('documents every rule in docs/explanation/data-quality.md', () => {
  const page = readFileSync(new URL('../../docs/explanation/data-quality.md', import.meta.url), 'utf8')
  for (const { code } of [...impossible, ...suspicious, unlikePeers])
    expect(page).toContain(`| \`${code}\` |`)
})

describe('for any values', () => {
  const value = fc.option(
    fc.oneof(
      fc.constantFrom(0, 0.5, 1, 33.33, 100, 900, 39_340),
      fc.double({ min: 0, max: 120, noNaN: true }),
      fc.double({ min: 0, noNaN: true }),
    ),
    { nil: undefined },
  )
  const flag = fc.record({
    rule: fc.constantFrom('energy-disagrees', 'energy-from-kj', 'less-than'),
    field: fc.constant('calories_kcal'),
    found: fc.double({ min: 0, max: 5_000, noNaN: true }),
  })
  const candidates = fc
    .record({
      name: fc.constantFrom('Bier', 'Sugar free gum', 'Eau', 'Baguette', 'Cheddar', 'Jam', ''),
      category: fc.constantFrom('Salts', undefined),
      source: fc.constantFrom('off', 'usda', 'community', 'ai_estimate'),
      ...{ kcal: value, fat: value, sat: value, carbs: value, sugar: value, fiber: value, protein: value },
      ...{ Na: value, chol: value, K: value, alcohol: value, polyols: value },
      quality_flags: fc.array(flag, { maxLength: 2 }),
    })
    .map(({ name, ...values }) => food(name, values as Values))

  it('is idempotent', () => {
    fc.assert(
      fc.property(candidates, candidate => {
        expect(checkPlausibility(checkPlausibility(candidate))).toEqual(checkPlausibility(candidate))
      }),
      { numRuns: 2_000 },
    )
  })

  it('invents no value and flags every change', () => {
    fc.assert(
      fc.property(candidates, candidate => {
        const checked = checkPlausibility(candidate)
        for (const nutrient of nutrients) {
          if (checked[nutrient] === candidate[nutrient]) continue
          const flag = checked.quality_flags.find(
            ({ field, found }) => field === nutrient && found === candidate[nutrient],
          )
          expect(flag).toBeDefined()
          if (checked[nutrient] === null) continue
          const kilojoules = candidate.quality_flags.map(({ found }) => found)
          if (flag?.rule === 'kcal-as-kj') expect(kilojoules).toContain(checked[nutrient])
          else expect(checked[nutrient]).toBeCloseTo((candidate[nutrient] ?? 0) / 4.184, 1)
        }
      }),
      { numRuns: 2_000 },
    )
  })

  it('does not modify its argument, and changes only values and flags', () => {
    fc.assert(
      fc.property(candidates, candidate => {
        const before = structuredClone(candidate)
        const { name, source, source_id, category } = checkPlausibility(candidate)
        expect(candidate).toEqual(before)
        expect({ name, source, source_id, category }).toEqual({
          ...{
            name: candidate.name,
            source: candidate.source,
            source_id: candidate.source_id,
            category: candidate.category,
          },
        })
      }),
    )
  })
})

describe('at its limit', () => {
  const lab = { source: 'usda' } as const
  // rule and field, name, the last values that are accepted, the change that breaks the rule
  const limits: [string, string, Values, Values][] = [
    [
      'saturated-equals-fat saturated_fat_g',
      'Food',
      { fat: 10, sat: 9.69, carbs: 10, sugar: 2 },
      { sat: 9.7 },
    ],
    ['saturated-equals-fat saturated_fat_g', 'Food', { fat: 5, sat: 5, carbs: 10, sugar: 2 }, { fat: 5.1 }],
    ['parts-equal-wholes fat_g', 'Food', { fat: 5, sat: 5, carbs: 3, sugar: 3 }, { fat: 5.1 }],
    ['sugar-in-sugar-free sugar_g', 'Sugar-free tart', { carbs: 30, sugar: 2 }, { sugar: 2.1 }],
    ['unlike-kind calories_kcal', 'Olive oil', { kcal: 600 }, { kcal: 599 }],
    ['unlike-kind calories_kcal', 'Miel', { kcal: 370 }, { kcal: 371 }],
    [
      'unlike-kind calories_kcal',
      'Haferkeks',
      { kcal: 400, carbs: 50, fiber: 4, polyols: 1 },
      { carbs: 49.9 },
    ],
    ['macros-over-105 carbs_g', 'Food', { fat: 30, carbs: 45, protein: 30 }, { carbs: 45.1 }],
    ['macros-over-105 fat_g', 'Food', { fat: 45, carbs: 30, protein: 30 }, { fat: 45.1 }],
    ['macros-over-105 protein_g', 'Food', { fat: 30, carbs: 30, protein: 45 }, { protein: 45.1 }],
    ['macros-over-120 fat_g', 'Food', { fat: 60, carbs: 40, protein: 20 }, { fat: 60.1 }],
    ['salt-or-rest sodium_mg', 'Food', { carbs: 100, Na: 3_930 }, { Na: 3_940 }],
    ['fiber-over-rest fiber_g', 'Food', { fat: 40, carbs: 40, sugar: 40, fiber: 40 }, { fiber: 40.1 }],
    ['sugar-over-carbs sugar_g', 'Food', { carbs: 10, sugar: 11 }, { sugar: 11.1 }],
    ['sugar-far-over-carbs sugar_g', 'Food', { carbs: 10, sugar: 13 }, { sugar: 13.1 }],
    ['saturated-over-fat saturated_fat_g', 'Food', { fat: 2, sat: 2.5 }, { sat: 2.6 }],
    ['saturated-far-over-fat saturated_fat_g', 'Food', { fat: 2, sat: 5 }, { sat: 5.1 }],
    ['three-equal carbs_g', 'Food', { fat: 0.9, carbs: 0.9, protein: 0.9 }, { fat: 1, carbs: 1, protein: 1 }],
    ['all-zero carbs_g', 'Food', { fat: 0, carbs: 0, protein: 0, Na: 34_000 }, { Na: 33_999 }],
    ['all-zero carbs_g', 'Wine', { fat: 0, carbs: 0, protein: 0 }, { kcal: 0 }],
    ['all-zero carbs_g', 'Food', { fat: 0, carbs: 0, protein: 0, alcohol: 0.1 }, { alcohol: 0 }],
    ['energy-mismatch calories_kcal', 'Food', { kcal: 160, fat: 0, carbs: 50, protein: 0 }, { kcal: 159 }],
    [
      'energy-mismatch calories_kcal',
      'Food',
      { kcal: 141, fat: 0, carbs: 50, protein: 0, ...lab },
      { kcal: 139 },
    ],
    ['energy-mismatch calories_kcal', 'Food', { kcal: 250, fat: 0, carbs: 50, protein: 0 }, { kcal: 251 }],
    ['energy-mismatch calories_kcal', 'Food', { kcal: 9, fat: 0, carbs: 5, protein: 0 }, { kcal: 8.9 }],
    ['zero-energy calories_kcal', 'Food', { kcal: 10, fat: 0, carbs: 50, protein: 0 }, { kcal: 9.9 }],
    ['contradicting-zero sugar_g', 'Honey', { carbs: 4.9, sugar: 0 }, { carbs: 5 }],
    ['contradicting-zero sugar_g', 'Honey', { carbs: 80, sugar: 0, fiber: 75.1 }, { fiber: 75 }],
    ['contradicting-zero sugar_g', 'Honey', { carbs: 80, sugar: 0, polyols: 75.1 }, { polyols: 75 }],
    ['contradicting-zero saturated_fat_g', 'Food', { fat: 9.9, sat: 0 }, { fat: 10 }],
    ['contradicting-zero saturated_fat_g', 'Butter', { fat: 2.9, sat: 0 }, { fat: 3 }],
    ['contradicting-zero protein_g', 'Salami', { fat: 1.9, carbs: 5, protein: 0 }, { fat: 2 }],
    ['contradicting-zero protein_g', 'Salami', { fat: 80.1, carbs: 5, protein: 0 }, { fat: 80 }],
    ['contradicting-zero protein_g', 'Salami', { fat: 20, carbs: 5.1, protein: 0 }, { carbs: 5 }],
    ['contradicting-zero sodium_mg', 'Food', { fat: 5, carbs: 5, protein: 4.9, Na: 0 }, { protein: 5 }],
    ['contradicting-zero sodium_mg', 'Food', { fat: 5, carbs: 5, protein: 40.1, Na: 0 }, { protein: 40 }],
    ['contradicting-zero sodium_mg', 'Food', { fat: 40, carbs: 5, protein: 20, Na: 0 }, { fat: 39.9 }],
    ['contradicting-zero sodium_mg', 'Food', { fat: 5, carbs: 5.1, protein: 20, Na: 0 }, { carbs: 5 }],
    [
      'contradicting-zero sodium_mg',
      'Food',
      { fat: 5, carbs: 5, protein: 20, fiber: 1, Na: 0 },
      { fiber: 0.9 },
    ],
    ['contradicting-zero sodium_mg', 'Salami', { fat: 1, carbs: 0, protein: 0.1, Na: 1 }, { Na: 0 }],
    ['contradicting-zero fiber_g', 'Lentils', { carbs: 2.9, fiber: 0 }, { carbs: 3 }],
    ['sodium-in-grams sodium_mg', 'Salami', { fat: 30, protein: 20, Na: 5 }, { Na: 4.9 }],
    ['sodium-too-high sodium_mg', 'Salami', { fat: 30, protein: 20, Na: 4_000 }, { Na: 4_001 }],
    ['sodium-too-high sodium_mg', 'Lemonade', { carbs: 10, Na: 1_000 }, { Na: 1_001 }],
    ['per-serving calories_kcal', 'Lemonade', { kcal: 70, fat: 0, carbs: 17, protein: 0 }, { kcal: 80.1 }],
    ['per-serving calories_kcal', 'Lemonade', { kcal: 100, carbs: 25, serving: 100 }, { serving: 250 }],
    ['per-serving calories_kcal', 'Lemonade', { kcal: 100, fat: 1.1, carbs: 25 }, { fat: 1 }],
    ['per-serving calories_kcal', 'Lemonade', { kcal: 100, carbs: 25, protein: 3.1 }, { protein: 3 }],
    ['per-serving calories_kcal', 'Lemonade', { kcal: 220.1, carbs: 55 }, { kcal: 220 }],
    ['per-serving calories_kcal', 'Lemonade', { kcal: 100, carbs: 25, serving: 181 }, { serving: 182 }],
    [
      'per-serving calories_kcal',
      'Biscuits',
      { kcal: 180, fat: 10, carbs: 20, protein: 2, fiber: 8 },
      { fiber: 7.9 },
    ],
  ]
  it.each(limits)('%s: %s with %j, unlike %j', (rule, name, accepted, change) => {
    expect(brokenRules(food(name, accepted))).not.toContain(rule)
    expect(brokenRules(food(name, { ...accepted, ...change }))).toContain(rule)
  })

  it.each(['Honey', 'Salami', 'Lentils', 'Lemonade', 'Biscuits'])('%s may have measured zeros', name => {
    const zeros = { fat: 20, carbs: 5, protein: 0, sugar: 0, sat: 0, fiber: 0, Na: 0 }
    const ofLabel = brokenRules(food(name, zeros))
    expect(ofLabel).toContain('contradicting-zero saturated_fat_g')
    expect(brokenRules(food(name, { ...zeros, ...lab })).join()).not.toContain('contradicting-zero')
  })
})
