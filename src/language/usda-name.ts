// The grammar of names in USDA's databases: what the food is, then its qualifiers, from general to specific, separated by commas.
// "Milk, whole, 3.25% milkfat, with added vitamin D" is milk; "Fat, chicken" is chicken fat. The word lists are in usda-grammar.yaml.
import { baseForm } from './inflection.ts'
import { tokenize } from './tokenize.ts'
import {
  cooking,
  cuts,
  grammar,
  type Head,
  isState,
  neutral,
  optionalWords,
  packing,
  properWords,
  rewrites,
} from './usda-grammar.ts'
import { linkingWords, usualStates } from './word-lists.ts'

export interface UsdaName {
  /** Words that name the food, most important reading first. */
  plain: string[][]
  /** Words that name the food without its state; empty if it is in the state in which it is usually meant. */
  inState: string[][]
}

interface Segment {
  phrase: string
  /** Other words for the phrase: "spring or scallions". */
  alternatives: string[]
  /** Other names of the food, from parentheses. */
  others: string[]
}

export function usdaNameOf(name: string): UsdaName {
  if (isBranded(name)) {
    const [first = '', ...rest] = name.replace(/\(includes [^)]*\)/i, '').split(',')
    const isGroup = grammar.groups[phraseOf(first)] !== undefined
    return { plain: [tokenize((isGroup ? rest : [first, ...rest]).join(' '))], inState: [] }
  }
  return parseResolved(resolveHead(segmentsOf(name)))
}

const maxOthers = 4

function segmentsOf(name: string): Segment[] {
  // Commas inside parentheses do not separate qualifiers.
  const parts = name.toLowerCase().match(/(?:\([^)]*\)?|[^,;(])+/g) ?? []
  return parts.flatMap((part, index) => segmentOf(rewritten(part.trim()), index === 0) ?? [])
}

function rewritten(text: string): string {
  const [pattern, replacement] = rewrites.find(([pattern]) => pattern.test(text)) ?? []
  return pattern === undefined || replacement === undefined ? text : text.replace(pattern, replacement)
}

function segmentOf(text: string, isFirst: boolean): Segment | null {
  const others: string[] = []
  const outside = rewritten(
    text
      .replace(
        /(?<!\S)(\S*) ?\(([^)]*)\)?(?: (\w.*))?/,
        (_, before: string, inside: string, after: string | undefined) => {
          if (!neutral.test(inside.trim())) {
            const names = inside
              .split(/,| or /)
              .map(phraseOf)
              .filter(Boolean)
            // "Yucca (cassava) chips" are cassava chips.
            if (names.length <= maxOthers)
              others.push(
                ...names.map(other => (after === undefined ? other : `${other} ${phraseOf(after)}`)),
              )
          }
          return [before, after].join(' ')
        },
      )
      .replace(/\([^)]*\)?/g, ' ')
      .trim(),
  )
  const [phrase = '', ...alternatives] = outside.split(' or ').map(phraseOf).filter(Boolean)
  if (outside !== '' && !isFirst && neutral.test(outside)) {
    // "Distilled, all (gin, rum, vodka, whiskey)".
    return outside.startsWith('all') && others.length > 0 ? { phrase: '', alternatives: [], others } : null
  }
  if (phrase === '' && others.length === 0) return null
  const named = others.length === 1 || phrase === '' ? others : others.filter(isNoun)
  return { phrase, alternatives: alternatives.map(other => alternativeOf(phrase, other)), others: named }
}

/** "Barley flour or meal": what comes before the last word belongs to both. */
function alternativeOf(phrase: string, other: string): string {
  const words = phrase.split(' ')
  if (words.length > 1 && !other.includes(' ')) return [...words.slice(0, -1), other].join(' ')
  return other
}

const phraseOf = (text: string) => tokenize(text).join(' ')

