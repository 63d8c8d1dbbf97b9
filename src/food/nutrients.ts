// The nutrient table: each row holds everything that Larder knows about a nutrient. The schema, the source readers, the
// plausibility checks, the confidence score, the clients and the packages are derived from it (CONTRIBUTING.md, "Add a nutrient").
import type { EuLabelLine, NutrientFacts, SourceAmountFacts, UsLabelLine } from './nutrient-facts.ts'

export const massLimit = {
  max: 100,
  rule: 'over-100-g',
  description: 'More than 100 g per 100 g',
  why: '100 g cannot contain more. No real value is between 100 and 100.5, so no tolerance is needed',
  example: 'peanut butter with 140 g fat',
}

/** Fields of a food, in the order of the specification. */
const table = {
  calories_kcal: {
    name: 'energy',
    unit: 'kcal',
    amount: 'energy_kcal',
    off: { names: ['energy-kcal'], unit: 'kcal' },
    // Foundation foods state it by Atwater's specific (2048) or general (2047) factors.
    usda: [1008, 2048, 2047],
    // 3,911 kJ, the limit of Open Food Facts' own check. Pure fat has 900 kcal, and labels that round a serving of oil
    // reach 929 (130 kcal in 14 g).
    limit: {
      max: 935,
      rule: 'over-900-kcal',
      description: 'More energy than pure fat',
      why: 'pure fat has 900, rounded servings of oil reach 929; Open Food Facts also uses 935 kcal (3,911 kJ)',
      example: 'snacks with 24,000 kcal',
    },
    confidenceWeight: 3,
    isMandatoryInEu: true,
    euLabel: { order: 1, name: 'Energy', rounding: 'eu-kilocalories', referenceIntake: 2_000 },
    schemaOrg: 'calories',
    example: 593,
  },
  protein_g: {
    name: 'protein',
    unit: 'g',
    amount: 'protein',
    off: { names: ['proteins'], unit: 'g' },
    usda: [1003],
    limit: massLimit,
    confidenceWeight: 2,
    isMandatoryInEu: true,
    usLabel: { order: 8, name: 'Protein', rounding: 'us-grams', row: 'main', dailyValue: 50 },
    euLabel: { order: 7, name: 'Protein', rounding: 'eu-grams', referenceIntake: 50 },
    schemaOrg: 'proteinContent',
    example: 21.9,
  },
  fat_g: {
    name: 'fat',
    unit: 'g',
    amount: 'fat',
    off: { names: ['fat'], unit: 'g' },
    // For oils only the sum of the fatty acids (1085) is known.
    usda: [1004, 1085],
    limit: massLimit,
    confidenceWeight: 2,
    isMandatoryInEu: true,
    usLabel: { order: 1, name: 'Total Fat', rounding: 'us-fat', row: 'main', dailyValue: 78 },
    euLabel: { order: 2, name: 'Fat', rounding: 'eu-grams', referenceIntake: 70 },
    schemaOrg: 'fatContent',
    example: 50,
  },
  carbs_g: {
    name: 'carbohydrates',
    nameOfAmount: 'carbohydrate',
    shortTitle: 'Carbs',
    unit: 'g',
    amount: 'carbs',
    off: { names: ['carbohydrates'], unit: 'g' },
    usda: [1005],
    limit: massLimit,
    confidenceWeight: 2,
    isMandatoryInEu: true,
    usLabel: { order: 5, name: 'Total Carbohydrate', rounding: 'us-grams', row: 'main', dailyValue: 275 },
    euLabel: { order: 4, name: 'Carbohydrate', rounding: 'eu-grams', referenceIntake: 260 },
    schemaOrg: 'carbohydrateContent',
    example: 25,
  },
  fiber_g: {
    name: 'fibre',
    unit: 'g',
    amount: 'fiber',
    off: { names: ['fiber'], unit: 'g' },
    // Not 2033 (AOAC 2011.25), which reports 15 g in raw potatoes.
    usda: [1079],
    limit: massLimit,
    confidenceWeight: 1,
    usLabel: { order: 6, name: 'Dietary Fiber', rounding: 'us-grams', row: 'part', dailyValue: 28 },
    euLabel: { order: 6, name: 'Fibre', rounding: 'eu-grams' },
    schemaOrg: 'fiberContent',
    example: 6.25,
  },
  sugar_g: {
    name: 'sugar',
    unit: 'g',
    amount: 'sugar',
    off: { names: ['sugars'], unit: 'g' },
    usda: [2000, 1063],
    limit: massLimit,
    confidenceWeight: 1,
    isMandatoryInEu: true,
    usLabel: { order: 7, name: 'Total Sugars', rounding: 'us-grams', row: 'part' },
    euLabel: { order: 5, name: 'of which sugars', rounding: 'eu-grams', isPart: true, referenceIntake: 90 },
    schemaOrg: 'sugarContent',
    example: 9.38,
  },
  sodium_mg: {
    name: 'sodium',
    unit: 'mg',
    amount: 'sodium',
    off: { names: ['sodium'], unit: 'g' },
    usda: [1093],
    // Pure salt has 39,340 mg; labels with 40,000 compute salt ÷ 2.5. US labels round a serving of 1.2 g, so real salts
    // state 41,667 and 42,143. A food with macronutrients cannot be pure salt.
    limit: {
      max: 39_340,
      maxWithoutMacros: 42_500,
      rule: 'over-100-g-sodium',
      description: 'More sodium than pure salt',
      why: 'pure salt has 39,340 mg. US labels of salt state up to 42,143, because they round a serving of 1.2 g',
      example: 'whole milk with 50,000 mg',
    },
    confidenceWeight: 1,
    // The regulation requires salt, which is sodium × 2.5.
    isMandatoryInEu: true,
    usLabel: { order: 4, name: 'Sodium', rounding: 'us-sodium', row: 'main', dailyValue: 2_300 },
    euLabel: { order: 8, name: 'Salt', rounding: 'eu-salt', referenceIntake: 6 },
    schemaOrg: 'sodiumContent',
    example: 428,
  },
  saturated_fat_g: {
    name: 'saturated fat',
    unit: 'g',
    amount: 'saturated_fat',
    off: { names: ['saturated-fat'], unit: 'g' },
    usda: [1258],
    limit: massLimit,
    confidenceWeight: 1,
    isMandatoryInEu: true,
    usLabel: { order: 2, name: 'Saturated Fat', rounding: 'us-fat', row: 'part', dailyValue: 20 },
    euLabel: {
      order: 3,
      name: 'of which saturates',
      rounding: 'eu-saturates',
      isPart: true,
      referenceIntake: 20,
    },
    schemaOrg: 'saturatedFatContent',
    example: 7.81,
  },
  cholesterol_mg: {
    name: 'cholesterol',
    unit: 'mg',
    amount: 'cholesterol',
    off: { names: ['cholesterol'], unit: 'g' },
    usda: [1253],
    // The maximum in USDA SR is 3,100 mg, in cooked beef or veal brain. Dried egg yolk has 2,307.
    limit: {
      max: 3_500,
      rule: 'cholesterol-bound',
      description: 'More cholesterol than any food',
      why: 'cooked brain, the richest food of USDA SR, has 3,100',
      example: 'biscuits with 13,000 mg',
    },
    confidenceWeight: 0.5,
    usLabel: { order: 3, name: 'Cholesterol', rounding: 'us-cholesterol', row: 'main', dailyValue: 300 },
    schemaOrg: 'cholesterolContent',
    example: null,
  },
  potassium_mg: {
    name: 'potassium',
    unit: 'mg',
    amount: 'potassium',
    off: { names: ['potassium'], unit: 'g' },
    usda: [1092],
    // The maximum in USDA SR is 16,500 mg, in cream of tartar. Salt substitutes have no macronutrients and may be pure
    // potassium chloride, which is 52.44 % potassium.
    limit: {
      max: 17_000,
      maxWithoutMacros: 52_500,
      rule: 'potassium-bound',
      description: 'More potassium than any food',
      why: 'cream of tartar, the richest of USDA SR, has 16,500; potassium chloride is 52.44 % potassium',
      example: 'dates with 696,000 mg',
    },
    confidenceWeight: 0.5,
    usLabel: { order: 9, name: 'Potassium', rounding: 'us-potassium', row: 'mineral', dailyValue: 4_700 },
    example: null,
  },
} as const satisfies Record<string, NutrientFacts>

