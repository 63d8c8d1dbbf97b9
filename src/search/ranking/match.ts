// How the words of a candidate occur in the name and brand of a food.
import { everydayKeyOf } from '../../food/everyday-names.ts'
import { modifiers } from '../../language/word-lists.ts'
import type { Candidate } from '../query/candidates.ts'
import { everydayFoodOf } from '../query/everyday-food-of.ts'
import { states, stopWords } from '../query/understand.ts'
import type { FoundFood } from './found-food.ts'

export interface NameMatch {
  /** The query names the food: by its whole name, with or without its brand, or by one of its name keys. */
  isNamed: boolean
  /** It is the everyday food that people mean by these words. */
  isMeant: boolean
  /** The query is its whole name with its whole brand, in any order, and the name says more than the brand. */
  isWholeProduct: boolean
  /** The name is exactly what was typed, corrected if need be. */
  isExactName: boolean
  /** It is named by another name than the one shown, which has no word of the query. */
  isOtherName: boolean
  /** Shares of the candidate's terms: in the name, in the brand, and in exactly the typed form. */
  inName: number
  inBrand: number
  exact: number
  /** Whether the query contains the whole brand. */
  isBrand: boolean
  /** The share of the query's linking words that name and brand contain, which are not required. */
  linkingWords: number
  /** Words of the name that the query does not contain; words that describe without saying what it is count less. */
  extraWords: number
  /** Such words that change what the food is: dried, smoked, powdered. */
  extraStates: number
  /** The matched share of the words that say what it is. */
  coverage: number
  startsWithTerm: boolean
  endsWithTerm: boolean
  /** The terms occur in the order of the query, each once. */
  isPhrase: boolean
  /** Whether the food contains the unfinished word, if there is one. */
  hasPrefix: boolean
}

interface TermForm {
  index: number
  isExact: boolean
}

const modifierShare = 0.25

const notNamed: NameMatch = {
  isNamed: false,
  isMeant: false,
  isWholeProduct: false,
  isExactName: false,
  isOtherName: false,
  inName: 0,
  inBrand: 0,
  exact: 0,
  isBrand: false,
  linkingWords: 0,
  extraWords: 1,
  extraStates: 0,
  coverage: 0,
  startsWithTerm: false,
  endsWithTerm: false,
  isPhrase: false,
  hasPrefix: false,
}

/** Compares many foods with one candidate. With `onlyNamed`, a food that is not named has no other values. */
export function createMatcher(candidate: Candidate): (food: FoundFood, onlyNamed?: boolean) => NameMatch {
  const { terms, keys, prefix } = candidate
  const forms = new Map<string, TermForm>()
  for (const [index, { term, forms: others, isCompleted = false }] of terms.entries()) {
    for (const form of others) if (!forms.has(form)) forms.set(form, { index, isExact: isCompleted })
    forms.set(term, { index, isExact: true })
  }
  const linking = new Set(candidate.reading.words.filter(word => stopWords.has(word) && !forms.has(word)))
  const isMatch = (word: string) => forms.has(word) || (prefix !== null && word.startsWith(prefix))

  const inState = keys.inState
  const everyday = everydayFoodOf(candidate)
  const everydayKey = everyday && everydayKeyOf(everyday)
  // At most 12 words and their splits, so a bit mask holds which terms occur.
  const stateMask = maskOf(inState?.states ?? [])

  function maskOf(words: string[]): number {
    return words.reduce((mask, word) => mask | (1 << (forms.get(word)?.index ?? unmatchedBit)), 0)
  }

  return (food, onlyNamed = false) => {
    const { nameWords, brandWords, nameKeys } = food
    const isMeant = everydayKey !== null && nameKeys.includes(everydayKey)
    const hasPlainKey = isMeant || nameKeys.includes(keys.plain)
    const hasStateKey = inState !== null && nameKeys.includes(inState.key)
    const mustMatchName = onlyNamed && !hasPlainKey && !hasStateKey
    let inName = 0
    let inBrand = 0
    let exact = 0
    let extraWords = 0
    let extraStates = 0
    let matchedWords = 0
    let contentWords = 0
    let lastIsMatch = false
    let isOrdered = true
    let occurrences = 0
    let linkingFound = 0
    for (const word of nameWords) {
      const form = forms.get(word)
      if (form !== undefined) {
        inName |= 1 << form.index
        if (form.isExact) exact |= 1 << form.index
        if (form.index !== occurrences++) isOrdered = false
      } else if (stopWords.has(word)) {
        if (linking.has(word)) linkingFound++
        continue
      }
      const isMatched = form !== undefined || isMatch(word)
      if (!isMatched && mustMatchName) return notNamed
      const isModifier = !isMatched && modifiers.has(word)
      if (!isMatched) {
        extraWords += isModifier ? modifierShare : 1
        if (states.has(word)) extraStates++
      }
      if (isModifier) continue
      contentWords++
      if (isMatched) matchedWords++
      lastIsMatch = isMatched
    }
    const isExactName =
      isOrdered &&
      bitsIn(exact) === terms.length &&
      linkingFound === linking.size &&
      nameWords.length === terms.length + linkingFound
    let isBrand = brandWords.length > 0
    for (const word of brandWords) {
      const form = forms.get(word)
      if (linking.has(word)) linkingFound++
      if (form === undefined) {
        isBrand &&= stopWords.has(word)
        continue
      }
      inBrand |= 1 << form.index
      if (form.isExact) exact |= 1 << form.index
    }
    const isNamedByKey = hasPlainKey || (hasStateKey && (inName & stateMask) === stateMask)
    const isWholeName = inName !== 0 && extraWords === 0 && bitsIn(inName | inBrand) === terms.length
    return {
      isNamed: isNamedByKey || isWholeName,
      isMeant,
      isWholeProduct: isWholeName && isBrand && (inName & ~inBrand) !== 0,
      isExactName,
      isOtherName: isNamedByKey && inName === 0,
      inName: isNamedByKey ? 1 : bitsIn(inName) / terms.length,
      inBrand: bitsIn(inBrand) / terms.length,
      exact: bitsIn(exact) / terms.length,
      isBrand,
      linkingWords: linking.size === 0 ? 0 : Math.min(1, linkingFound / linking.size),
      extraWords,
      extraStates,
      coverage: contentWords === 0 ? 0 : matchedWords / contentWords,
      startsWithTerm: isMatch(nameWords[0] ?? ''),
      endsWithTerm: lastIsMatch,
      isPhrase: terms.length === 1 || (isOrdered && occurrences === terms.length),
      hasPrefix: prefix === null || [...nameWords, ...brandWords].some(word => word.startsWith(prefix)),
    }
  }
}

/** No term has this index, so a word that is no term never counts as found. */
const unmatchedBit = 31

function bitsIn(mask: number): number {
  let bits = 0
  for (let rest = mask; rest !== 0; rest &= rest - 1) bits++
  return bits
}