/** Names of companies and products are written in capitals, or with a capital in the middle. */
function isBranded(name: string): boolean {
  const words = name.replace(/\([^)]*\)?/g, ' ').match(/[\p{L}'’&.]+/gu) ?? []
  let capitalized = 0
  for (const [index, word] of words.entries()) {
    if (properWords.has(word.toLowerCase()) || word.length === 1) continue
    if (/\p{Lu}.*\p{Lu}/u.test(word) || /^\p{Lu}.*['’]s$/u.test(word)) return true
    if (index > 0 && /^\p{Lu}/u.test(word)) capitalized++
  }
  return capitalized > 0
}

interface ResolvedName {
  /** The names of the food: "hazelnuts", "filberts". */
  heads: string[]
  qualifiers: Segment[]
  /** What people may add without meaning another food: "fish" to salmon. */
  extra: string[]
  optional: Set<string>
  usual: Set<string>
  /** The class that this food stands for when nothing else is said: cheese for cheddar. */
  typicalOf: string | null
}

function resolveHead(segments: Segment[]): ResolvedName {
  const extra: string[] = []
  const usual = new Set<string>()
  const optional = new Set(optionalWords)
  let rest = segments
  for (let first = rest[0]; first !== undefined && rest.length > 1; first = rest[0]) {
    const group = grammar.groups[first.phrase]
    if (group === undefined) break
    const skips = new Set(group.skips)
    let next = rest.slice(1)
    while (next.length > 1 && skips.has(next[0]?.phrase ?? '')) next = next.slice(1)
    if (group.needs_word?.includes(next[0]?.phrase ?? '') === true) break
    if (group.keeps_word === true) extra.push(first.phrase)
    for (const state of group.usual_states ?? []) usual.add(state)
    for (const word of group.optional ?? []) optional.add(word)
    for (const word of group.never_optional ?? []) optional.delete(word)
    rest = next
  }
  const [head, ...qualifiers] = rest
  if (head === undefined) return { heads: [], qualifiers, extra, optional, usual, typicalOf: null }
  const className = baseOf(head.phrase)
  const names = grammar.classes[className] ?? []
  const own = qualifiers.find(({ phrase }) => names.includes(baseOf(phrase)))
  const named = own ?? head
  const heads = [named.phrase, ...named.alternatives, ...named.others].filter(Boolean)
  for (const word of grammar.heads[className]?.optional ?? []) optional.add(word)
  if (own === undefined) return { heads, qualifiers, extra, optional, usual, typicalOf: null }
  return {
    heads,
    // "Pork, cured, bacon": the qualifiers before and after the name of the food describe it.
    qualifiers: qualifiers.filter(qualifier => qualifier !== own),
    extra: [...extra, head.phrase],
    optional,
    usual,
    typicalOf: grammar.typical[className]?.includes(baseOf(own.phrase)) === true ? head.phrase : null,
  }
}

const baseOf = (phrase: string) => phrase.split(' ').map(baseForm).join(' ')

function parseResolved({ heads, qualifiers, extra, optional, usual, typicalOf }: ResolvedName): UsdaName {
  const [main] = heads
  if (main === undefined) return { plain: [], inState: [] }
  const rules = grammar.heads[baseOf(main)] ?? {}
  for (const word of rules.optional ?? []) optional.add(word)
  const required: Segment[] = []
  const varieties = [...extra]
  const states: string[] = []
  const namesWithState = new Map<string, string>()
  for (const qualifier of qualifiers) {
    const words = qualifier.phrase.split(' ').filter(word => !linkingWords.has(word))
    if (words.some(isState)) {
      states.push(...words.filter(isState))
      // "Plums, dried (prunes)": the name holds the state.
      if (words.length === 1)
        for (const other of qualifier.others.filter(isPlural)) namesWithState.set(other, words[0] ?? '')
    } else if (qualifier.phrase !== '' && words.every(word => optional.has(word)))
      varieties.push(qualifier.phrase, ...qualifier.alternatives, ...qualifier.others)
    else required.push(qualifier)
  }
  const usualHere = usualStatesOf([main, ...required.map(({ phrase }) => phrase)], usual, rules)
  const unusual = states.filter(state => !usualHere.has(state))
  varieties.push(...states.filter(state => usualHere.has(state)))
  const names = namesOf([...heads, ...(rules.aliases ?? [])], required, varieties, rules)
  if (typicalOf !== null && required.length === 0) names.push([typicalOf])
  const parsed = inStates(names, main, unusual)
  for (const [other, state] of namesWithState) {
    const remaining = unusual.filter(each => each !== state)
    parsed.plain.push([...wordsOf([other]), ...remaining])
  }
  return parsed
}

function usualStatesOf(phrases: string[], usual: Set<string>, rules: Head): Set<string> {
  const states = new Set([...usual, ...(rules.usual_states ?? [])])
  for (const word of phrases.flatMap(phrase => phrase.split(' '))) {
    for (const state of usualStates.get(baseForm(word)) ?? []) states.add(state)
  }
  for (const state of rules.rare_states ?? []) states.delete(state)
  return states
}

/** Phrases that name the food, most important first. */
function namesOf(heads: string[], required: Segment[], varieties: string[], rules: Head): string[][] {
  const [main = ''] = heads
  const phrases = required.map(({ phrase }) => phrase).filter(Boolean)
  const full = [main, ...phrases]
  const isBare = rules.never_bare === true && phrases.length === 0
  const names = isBare ? [] : heads.map(head => [head, ...phrases])
  for (const { phrase, alternatives, others } of required) {
    for (const same of rules.same_as?.[phrase] ?? [])
      names.push(full.map(each => (each === phrase ? same : each)))
    for (const other of alternatives) {
      names.push(full.map(each => (each === phrase ? other : each)))
      if (isPlural(other)) names.push([other])
    }
    for (const other of others) {
      names.push([main, other])
      if (isNoun(other) && !cuts.has(baseOf(other)) && !grammar.never_states.includes(baseOf(other)))
        names.push([other])
    }
  }
  names.push(...cutsOf(main, required, rules))
  for (const variety of varieties) {
    names.push([...full, variety])
    for (const same of rules.same_as?.[variety] ?? []) names.push([...full, same])
  }
  if (varieties.length > 1) names.push([...full, ...varieties])
  return names
}

/** "Beef, loin, top sirloin cap steak" is beef steak and steak. */
function cutsOf(main: string, required: Segment[], rules: Head): string[][] {
  const words = required
    .flatMap(({ phrase, others }) => [phrase, ...others])
    .flatMap(phrase => phrase.split(' '))
    .map(baseForm)
    .filter(word => cuts.has(word))
  const cut = words.at(-1)
  if (cut === undefined) return []
  const isAlone = rules.cuts_alone?.includes(cut) === true
  return [
    [main, cut],
    ...(isAlone ? [[cut]] : []),
    ...(words.length > 1 && isAlone ? [words, [main, ...words]] : []),
  ]
}

function isPlural(phrase: string): boolean {
  const last = phrase.split(' ').at(-1) ?? ''
  return last !== baseForm(last)
}

/** A plural, or more than one word. */
function isNoun(phrase: string): boolean {
  const last = phrase.split(' ').at(-1) ?? ''
  return !isState(last) && (isPlural(phrase) || phrase.includes(' '))
}

const maxNamesInState = 3

function inStates(names: string[][], main: string, states: string[]): UsdaName {
  const nameWords = names.map(wordsOf)
  if (states.length === 0) return { plain: nameWords, inState: [] }
  const first = nameWords[0] ?? wordsOf([main])
  // "cooked, boiled" says how it was cooked: both name it. Other states name it only together.
  const methods = states.filter(state => cooking.has(state))
  const others = states.filter(state => !cooking.has(state))
  const lasting = others.filter(state => !packing.has(state))
  const kept = lasting.length > 0 || methods.length > 0 ? lasting : others
  const named = [...new Set(methods)].toReversed().slice(0, maxNamesInState)
  const inEachState =
    named.length === 0 ? [[...first, ...kept]] : named.map(method => [...first, ...kept, method])
  return { plain: inEachState, inState: nameWords.slice(0, maxNamesInState) }
}

const wordsOf = (phrases: string[]) => phrases.flatMap(phrase => phrase.split(' '))
