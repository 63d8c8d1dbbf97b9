// How the words of a candidate occur in the name and brand of a food.
import { everydayKeyOf } from '../../food/everyday-names.ts'
import { modifiers } from '../../language/word-lists.ts'
import type { Candidate } from '../query/candidates.ts'
import { everydayFoodOf } from '../query/everyday-food-of.ts'
import { states, stopWords } from '../query/query-words.ts'
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

export interface Matcher {
  match(food: FoundFood): NameMatch
  /** Null for a food that the candidate does not name, which most foods show before all of it is compared. */
  matchNamed(food: FoundFood): NameMatch | null
}

/** Compares many foods with one candidate. */
export function createMatcher(candidate: Candidate): Matcher {
  const matchKeys = createKeyMatcher(candidate)
  const query = queryWordsOf(candidate)
  const toWordMatch = (word: string) => matchWord(word, query)
  const isInQuery = (word: string) => matchWord(word, query).extra === 0
  const match = (food: FoundFood, key: KeyMatch) =>
    matchFood(food, key, food.nameWords.map(toWordMatch), food.brandWords.map(toWordMatch), query)
  return {
    match: food => match(food, matchKeys(food.nameKeys)),
    matchNamed(food) {
      const key = matchKeys(food.nameKeys)
      // Without a key only the whole name can name it, so the first word that the query lacks decides.
      if (key === null && !food.nameWords.every(isInQuery)) return null
      const matched = match(food, key)
      return matched.isNamed ? matched : null
    },
  }
}

/**
 * The best name key of a food that the candidate has: that of the everyday food, the plain one, or the one of the food in any state,
 * which names a food only if its name has the words for the state as well.
 */
type KeyMatch = 'everyday' | 'plain' | 'in state' | null

function createKeyMatcher(candidate: Candidate): (nameKeys: readonly string[]) => KeyMatch {
  const { plain, inState } = candidate.keys
  const everydayFood = everydayFoodOf(candidate)
  const everydayKey = everydayFood && everydayKeyOf(everydayFood)
  return nameKeys => {
    if (everydayKey !== null && nameKeys.includes(everydayKey)) return 'everyday'
    if (nameKeys.includes(plain)) return 'plain'
    return inState !== null && nameKeys.includes(inState.key) ? 'in state' : null
  }
}

/** Terms of the candidate, one bit each. A query has at most 12 words, each of at most two terms, so 31 bits are enough. */
type TermSet = number

const termSetOf = (index: number): TermSet => 1 << index

function sizeOf(terms: TermSet): number {
  let size = 0
  for (let rest = terms; rest !== 0; rest &= rest - 1) size++
  return size
}

/** The words of a candidate. */
interface QueryWords {
  termCount: number
  /** By every form of a term. */
  forms: ReadonlyMap<string, WordMatch>
  prefix: string | null
  /** Linking words of the query, which the candidate does not require. */
  linkingWords: ReadonlySet<string>
  /** The terms that say in which state the food is. */
  stateTerms: TermSet
}

function queryWordsOf({ terms: required, keys, prefix, reading }: Candidate): QueryWords {
  const forms = new Map<string, WordMatch>()
  for (const [index, { term, forms: others, isCompleted = false }] of required.entries()) {
    const terms = termSetOf(index)
    const otherForm = formOf({ terms, isExact: isCompleted })
    for (const form of others) if (!forms.has(form)) forms.set(form, otherForm)
    forms.set(term, formOf({ terms, isExact: true }))
  }
  return {
    termCount: required.length,
    forms,
    prefix,
    linkingWords: new Set(reading.words.filter(word => stopWords.has(word) && !forms.has(word))),
    stateTerms: totalOf((keys.inState?.states ?? []).flatMap(state => forms.get(state) ?? [])).terms,
  }
}

/** What a word of a name or a brand is to the candidate, as numbers that add up to what all of the words are. */
interface WordMatch {
  /** The term of which it is a form; empty for other words. */
  terms: TermSet
  /** The same, unless another form was typed. */
  exact: TermSet
  /** 1 for a word that says what the food is, 0 for one that links or describes. */
  content: number
  /** 1 for a word with content that is a term or starts with the unfinished word. */
  matched: number
  /** 1 for a word that the query does not contain, less for one that describes. */
  extra: number
  /** 1 for such a word that changes what the food is: dried, smoked. */
  extraStates: number
  isLinking: boolean
}

const modifierShare = 0.25

const linkingWord: WordMatch = {
  terms: 0,
  exact: 0,
  content: 0,
  matched: 0,
  extra: 0,
  extraStates: 0,
  isLinking: true,
}
const completion = formOf({ terms: 0, isExact: false })
const otherWord = extraWord({ isModifier: false, isState: false })

