// How a word sounds, roughly and across languages: words that people spell by ear share a code (toona and tuna, zukeeny and
// zucchini).

const digraphs: [RegExp, string][] = [
  [/cch/g, 'k'],
  [/t?ch|tsch/g, 'C'],
  [/sch|sh/g, 'S'],
  [/ph/g, 'f'],
  [/gh(?=[aeiou])/g, 'g'],
  [/ck|qu|q/g, 'k'],
  [/c(?=[eiy])/g, 's'],
  [/c/g, 'k'],
  [/x/g, 'ks'],
  [/z/g, 's'],
  [/wh/g, 'w'],
  [/(?:oo|ou|ue)/g, 'u'],
  [/(?:ee|ea|ie|ey|y)/g, 'i'],
  [/au|aw/g, 'o'],
  [/(.)\1+/g, '$1'],
  [/(?<=[^aeiou][^aeiou]?)e$/, ''],
]

/** Undefined for words in other scripts, with digits, or too short for their sound to distinguish them. */
export function phoneticCode(word: string): string | undefined {
  if (word.length < minLength || !/^[a-z]+$/.test(word)) return undefined
  let code = word
  for (const [pattern, sound] of digraphs) code = code.replace(pattern, sound)
  return code
}

/** The code without vowels, except a first one; undefined if too little remains. */
export function consonantsOf(code: string): string | undefined {
  const consonants = code.slice(0, 1) + code.slice(1).replace(/[aeiou]/g, '')
  return consonants.length < minConsonants ? undefined : consonants
}

const minLength = 4
const minConsonants = 3
