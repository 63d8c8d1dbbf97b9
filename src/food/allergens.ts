/** The allergens that labels in the EU must state (Regulation (EU) 1169/2011, Annex II), by their names in food details. */
export const allergens = [
  'celery',
  'crustaceans',
  'eggs',
  'fish',
  'gluten',
  'lupin',
  'milk',
  'molluscs',
  'mustard',
  'nuts',
  'peanuts',
  'sesame seeds',
  'soybeans',
  'sulphur dioxide and sulphites',
] as const

export type Allergen = (typeof allergens)[number]
