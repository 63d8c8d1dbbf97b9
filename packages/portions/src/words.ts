/** Words that end the head of a name: `chili with beans` is chili, `crackers made from rye` are crackers. */
const headEnds = /\b(?:with|without|in|from|made|of|for|on|w|and|or|plus)\b|&/

/** Lower case, no accents, singular. `2%` and `80/20` are words. */
export function wordsOf(text: string): string[] {
  const plain = text
    .toLowerCase()
    .normalize('NFD')
    .replaceAll(/\p{Mark}/gu, '')
    .replaceAll(/['’]/g, '')
  return (plain.match(/\d+(?:[./]\d+)*%?|\p{Letter}+/gu) ?? []).map(singular)
}

const irregular: Record<string, string> = {
  leaves: 'leaf',
  loaves: 'loaf',
  halves: 'half',
  cookies: 'cookie',
  brownies: 'brownie',
  smoothies: 'smoothie',
  calories: 'calorie',
  pies: 'pie',
  veggies: 'veggie',
}
const invariable = /(?:ss|us|is|asparagus|hummus|couscous|molasses|swiss|schnapps|oz|floz)$/

export function singular(word: string): string {
  const known = irregular[word]
  if (known !== undefined) return known
  if (word.length < 4 || !word.endsWith('s') || invariable.test(word)) return word
  if (word.endsWith('ies')) return `${word.slice(0, -3)}y`
  if (/(?:oes|sses|shes|ches|xes)$/.test(word)) return word.slice(0, -2)
  return word.slice(0, -1)
}

export interface NameWords {
  all: ReadonlySet<string>
  /** The words of each part between commas, up to "with", "in" and the like. */
  segments: string[][]
}

/** Where "dry" is not the form of the food: ways of cooking, and wine. */
const notDried = /\bdry[- ](?=roast|heat|red|white|wine|aged|cured)/g

export function parseName(name: string): NameWords {
  const parts = name.toLowerCase().replaceAll(notDried, '').split(/[,;(]/)
  const segments = parts.map(part => wordsOf(part.split(headEnds)[0] ?? '')).filter(words => words.length > 0)
  return { all: new Set(parts.flatMap(wordsOf)), segments }
}
