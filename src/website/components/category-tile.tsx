// The picture of a food without a photo: the icon of its category on a tint.
import type { VNode } from 'preact'
import { categoryTrail } from '../../food/categories.ts'
import type { IconName } from '../icons/icon-names.ts'
import { type Markup, markup, toNode } from '../shell/markup.ts'
import { iconMarkup } from './icon.tsx'

export type Tint = 'green' | 'wheat' | 'milk' | 'berry' | 'clay' | 'sea' | 'plum' | 'stone'

/** Of a category; those below it share it unless they have their own. */
const pictures: Record<string, [IconName, Tint]> = {
  'Baby foods': ['baby', 'berry'],
  'Baby milks': ['milk', 'berry'],
  'Dietary supplements': ['pill', 'sea'],
  'Protein powders': ['dumbbell', 'sea'],
  'Sports nutrition': ['dumbbell', 'sea'],
  Meals: ['cooking-pot', 'clay'],
  Pizzas: ['pizza', 'clay'],
  Sandwiches: ['sandwich', 'wheat'],
  Burgers: ['hamburger', 'clay'],
  'Fast food': ['hamburger', 'clay'],
  Soups: ['soup', 'clay'],
  Sushi: ['fish', 'sea'],
  'Fish dishes': ['fish', 'sea'],
  'Egg dishes': ['egg-fried', 'wheat'],
  'Poultry dishes': ['drumstick', 'clay'],
  'Beef dishes': ['beef', 'berry'],
  'Pork dishes': ['ham', 'berry'],
  'Meat dishes': ['beef', 'berry'],
  'Prepared salads': ['salad', 'green'],
  'Vegetarian dishes': ['vegan', 'green'],
  'Restaurant food': ['utensils', 'clay'],
  'Sauces and condiments': ['droplet', 'clay'],
  'Hot sauces': ['flame', 'berry'],
  'Barbecue and grill sauces': ['flame', 'clay'],
  'Paprika and chili': ['flame', 'berry'],
  Vinegars: ['bottle-wine', 'plum'],
  Herbs: ['leaf', 'green'],
  Broths: ['soup', 'wheat'],
  Desserts: ['dessert', 'berry'],
  'Ice cream': ['ice-cream-cone', 'berry'],
  Sorbets: ['ice-cream-bowl', 'berry'],
  'Ice lollies': ['popsicle', 'berry'],
  'Frozen yogurt': ['ice-cream-bowl', 'berry'],
  'Biscuits and cakes': ['cake-slice', 'wheat'],
  'Biscuits and cookies': ['cookie', 'wheat'],
  Cakes: ['cake', 'wheat'],
  Muffins: ['cupcake', 'wheat'],
  Doughnuts: ['donut', 'plum'],
  Viennoiseries: ['croissant', 'wheat'],
  Sweets: ['candy', 'plum'],
  Candies: ['lollipop', 'plum'],
  Snacks: ['popcorn', 'wheat'],
  Spreads: ['sandwich', 'clay'],
  'Jams and marmalades': ['cherry', 'berry'],
  'Peanut butter': ['nut', 'clay'],
  'Nut butters': ['nut', 'clay'],
  'Fish spreads': ['fish', 'sea'],
  Beverages: ['cup-soda', 'sea'],
  Water: ['glass-water', 'sea'],
  'Juices and nectars': ['citrus', 'wheat'],
  'Apple juice': ['apple', 'green'],
  'Grape juice': ['grape', 'plum'],
  'Vegetable juices': ['carrot', 'clay'],
  Smoothies: ['cherry', 'berry'],
  Tea: ['leaf', 'green'],
  Coffee: ['coffee', 'clay'],
  'Cocoa and chocolate powders': ['coffee', 'clay'],
  'Energy drinks': ['zap', 'wheat'],
  'Sports drinks': ['dumbbell', 'sea'],
  'Protein shakes': ['dumbbell', 'milk'],
  'Alcoholic beverages': ['wine', 'plum'],
  Beers: ['beer', 'wheat'],
  Ciders: ['beer', 'green'],
  Spirits: ['martini', 'plum'],
  Liqueurs: ['martini', 'plum'],
  'Plant-based alternatives': ['sprout', 'green'],
  Dairy: ['milk', 'milk'],
  'Dairy desserts': ['dessert', 'milk'],
  Bread: ['croissant', 'wheat'],
  Bagels: ['torus', 'wheat'],
  'Breakfast cereals': ['wheat', 'wheat'],
  Pasta: ['utensils', 'wheat'],
  Grains: ['wheat', 'wheat'],
  'Cooking ingredients': ['cooking-pot', 'stone'],
  'Cake mixes': ['cake', 'wheat'],
  'Sugar and sweeteners': ['candy', 'plum'],
  Honey: ['droplet', 'wheat'],
  Syrups: ['droplets', 'clay'],
  'Fats and oils': ['droplet', 'wheat'],
  Meat: ['beef', 'berry'],
  Ham: ['ham', 'berry'],
  Bacon: ['ham', 'berry'],
  Pork: ['ham', 'berry'],
  Poultry: ['drumstick', 'clay'],
  Duck: ['bird', 'clay'],
  'Rabbit and game': ['rabbit', 'clay'],
  Seafood: ['fish', 'sea'],
  'Shrimp and crustaceans': ['shrimp', 'sea'],
  'Mussels and shellfish': ['shell', 'sea'],
  Seaweed: ['leaf', 'sea'],
  Eggs: ['egg', 'wheat'],
  Legumes: ['bean', 'green'],
  'Nuts and seeds': ['nut', 'clay'],
  Coconut: ['tree-palm', 'green'],
  'Sunflower and pumpkin seeds': ['flower-2', 'wheat'],
  Fruits: ['apple', 'green'],
  Bananas: ['banana', 'wheat'],
  Berries: ['cherry', 'berry'],
  'Citrus fruits': ['citrus', 'wheat'],
  Grapes: ['grape', 'plum'],
  Raisins: ['grape', 'plum'],
  'Stone fruits': ['cherry', 'berry'],
  'Tropical fruits': ['tree-palm', 'green'],
  Vegetables: ['carrot', 'clay'],
  'Spinach and leafy greens': ['leafy-green', 'green'],
  'Lettuce and salad leaves': ['leafy-green', 'green'],
  Cabbages: ['broccoli', 'green'],
  Peas: ['bean', 'green'],
  'Green beans': ['bean', 'green'],
  Sprouts: ['sprout', 'green'],
}

const unknownPicture: [IconName, Tint] = ['utensils', 'stone']

export function pictureOf(category: string | null): [icon: IconName, tint: Tint] {
  if (category === null) return unknownPicture
  const pictured = categoryTrail(category).findLast(name => Object.hasOwn(pictures, name))
  return (pictured !== undefined && pictures[pictured]) || unknownPicture
}

/** By category; there are a few hundred. */
const tiles = new Map<string | null, Markup>()

export function categoryTileMarkup(category: string | null): Markup {
  const known = tiles.get(category)
  if (known) return known
  const [icon, tint] = pictureOf(category)
  const tile = markup`<span class="tile tile-${tint}">${iconMarkup(icon)}</span>`
  if (tiles.size < 1_000) tiles.set(category, tile)
  return tile
}

export function CategoryTile({ category }: { category: string | null }): VNode {
  return toNode(categoryTileMarkup(category))
}