function formOf({ terms, isExact }: { terms: TermSet; isExact: boolean }): WordMatch {
  const exact = isExact ? terms : 0
  return { terms, exact, content: 1, matched: 1, extra: 0, extraStates: 0, isLinking: false }
}

/** A modifier describes a food without saying what it is. */
function extraWord({ isModifier, isState }: { isModifier: boolean; isState: boolean }): WordMatch {
  const content = isModifier ? 0 : 1
  const extra = isModifier ? modifierShare : 1
  return { terms: 0, exact: 0, content, matched: 0, extra, extraStates: isState ? 1 : 0, isLinking: false }
}

/** The word lists as one map: every word of every food that is found is looked up. */
const listedWords: ReadonlyMap<string, WordMatch> = new Map([
  ...Array.from(states.keys(), word => [word, extraWord({ isModifier: false, isState: true })] as const),
  ...Array.from(
    modifiers,
    word => [word, extraWord({ isModifier: true, isState: states.has(word) })] as const,
  ),
  ...Array.from(stopWords, word => [word, linkingWord] as const),
])

function matchWord(word: string, { forms, prefix }: QueryWords): WordMatch {
  const form = forms.get(word)
  if (form !== undefined) return form
  const listed = listedWords.get(word) ?? otherWord
  return !listed.isLinking && startsWith(word, prefix) ? completion : listed
}

const startsWith = (word: string, prefix: string | null) => prefix !== null && word.startsWith(prefix)

/** What words are together, once for each time that they occur. */
function totalOf(words: readonly WordMatch[]): Omit<WordMatch, 'isLinking'> {
  let terms = 0
  let exact = 0
  let content = 0
  let matched = 0
  let extra = 0
  let extraStates = 0
  for (const word of words) {
    terms |= word.terms
    exact |= word.exact
    content += word.content
    matched += word.matched
    extra += word.extra
    extraStates += word.extraStates
  }
  return { terms, exact, content, matched, extra, extraStates }
}

function matchFood(
  { nameWords, brandWords }: FoundFood,
  key: KeyMatch,
  nameMatches: readonly WordMatch[],
  brandMatches: readonly WordMatch[],
  { termCount, prefix, linkingWords, stateTerms }: QueryWords,
): NameMatch {
  const name = totalOf(nameMatches)
  const brand = totalOf(brandMatches)
  const isNamedByKey = key === 'in state' ? (name.terms & stateTerms) === stateTerms : key !== null
  const isWholeName = name.terms !== 0 && name.extra === 0 && sizeOf(name.terms | brand.terms) === termCount
  const isBrand =
    brandMatches.length > 0 && brandMatches.every(({ terms, isLinking }) => terms !== 0 || isLinking)
  const isPhrase = sizeOf(name.terms) === termCount && isInOrder(nameMatches, termCount)
  const linkingInName = countOf(nameWords, linkingWords)
  return {
    isNamed: isNamedByKey || isWholeName,
    isMeant: key === 'everyday',
    isWholeProduct: isWholeName && isBrand && (name.terms & ~brand.terms) !== 0,
    isExactName:
      isPhrase &&
      name.exact === name.terms &&
      nameWords.length === termCount + linkingInName &&
      linkingInName === linkingWords.size,
    isOtherName: isNamedByKey && name.terms === 0,
    inName: isNamedByKey ? 1 : sizeOf(name.terms) / termCount,
    inBrand: sizeOf(brand.terms) / termCount,
    exact: sizeOf(name.exact | brand.exact) / termCount,
    isBrand,
    linkingWords:
      linkingWords.size === 0
        ? 0
        : Math.min(1, (linkingInName + countOf(brandWords, linkingWords)) / linkingWords.size),
    extraWords: name.extra,
    extraStates: name.extraStates,
    coverage: name.content === 0 ? 0 : name.matched / name.content,
    startsWithTerm: (nameMatches[0]?.terms ?? 0) !== 0 || startsWith(nameWords[0] ?? '', prefix),
    endsWithTerm: nameMatches.findLast(({ content }) => content === 1)?.matched === 1,
    isPhrase: termCount === 1 || isPhrase,
    hasPrefix: prefix === null || [...nameWords, ...brandWords].some(word => word.startsWith(prefix)),
  }
}

/** Whether each term occurs once, in the order of the query, whatever other words are between them. */
function isInOrder(words: readonly WordMatch[], termCount: number): boolean {
  let next = 0
  for (const { terms } of words) if (terms !== 0 && terms !== termSetOf(next++)) return false
  return next === termCount
}

function countOf(words: readonly string[], counted: ReadonlySet<string>): number {
  return counted.size === 0 ? 0 : words.filter(word => counted.has(word)).length
}
