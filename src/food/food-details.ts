// What a source states about a food beyond the 22 fields of the API. Unknown members are absent.

export interface Portion {
  /** `1 cup, sliced` */
  description: string
  grams: number
}

export interface FoodDetails {
  /** By language code. */
  names?: Record<string, string>
  /** English names, such as France. */
  countries?: string[]
  ingredients?: string
  /** English names, such as milk. */
  allergens?: string[]
  traces?: string[]
  nutri_score?: 'a' | 'b' | 'c' | 'd' | 'e'
  nova_group?: 1 | 2 | 3 | 4
  /** Vitamins and minerals per 100 g, by their id, which ends with the unit: `vitamin_c_mg`. */
  micronutrients?: Record<string, number>
  /** Household portions. */
  portions?: Portion[]
  /** As printed: `6 x 330 ml`. */
  package_quantity?: string
}
