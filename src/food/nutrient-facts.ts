// What a row of the table of nutrients may say.

/** Where sources tell an amount. */
export interface SourceAmountFacts {
  /** Ours, and that of USDA where a bundle does not say. */
  unit: 'kcal' | 'kJ' | 'g' | 'mg'
  /** Open Food Facts' names in the order of preference, and the unit of the field `NAME_100g`. */
  off: { names: readonly string[]; unit: string }
  /** USDA FoodData Central's nutrient ids in the order of preference. */
  usda: readonly number[]
}

export interface NutrientFacts extends SourceAmountFacts {
  /** Inside a sentence. */
  name: string
  /** After an amount, where that differs: `4.8 g carbohydrate`. */
  nameOfAmount?: string
  /** Where there is little room. */
  shortTitle?: string
  unit: 'kcal' | 'g' | 'mg'
  /** Its name in a source record. */
  amount: string
  limit: PlausibilityLimit
  /** In the completeness of the confidence score; a nutrient that labels do not declare has 0. */
  confidenceWeight: number
  /** Regulation (EU) 1169/2011, article 30(1). */
  isMandatoryInEu?: true
  usLabel?: UsLabelLine
  euLabel?: EuLabelLine
  /** The property of https://schema.org/NutritionInformation. */
  schemaOrg?: string
  /** Of the food in the API reference. */
  example: number | null
}

/** The most that 100 g can have, and the rule that takes out what is more. */
export interface PlausibilityLimit {
  max: number
  /** Of salts: foods that have no macronutrients. */
  maxWithoutMacros?: number
  /** Its code; nutrients with the same limit share one rule. */
  rule: string
  says: string
}

/** A line of the panel of 21 CFR 101.9(d). */
export interface UsLabelLine {
  order: number
  name: string
  /** 21 CFR 101.9(c). */
  rounding: 'us-fat' | 'us-cholesterol' | 'us-sodium' | 'us-potassium' | 'us-grams'
  row: 'main' | 'part' | 'mineral'
  /** For adults and children from four years: 21 CFR 101.9(c)(8)(iv) and (c)(9). */
  dailyValue?: number
}

/** A line of the table of Regulation (EU) 1169/2011, Annex XV. */
export interface EuLabelLine {
  order: number
  name: string
  rounding: 'eu-kilocalories' | 'eu-grams' | 'eu-saturates' | 'eu-salt'
  isPart?: true
}
