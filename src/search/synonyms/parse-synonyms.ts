// Reads synonyms in the format of Solr and Elasticsearch, which regional.txt and the operator's file have:
//   aubergine, eggplant        each name finds the others
//   biscuit => cookie          the names on the left find those on the right, but not the other way round
// `#` starts a comment. Unlike there, a phrase also still finds itself.
import { tokenize } from '../../language/tokenize.ts'
import { isPhraseKey, maxPhraseWords, synonymKey } from './synonym-key.ts'

/** Each phrase is also known by each of the targets; they are the same list if each name finds the others. */
export interface SynonymRule {
  phrases: SynonymName[]
  targets: SynonymName[]
}

export interface SynonymName {
  /** Normalized, in order. */
  words: string
  key: string
}

/** A mistake in a list of synonyms; the message names file, line and remedy. */
export class SynonymsError extends Error {}

const example = 'Write names separated by commas (aubergine, eggplant) or an arrow (biscuit => cookie)'

export function parseSynonyms(text: string, file: string): SynonymRule[] {
  return text.split(/\r?\n/).flatMap((line, index) => {
    const content = line.replace(/#.*/, '').replace('\ufeff', '').trim()
    if (content === '') return []
    try {
      return [parseRule(content)]
    } catch (error) {
      throw new SynonymsError(`${file}, line ${index + 1}: ${(error as Error).message}`)
    }
  })
}

function parseRule(content: string): SynonymRule {
  const sides = content.split('=>')
  if (sides.length > 2) throw new Error(`there are two arrows. Write one line for each arrow`)
  const [phrases = [], targets = phrases] = sides.map(parseNames)
  for (const { words, key } of phrases) {
    if (!isPhraseKey(key))
      throw new Error(`"${words}" has more than ${maxPhraseWords} words. Write a shorter name`)
  }
  if (new Set([...phrases, ...targets].map(({ key }) => key)).size === 1) {
    throw new Error(
      phrases.length === 1 && targets === phrases
        ? `"${content}" is a single name. ${example}`
        : `the names of "${content}" are forms of the same words, which search knows already. Remove the line`,
    )
  }
  return { phrases, targets }
}

function parseNames(side: string): SynonymName[] {
  return side.split(',').map(written => {
    const name = written.trim()
    if (name === '') throw new Error(`a name is missing next to a comma or an arrow. ${example}`)
    if (/[=<>;|]/.test(name)) throw new Error(`"${name}" has a character that no name has. ${example}`)
    const words = tokenize(name)
    const key = synonymKey(words)
    if (key === '') throw new Error(`"${name}" has no word that can be searched. ${example}`)
    return { words: words.join(' '), key }
  })
}
