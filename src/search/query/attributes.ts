// What the attributes of a query mean on a label, per 100 g.

export interface Bound {
  /** The column that the attribute bounds, if any. */
  nutrient: string | null
  min: number | null
  max: number | null
}

export interface Preference extends Bound {
  /** For example low_fat, sugar_free, unsweetened, high_protein, low_carb, salt_free. */
  name: string
  /** Wordings of the attribute as tokens, each a list of words that all occur, the typed one first. */
  wordings: string[][]
}

export type AttributeName =
  | 'low_fat'
  | 'fat_free'
  | 'reduced_fat'
  | 'light'
  | 'lean'
  | 'extra_lean'
  | 'sugar_free'
  | 'no_added_sugar'
  | 'unsweetened'
  | 'low_sugar'
  | 'reduced_sugar'
  | 'salt_free'
  | 'unsalted'
  | 'low_sodium'
  | 'reduced_sodium'
  | 'high_protein'
  | 'low_carb'
  | 'high_fiber'
  | 'low_calorie'
  | 'calorie_free'
  | 'non_alcoholic'
  | 'gluten_free'
  | 'lactose_free'
  | 'skinless'
  | 'with_skin'

const unbounded: Bound = { nutrient: null, min: null, max: null }
const atMost = (nutrient: string, max: number): Bound => ({ nutrient, min: null, max })
const atLeast = (nutrient: string, min: number): Bound => ({ nutrient, min, max: null })

// The nutrition claims of Regulation (EC) 1924/2006 where it has one. "Reduced" and "light" compare with another product,
// so they have no bound. A sugar-free jam may contain the sugar of its fruit; unsalted food contains some sodium by nature.
export const bounds: Record<AttributeName, Bound> = {
  low_fat: atMost('fat_g', 3),
  fat_free: atMost('fat_g', 0.5),
  reduced_fat: unbounded,
  light: unbounded,
  lean: atMost('fat_g', 10),
  extra_lean: atMost('fat_g', 5),
  sugar_free: atMost('sugar_g', 5),
  no_added_sugar: unbounded,
  unsweetened: atMost('sugar_g', 5),
  low_sugar: atMost('sugar_g', 5),
  reduced_sugar: unbounded,
  salt_free: atMost('sodium_mg', 40),
  unsalted: atMost('sodium_mg', 40),
  low_sodium: atMost('sodium_mg', 120),
  reduced_sodium: unbounded,
  high_protein: atLeast('protein_g', 8),
  low_carb: atMost('carbs_g', 20),
  high_fiber: atLeast('fiber_g', 6),
  low_calorie: atMost('calories_kcal', 40),
  calorie_free: atMost('calories_kcal', 4),
  non_alcoholic: unbounded,
  gluten_free: unbounded,
  lactose_free: unbounded,
  skinless: unbounded,
  with_skin: unbounded,
}

/** Attributes whose wordings also satisfy the key: fat-free milk is low-fat milk. */
export const relatedAttributes: Partial<Record<AttributeName, AttributeName[]>> = {
  low_fat: ['fat_free', 'reduced_fat', 'light'],
  reduced_fat: ['low_fat', 'light', 'fat_free'],
  light: ['reduced_fat', 'low_fat', 'low_calorie', 'reduced_sugar'],
  lean: ['extra_lean'],
  sugar_free: ['no_added_sugar', 'unsweetened'],
  no_added_sugar: ['sugar_free', 'unsweetened'],
  unsweetened: ['no_added_sugar', 'sugar_free'],
  low_sugar: ['reduced_sugar', 'sugar_free', 'no_added_sugar', 'unsweetened'],
  reduced_sugar: ['low_sugar', 'sugar_free'],
  salt_free: ['unsalted'],
  unsalted: ['salt_free'],
  low_sodium: ['reduced_sodium', 'salt_free', 'unsalted'],
  reduced_sodium: ['low_sodium'],
  low_calorie: ['calorie_free', 'light'],
}

/** States that the key may be called by: grilled food is also cooked food. */
export const relatedStates: Record<string, string[]> = {
  raw: ['fresh'],
  fresh: ['raw'],
  cooked: ['boiled', 'steamed', 'roasted', 'baked', 'grilled', 'fried', 'stewed', 'microwaved'],
  boiled: ['cooked', 'poached'],
  poached: ['boiled', 'cooked'],
  steamed: ['boiled', 'cooked', 'microwaved'],
  fried: ['cooked'],
  grilled: ['roasted', 'baked', 'cooked'],
  roasted: ['baked', 'grilled', 'cooked', 'toasted'],
  baked: ['roasted', 'cooked'],
  stewed: ['cooked', 'boiled'],
  toasted: ['roasted'],
  microwaved: ['cooked', 'steamed'],
  scrambled: ['cooked', 'fried'],
  mashed: ['cooked', 'boiled'],
  powdered: ['dried'],
}

/** States of a food that was heated. */
export const cookedStates: ReadonlySet<string> = new Set(
  'cooked boiled poached steamed fried grilled roasted baked stewed toasted microwaved scrambled mashed'.split(
    ' ',
  ),
)
