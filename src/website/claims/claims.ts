// What people look for in foods, each a page. The amounts are those of the claims that the EU allows on labels, with stricter limits of our own for a few.
import type { ClaimedFood, ClaimedFoods } from '../../catalog/claimed-foods.ts'
import { type Micronutrient, micronutrientTable } from '../../food/micronutrients.ts'
import type { Nutrient } from '../../food/nutrients.ts'
import { claimsByAmount, type NutritionClaim, nutritionClaimsOf } from '../../food/nutrition-claims.ts'
import { isDrink } from '../../food/traffic-lights.ts'
import type { Tint } from '../components/category-tile.tsx'
import type { IconName } from '../icons/icon-names.ts'

export interface Claim extends Omit<ClaimedFoods, 'category'> {
  slug: ClaimSlug
  /** What the list can be sorted by, and the amount that it shows. */
  nutrient: Nutrient | Micronutrient
  isLeastFirst?: true
  icon: [IconName, Tint]
}

export const claimSlugs = [
  'high-protein-low-calorie',
  'high-protein',
  'high-fiber',
  'low-calorie',
  'low-fat',
  'low-sugar',
  'low-salt',
  'iron',
  'calcium',
  'magnesium',
  'zinc',
  'vitamin-c',
  'vitamin-d',
  'vitamin-b12',
] as const
export type ClaimSlug = (typeof claimSlugs)[number]

export const claimPath = (slug: ClaimSlug, category = '', query: Record<string, string> = {}): string => {
  const parameters = new URLSearchParams({ ...(category !== '' && { category }), ...query })
  return parameters.size === 0 ? `/foods/${slug}` : `/foods/${slug}?${parameters}`
}

/** Those that are combined with a claim. Others would only make the choice longer. */
export const claimCategories = [
  'Vegetables',
  'Fruits',
  'Legumes',
  'Nuts and seeds',
  'Meat',
  'Seafood',
  'Eggs',
  'Cheeses',
  'Yogurts',
  'Plant-based alternatives',
  'Bread',
  'Breakfast cereals',
  'Snacks',
  'Meals',
  'Soups',
] as const

/** In a list of all foods, a low amount of one thing must not mask a high one of another: sweets are low in fat. */
const claimed =
  (...claims: NutritionClaim[]) =>
  (food: ClaimedFood, category: string) =>
    (category === '' ? nutritionClaimsOf(food) : claimsByAmount(food)).some(claim => claims.includes(claim))

/** Regulation (EC) 1924/2006: 15 % of the reference value in 100 g, half of it in 100 ml of a drink (Regulation (EU) 1169/2011, annex XIII). */
export const sourceShare = 0.15

function sourceOf(slug: ClaimSlug, name: Micronutrient, icon: Claim['icon']): Claim {
  const amount = sourceShare * (micronutrientTable[name].euReferenceValue as number)
  return {
    slug,
    nutrient: name,
    filters: {},
    micronutrient: { name, min: amount / 2 },
    holds: food => (food.amount ?? 0) >= (isDrink(food) ? amount / 2 : amount),
    icon,
  }
}

const highProtein = {
  nutrient: 'protein_g',
  // Of a drink, a claim needs half as much; but people who look for protein do not mean milk.
  filters: { protein_g_min: '5' },
  holds: claimed('highProtein'),
} as const

export const claims: readonly Claim[] = [
  {
    ...highProtein,
    slug: 'high-protein-low-calorie',
    filters: { ...highProtein.filters, calories_kcal_max: '200' },
    icon: ['dumbbell', 'green'],
  },
  { ...highProtein, slug: 'high-protein', icon: ['dumbbell', 'sea'] },
  {
    slug: 'high-fiber',
    nutrient: 'fiber_g',
    filters: { fiber_g_min: '1.5' },
    holds: claimed('highFiber'),
    icon: ['wheat', 'wheat'],
  },
  {
    slug: 'low-calorie',
    nutrient: 'calories_kcal',
    isLeastFirst: true,
    filters: { calories_kcal_max: '40' },
    holds: claimed('lowEnergy'),
    icon: ['salad', 'green'],
  },
  {
    slug: 'low-fat',
    nutrient: 'fat_g',
    isLeastFirst: true,
    filters: { fat_g_max: '3' },
    holds: claimed('lowFat', 'fatFree'),
    icon: ['leaf', 'green'],
  },
  {
    slug: 'low-sugar',
    nutrient: 'sugar_g',
    isLeastFirst: true,
    filters: { sugar_g_max: '5' },
    holds: claimed('lowSugars', 'sugarFree'),
    icon: ['egg-fried', 'wheat'],
  },
  {
    slug: 'low-salt',
    nutrient: 'sodium_mg',
    isLeastFirst: true,
    filters: { sodium_mg_max: '120' },
    holds: claimed('lowSalt'),
    icon: ['droplet', 'sea'],
  },
  sourceOf('iron', 'iron_mg', ['beef', 'berry']),
  sourceOf('calcium', 'calcium_mg', ['milk', 'milk']),
  sourceOf('magnesium', 'magnesium_mg', ['nut', 'wheat']),
  sourceOf('zinc', 'zinc_mg', ['beef', 'clay']),
  sourceOf('vitamin-c', 'vitamin_c_mg', ['citrus', 'wheat']),
  sourceOf('vitamin-d', 'vitamin_d_ug', ['fish', 'sea']),
  sourceOf('vitamin-b12', 'vitamin_b12_ug', ['egg', 'milk']),
]
