export {
  gramsOf,
  type PortionedFood,
  type PortionGrams,
  type PortionUnit,
  unitOf,
  unitsFor,
} from './grams.ts'
export { millilitresOf, type Unit } from './units.ts'
