// What the category classifier sees of a name: hashes of its tokens, of pairs of tokens, and of the beginnings and endings of
// tokens, which say what a German compound, an inflected word or a misspelt one is.
import { tokenize } from '../language/tokenize.ts'

/** Only tokens up to here count: names that are longer list ingredients. */
const maxTokens = 12
const minAffixLength = 4
const maxAffixLength = 7

/** Seeds keep the hashes of different kinds of features apart. */
export const seeds = {
  ...{ token: 1, first: 2, last: 3, pair: 4, prefix: 5, suffix: 6, addition: 7 },
  ...{ value: 8, values: 9 },
}

/** What follows says what a food is with, in or without, not what it is: herring in tomato sauce is no tomato. */
const additionMarkers = new Set(
  (
    'with without in for from avec sans au aux a sur pour saveur gout mit ohne im fur con sin en para sabor ' +
    'al alla allo alle agli senza per gusto z ze w bez dla smak med met zonder com sem'
  ).split(' '),
)

/** Hashes of 32 bits with sign, which a map finds several times as fast as those without; in the order of the name. */
export function nameFeatures(name: string): number[] {
  const tokens = tokenize(name).slice(0, maxTokens)
  const additionsFrom = tokens.findIndex((token, index) => index > 0 && additionMarkers.has(token))
  const words = tokens.slice(0, additionsFrom < 0 ? undefined : additionsFrom).filter(isWord)
  const features: number[] = []
  let previous = 0
  for (const [index, token] of words.entries()) {
    const hash = hashOf(token)
    features.push(mix(hash, seeds.token))
    if (index === 0) features.push(mix(hash, seeds.first))
    else features.push(mix(Math.imul(previous, 31) + hash, seeds.pair))
    if (index === words.length - 1) features.push(mix(hash, seeds.last))
    addAffixes(token, features)
    previous = hash
  }
  // Without a word before them, additions say nothing.
  if (features.length === 0 || additionsFrom < 0) return features
  for (const token of tokens.slice(additionsFrom)) features.push(mix(hashOf(token), seeds.addition))
  return features
}

const isWord = (token: string) => token.length > 1 && !/^\d/.test(token)

function addAffixes(token: string, features: number[]): void {
  const { length } = token
  if (length <= minAffixLength) return
  const longest = Math.min(maxAffixLength, length - 1)
  let prefix = offset
  let suffix = offset
  for (let index = 0; index < longest; index++) {
    prefix = step(prefix, token.charCodeAt(index))
    suffix = step(suffix, token.charCodeAt(length - 1 - index))
    if (index + 1 < minAffixLength) continue
    features.push(mix(prefix, seeds.prefix), mix(suffix, seeds.suffix))
  }
}

// FNV-1a over UTF-16 code units, then a finalizer of MurmurHash3.
const offset = 0x811c9dc5
const step = (hash: number, code: number) => Math.imul(hash ^ code, 0x01000193)

function hashOf(token: string): number {
  let hash = offset
  for (let index = 0; index < token.length; index++) hash = step(hash, token.charCodeAt(index))
  return hash
}

export function mix(hash: number, seed: number): number {
  let mixed = Math.imul(hash ^ Math.imul(seed, 0x9e3779b1), 0x85ebca6b)
  mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35)
  return mixed ^ (mixed >>> 16)
}
