// The micronutrient table: vitamins, minerals and other substances that a food's details may state per 100 g. Each row holds
// everything that Larder knows about one of them. The source readers, the checks of the importer and the food page are
// derived from it. To add one, add a row here.

interface MicronutrientFacts {
  /** Within a sentence. */
  name: string
  group: 'vitamin' | 'mineral' | 'other'
  unit: 'g' | 'mg' | 'µg'
  /** Open Food Facts' names in order of preference; the fields `NAME_100g` are in grams. */
  off: readonly string[]
  /** USDA FoodData Central's nutrient ids in order of preference. */
  usda: readonly number[]
  /** For adults and children from four years: 21 CFR 101.9(c)(8)(iv) and (c)(9). */
  dailyValue?: number
  /** For adults: Regulation (EU) 1169/2011, Annex XIII, part A, which the UK has kept. */
  euReferenceValue?: number
  /** Amount of one international unit, where it is the same for every form of the substance. */
  internationalUnit?: number
  /**
   * A larger amount is an error, usually milligrams entered as grams. The maximum exceeds the richest foods, such as
   * liver, kelp, fortified yeast and baking powder, but not the tablets of a supplement.
   */
  max: number
}

/** The ids end with the unit; `ug` stands for µg. */
const table = {
  vitamin_a_ug: {
    name: 'vitamin A',
    group: 'vitamin',
    unit: 'µg',
    off: ['vitamin-a'],
    // Not 1104, which is in IU: 1 IU is 0.3 µg of retinol or 0.05 µg of carotene.
    usda: [1106],
    dailyValue: 900,
    euReferenceValue: 800,
    max: 40_000,
  },
  vitamin_c_mg: {
    name: 'vitamin C',
    group: 'vitamin',
    unit: 'mg',
    off: ['vitamin-c'],
    usda: [1162],
    dailyValue: 90,
    euReferenceValue: 80,
    max: 20_000,
  },
  vitamin_d_ug: {
    name: 'vitamin D',
    group: 'vitamin',
    unit: 'µg',
    off: ['vitamin-d'],
    // 1110 is in IU.
    usda: [1114, 1110],
    internationalUnit: 0.025,
    dailyValue: 20,
    euReferenceValue: 5,
    max: 1_000,
  },
  vitamin_e_mg: {
    name: 'vitamin E',
    group: 'vitamin',
    unit: 'mg',
    off: ['vitamin-e'],
    // Not 1124, which is in IU of natural or synthetic vitamin E.
    usda: [1109],
    dailyValue: 15,
    euReferenceValue: 12,
    max: 1_000,
  },
  vitamin_k_ug: {
    name: 'vitamin K',
    group: 'vitamin',
    unit: 'µg',
    off: ['vitamin-k'],
    usda: [1185],
    dailyValue: 120,
    euReferenceValue: 75,
    max: 5_000,
  },
  vitamin_b1_mg: {
    name: 'vitamin B1 (thiamin)',
    group: 'vitamin',
    unit: 'mg',
    off: ['vitamin-b1'],
    usda: [1165],
    dailyValue: 1.2,
    euReferenceValue: 1.1,
    max: 200,
  },
  vitamin_b2_mg: {
    name: 'vitamin B2 (riboflavin)',
    group: 'vitamin',
    unit: 'mg',
    off: ['vitamin-b2'],
    usda: [1166],
    dailyValue: 1.3,
    euReferenceValue: 1.4,
    max: 200,
  },
  vitamin_b3_mg: {
    name: 'vitamin B3 (niacin)',
    group: 'vitamin',
    unit: 'mg',
    off: ['vitamin-pp'],
    usda: [1167],
    dailyValue: 16,
    euReferenceValue: 16,
    max: 1_000,
  },
  vitamin_b5_mg: {
    name: 'vitamin B5 (pantothenic acid)',
    group: 'vitamin',
    unit: 'mg',
    off: ['pantothenic-acid'],
    usda: [1170],
    dailyValue: 5,
    euReferenceValue: 6,
    max: 500,
  },
  vitamin_b6_mg: {
    name: 'vitamin B6',
    group: 'vitamin',
    unit: 'mg',
    off: ['vitamin-b6'],
    usda: [1175],
    dailyValue: 1.7,
    euReferenceValue: 1.4,
    max: 200,
  },
  vitamin_b7_ug: {
    name: 'vitamin B7 (biotin)',
    group: 'vitamin',
    unit: 'µg',
    off: ['biotin'],
    usda: [1176],
    dailyValue: 30,
    euReferenceValue: 50,
    max: 5_000,
  },
  vitamin_b9_ug: {
    name: 'vitamin B9 (folate)',
    group: 'vitamin',
    unit: 'µg',
    off: ['vitamin-b9', 'folates'],
    // The daily value is in dietary folate equivalents.
    usda: [1190, 1177],
    dailyValue: 400,
    euReferenceValue: 200,
    max: 20_000,
  },
  vitamin_b12_ug: {
    name: 'vitamin B12',
    group: 'vitamin',
    unit: 'µg',
    off: ['vitamin-b12'],
    usda: [1178],
    dailyValue: 2.4,
    euReferenceValue: 2.5,
    max: 2_000,
  },
  choline_mg: {
    name: 'choline',
    group: 'vitamin',
    unit: 'mg',
    off: ['choline'],
    usda: [1180],
    dailyValue: 550,
    max: 10_000,
  },
  calcium_mg: {
    name: 'calcium',
    group: 'mineral',
    unit: 'mg',
    off: ['calcium'],
    usda: [1087],
    dailyValue: 1_300,
    euReferenceValue: 800,
    // Calcium carbonate.
    max: 40_100,
  },
  iron_mg: {
    name: 'iron',
    group: 'mineral',
    unit: 'mg',
    off: ['iron'],
    usda: [1089],
    dailyValue: 18,
    euReferenceValue: 14,
    max: 500,
  },
  magnesium_mg: {
    name: 'magnesium',
    group: 'mineral',
    unit: 'mg',
    off: ['magnesium'],
    usda: [1090],
    dailyValue: 420,
    euReferenceValue: 375,
    max: 12_000,
  },
  phosphorus_mg: {
    name: 'phosphorus',
    group: 'mineral',
    unit: 'mg',
    off: ['phosphorus'],
    usda: [1091],
    dailyValue: 1_250,
    euReferenceValue: 700,
    max: 20_000,
  },
  zinc_mg: {
    name: 'zinc',
    group: 'mineral',
    unit: 'mg',
    off: ['zinc'],
    usda: [1095],
    dailyValue: 11,
    euReferenceValue: 10,
    max: 300,
  },
  copper_mg: {
    name: 'copper',
    group: 'mineral',
    unit: 'mg',
    off: ['copper'],
    usda: [1098],
    dailyValue: 0.9,
    euReferenceValue: 1,
    max: 100,
  },
  manganese_mg: {
    name: 'manganese',
    group: 'mineral',
    unit: 'mg',
    off: ['manganese'],
    usda: [1101],
    dailyValue: 2.3,
    euReferenceValue: 2,
    max: 200,
  },
  selenium_ug: {
    name: 'selenium',
    group: 'mineral',
    unit: 'µg',
    off: ['selenium'],
    usda: [1103],
    dailyValue: 55,
    euReferenceValue: 55,
    max: 5_000,
  },
  iodine_ug: {
    name: 'iodine',
    group: 'mineral',
    unit: 'µg',
    off: ['iodine'],
    usda: [1100],
    dailyValue: 150,
    euReferenceValue: 150,
    max: 500_000,
  },
  chloride_mg: {
    name: 'chloride',
    group: 'mineral',
    unit: 'mg',
    off: ['chloride'],
    usda: [1088],
    dailyValue: 2_300,
    euReferenceValue: 800,
    // Pure salt.
    max: 60_700,
  },
  fluoride_mg: {
    name: 'fluoride',
    group: 'mineral',
    unit: 'mg',
    off: ['fluoride'],
    usda: [1099],
    euReferenceValue: 3.5,
    max: 200,
  },
  added_sugar_g: {
    name: 'added sugar',
    group: 'other',
    unit: 'g',
    off: ['added-sugars'],
    usda: [1235],
    dailyValue: 50,
    max: 100,
  },
  trans_fat_g: {
    name: 'trans fat',
    group: 'other',
    unit: 'g',
    off: ['trans-fat'],
    usda: [1257],
    max: 100,
  },
  monounsaturated_fat_g: {
    name: 'monounsaturated fat',
    group: 'other',
    unit: 'g',
    off: ['monounsaturated-fat'],
    usda: [1292],
    max: 100,
  },
  polyunsaturated_fat_g: {
    name: 'polyunsaturated fat',
    group: 'other',
    unit: 'g',
    off: ['polyunsaturated-fat'],
    usda: [1293],
    max: 100,
  },
  omega_3_g: {
    name: 'omega-3 fatty acids',
    group: 'other',
    unit: 'g',
    off: ['omega-3-fat'],
    // USDA states single fatty acids only.
    usda: [],
    max: 100,
  },
  caffeine_mg: {
    name: 'caffeine',
    group: 'other',
    unit: 'mg',
    off: ['caffeine'],
    usda: [1057],
    max: 10_000,
  },
} as const satisfies Record<string, MicronutrientFacts>

export type Micronutrient = keyof typeof table

export const micronutrientTable: Readonly<Record<Micronutrient, MicronutrientFacts>> = table

/** All micronutrients, in the order of a label: vitamins, minerals, other substances. */
export const micronutrients = Object.keys(table) as readonly Micronutrient[]
