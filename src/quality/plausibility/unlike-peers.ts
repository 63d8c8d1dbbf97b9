import { noFields, type Rule } from './rule.ts'

/** Found by the import, which compares the foods of the catalog with each other; one food alone cannot break it. */
export const unlikePeers: Rule = {
  code: 'unlike-peers',
  effect: 'suspect',
  description: 'Energy and macronutrients far from those of foods of the same name or category',
  check: () => noFields,
}