/** Further amounts that sources provide, used to derive or check nutrients. They are not fields of a food. */
const evidence = {
  energy_kj: { unit: 'kJ', off: { names: ['energy-kj', 'energy'], unit: 'kJ' }, usda: [1062] },
  salt: { unit: 'g', off: { names: ['salt'], unit: 'g' }, usda: [] },
  alcohol: { unit: 'g', off: { names: ['alcohol'], unit: '% vol' }, usda: [1018] },
  polyols: { unit: 'g', off: { names: ['polyols'], unit: 'g' }, usda: [1086] },
} as const satisfies Record<string, SourceAmountFacts>

export type Nutrient = keyof typeof table

/** An amount in a source record: a nutrient, or evidence for one. */
export type SourceNutrient = (typeof table)[Nutrient]['amount'] | keyof typeof evidence

type Row = NutrientFacts & { amount: SourceNutrient }

export const nutrientTable: Readonly<Record<Nutrient, Row>> = table

/** All nutrients, in the order of the specification. */
export const nutrients = Object.keys(table) as readonly Nutrient[]

export const isNutrient = (field: string): field is Nutrient => Object.hasOwn(table, field)

/** In the customary order. */
export const macronutrients = ['protein_g', 'carbs_g', 'fat_g'] as const satisfies Nutrient[]

