export { gramsOf, type PortionedFood, type PortionGrams, type PortionUnit, unitsFor } from './grams.ts'
export type { Unit } from './units.ts'
