// What somebody typed, as words.
import { foldedWords } from '../../food/fold.ts'

export interface TypedWord {
  word: string
  /** Quoted words are taken as they stand. */
  isQuoted: boolean
}

const codePointsUsed = 200
const wordsUsed = 12

/** Only the first 200 code points count (decision 4). */
const used = (q: string) => Array.from(q).slice(0, codePointsUsed).join('')

/** As a name is kept, to be compared with whole names. */
export const wholeQuery = (q: string): string => foldedWords(used(q)).join(' ')

/** Each word once, in the order in which they were typed. */
export function typedWords(q: string): TypedWord[] {
  const typed = new Map<string, TypedWord>()
  const parts = used(q).split(/["“”„«»]/)
  for (const [place, part] of parts.entries()) {
    // Every other part stands between quotes; one that is not closed quotes nothing.
    const isQuoted = place % 2 === 1 && place < parts.length - 1
    for (const word of foldedWords(part)) if (!typed.has(word)) typed.set(word, { word, isQuoted })
  }
  return [...typed.values()].slice(0, wordsUsed)
}