/** The seven values of a European label, with sodium for salt: Regulation (EU) 1169/2011, article 30(1). */
export const mandatoryEuNutrients = inEuOrder(
  nutrients.filter(nutrient => nutrientTable[nutrient].isMandatoryInEu),
)

/** All nutrients, starting with those of the European label in its order. */
export const nutrientsInLabelOrder = inEuOrder(nutrients)

export const usLabelLines = linesOf<UsLabelLine>(({ usLabel }) => usLabel)
export const euLabelLines = linesOf<EuLabelLine>(({ euLabel }) => euLabel)

/** The amounts of source records, and where each source provides them. */
export const sourceAmounts: readonly (SourceAmountFacts & { amount: SourceNutrient })[] = [
  ...nutrients.map(nutrient => nutrientTable[nutrient]),
  ...Object.entries(evidence).map(([amount, facts]) => ({
    ...facts,
    amount: amount as keyof typeof evidence,
  })),
]

/** Capitalized, for the start of a line or cell: `Saturated fat`. */
export const titleOfNutrient = (nutrient: Nutrient): string => capitalized(nutrientTable[nutrient].name)

/** One value for each nutrient. */
export function mapNutrients<Value>(map: (nutrient: Nutrient) => Value): Record<Nutrient, Value> {
  const values: Partial<Record<Nutrient, Value>> = {}
  for (const nutrient of nutrients) values[nutrient] = map(nutrient)
  return values as Record<Nutrient, Value>
}

const capitalized = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)

function inEuOrder(some: readonly Nutrient[]): readonly Nutrient[] {
  const orderOf = (nutrient: Nutrient) => nutrientTable[nutrient].euLabel?.order ?? Infinity
  // Infinity − Infinity is NaN: nutrients that are not on the label keep their order.
  return [...some].sort((one, other) => orderOf(one) - orderOf(other) || 0)
}

function linesOf<Line extends { order: number }>(lineOf: (facts: Row) => Line | undefined) {
  return nutrients
    .flatMap(nutrient => {
      const line = lineOf(nutrientTable[nutrient])
      return line === undefined ? [] : { nutrient, ...line }
    })
    .sort((one, other) => one.order - other.order)
}

/** Whether a record can be logged (rule usable-nutrition), as an SQL condition on a table with the columns of foods. */
export const hasUsableValuesSql = (table: string): string =>
  `${table}.calories_kcal is not null and num_nonnulls(${table}.protein_g, ${table}.fat_g, ${table}.carbs_g) >= 2`
