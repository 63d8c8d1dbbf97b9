// What a meal takes for granted. The API says it in English; the website has its own sentences for each language.
import type { Food } from '../food/food.ts'

export type Assumption =
  /** The slices of bread of a sandwich. */
  | { kind: 'dish'; dish: string; slices: number }
  /** The foods of a menu. */
  | { kind: 'menu'; menu: string; foods: string }
  | { kind: 'food'; words: string; food: Food }
  | { kind: 'cooked' }
  | { kind: 'no food'; words: string }
  | WeightAssumption

export type WeightAssumption =
  /** No amount is said. */
  | { kind: 'usual portion'; description: string; grams: number }
  /** `size` is set if the portion of the food has another one. */
  | { kind: 'portion'; description: string; grams: number; size: string | null; factor: number }
  | { kind: 'household weight'; basis: string }
  /** `vessel` is what holds a usual volume, such as a glass. */
  | { kind: 'volume'; vessel: { unit: string; millilitres: number } | null; gramsPerMillilitre: number }
  /** The weight of the unit is unknown. */
  | { kind: 'serving'; unit: string; description: string; grams: number }
  | { kind: 'handful'; grams: number }
  /** The weight is that for one of several slices. */
  | { kind: 'slices'; slices: number }
  /** How much of a can is left without its liquid. */
  | { kind: 'drained'; share: number }
  | { kind: 'unknown weight'; unit: string }

export function assumptionText(assumption: Assumption): string {
  switch (assumption.kind) {
    case 'dish': {
      const { dish, slices } = assumption
      return `1 ${dish} has ${slices} ${slices === 1 ? 'slice' : 'slices'} of bread.`
    }
    case 'menu':
      return `"${assumption.menu}" is taken as ${assumption.foods}.`
    case 'food':
      return `"${assumption.words}" is taken as ${titleOf(assumption.food)}.`
    case 'cooked':
      return 'It is counted as cooked because nothing else is said.'
    case 'no food':
      return `No food with usable values matches "${assumption.words}" for certain.`
    case 'usual portion':
      return `No amount is given: ${assumption.description} of ${assumption.grams} g.`
    case 'portion': {
      const { description, grams, size, factor } = assumption
      return `${description} is ${grams} g${size === null ? '' : `, a ${size} one ${factor} times as much`}.`
    }
    case 'household weight':
      return `${capitalized(assumption.basis)}.`
    case 'volume': {
      const { vessel, gramsPerMillilitre } = assumption
      const holds = vessel === null ? '' : `1 ${vessel.unit} holds ${vessel.millilitres} ml; `
      return `${holds}1 ml weighs ${gramsPerMillilitre} g.`
    }
    case 'serving': {
      const { unit, description, grams } = assumption
      return `The weight of 1 ${unit} is unknown: taken as ${description} of ${grams} g.`
    }
    case 'handful':
      return `1 handful is taken as ${assumption.grams} g.`
    case 'slices':
      return `The same on each of the ${assumption.slices} slices.`
    case 'drained':
      return `Without its liquid, ${assumption.share * 100} % of the can is counted.`
    case 'unknown weight':
      return `The weight of 1 ${assumption.unit} is unknown.`
  }
}

const titleOf = ({ name, brand }: Food) => (brand === null ? name : `${name} (${brand})`)

const capitalized = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)
