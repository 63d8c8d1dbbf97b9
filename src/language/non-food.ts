// Recognizes products that are not food by their name or category: cosmetics, pet food, cleaning products.
import { memoize } from './memoize.ts'
import { type NonFoodKind, nonFoodKinds, nonFoodNames } from './word-lists.ts'

// Without Unicode classes and lookbehind it takes a third of the time, and every imported name is tested.
const letter = '[a-z\\u00df-\\u024f]'

// V8 merges the common beginnings of sorted literals.
const matcher = (names: string[]) => {
  const sorted = names.map(withoutHyphens).sort()
  return new RegExp(`(?:^|(?!${letter})[^])(?:${sorted.join('|')})s?(?!${letter})`)
}

/** Category tags have hyphens instead of spaces: `en:dog-treats`. */
function withoutHyphens(text: string): string {
  return text.includes('-') ? text.replaceAll('-', ' ') : text
}

const anyKind = matcher(nonFoodKinds.flatMap(nonFoodNames))
const food = matcher(nonFoodNames('food'))
const kinds = nonFoodKinds.map(kind => ({ kind, names: matcher(nonFoodNames(kind)) }))

/** Null for food. */
export function nonFoodKind(text: string): NonFoodKind | null {
  const lower = withoutHyphens(text.toLowerCase())
  if (!anyKind.test(lower) || food.test(lower)) return null
  return kinds.find(({ names }) => names.test(lower))?.kind ?? null
}

/** For brands and categories, which many products share. */
export const isNonFoodText = memoize(text => nonFoodKind(text) !== null)
