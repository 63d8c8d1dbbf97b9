// The types of the nutrient table.

/** Where the sources provide an amount. */
export interface SourceAmountFacts {
  /** Larder's unit, and the one assumed when a USDA bundle states none. */
  unit: 'kcal' | 'kJ' | 'g' | 'mg'
  /** Open Food Facts' names in order of preference, and the unit of the field `NAME_100g`. */
  off: { names: readonly string[]; unit: string }
  /** USDA FoodData Central's nutrient ids in order of preference. */
  usda: readonly number[]
}

export interface NutrientFacts extends SourceAmountFacts {
  /** Within a sentence. */
  name: string
  /** After an amount, if different: `4.8 g carbohydrate`. */
  nameOfAmount?: string
  /** For narrow columns. */
  shortTitle?: string
  unit: 'kcal' | 'g' | 'mg'
  /** Its name in a source record. */
  amount: string
  limit: PlausibilityLimit
  /** Weight in the completeness of the confidence score; 0 for nutrients that labels do not declare. */
  confidenceWeight: number
  /** Regulation (EU) 1169/2011, article 30(1). */
  isMandatoryInEu?: true
  usLabel?: UsLabelLine
  euLabel?: EuLabelLine
  /** The property of https://schema.org/NutritionInformation. */
  schemaOrg?: string
  /** The value in the example of the API reference. */
  example: number | null
}

/** The maximum per 100 g, and the rule that drops larger values. */
export interface PlausibilityLimit {
  max: number
  /** For foods without macronutrients, such as salts. */
  maxWithoutMacros?: number
  /** The code of the rule; nutrients with the same limit share one. */
  rule: string
  description: string
  /** Why a larger amount is impossible, for the documentation. */
  why: string
  /** A real product that exceeded it. */
  example?: string
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
  /** Of an average adult per day, in the unit of the line: Annex XIII, part B, which the UK has kept. */
  referenceIntake?: number
}
