// The terms of the catalog with the number of foods that contain each, and the terms that resemble a misspelt word, by
// symmetric deletes (SymSpell) and by sound. It is one block of memory without pointers: the importer builds it, and nodes
// use it as it was stored. It keeps hashes instead of texts, so a lookup may return terms that share only a hash; the
// caller compares the words anyway.
import { setImmediate as nextTurn } from 'node:timers/promises'
import { minLengthForTwoEdits, prefixLength } from '../../language/edit-distance.ts'
import { consonantsOf, phoneticCode } from '../../language/phonetic.ts'

export interface Term {
  term: string
  documentFrequency: number
}

/** All rows as one value: a row for each term would take ten times as long to read. */
export const termsAsText = `string_agg(term || ' ' || document_frequency, e'\\n')`

export function parseTerms(text: string): Term[] {
  if (text === '') return []
  return text.split('\n').map(line => {
    const space = line.indexOf(' ')
    return { term: line.slice(0, space), documentFrequency: Number(line.slice(space + 1)) }
  })
}

/** Terms are identified by their position in the sorted list. */
export interface SearchIndex {
  bytes: Uint8Array
  terms: number
  /** -1 for a word that is no term. */
  positionOf(term: string): number
  termAt(position: number): string
  lengthAt(position: number): number
  frequencyAt(position: number): number
  /** From the first term with this prefix up to, not including, the last number. */
  withPrefix(prefix: string): { from: number; to: number }
  /** Terms that share a delete of up to `edits` letters with the word. */
  sharingDeletes(word: string, edits: number): number[]
  /** Terms with the same sound, or at least the same consonants. */
  soundingLike(word: string): number[]
}

/** Changes with the layout and with the rules of deletes and sounds. */
export const indexFormat = 1

const headerLength = 5
const maxCandidates = 3_000
// Few enough that a node serves requests in between when it adds terms to an index.
const termsPerTurn = 250

export async function buildSearchIndex(terms: readonly Term[]): Promise<SearchIndex> {
  const sorted = terms.toSorted((one, other) => compare(one.term, other.term))
  const buckets = 2 ** Math.max(10, Math.ceil(Math.log2(sorted.length * 8 + 1)))
  const forms = await formsOf(sorted, buckets)
  const letters = sorted.reduce((sum, { term }) => sum + term.length, 0)
  const header = [indexFormat, sorted.length, buckets, forms.buckets.length, letters]
  const index = layOut(new Uint8Array(new SharedArrayBuffer(sizeOf(header))), header)
  for (let position = 0, offset = 0; position < sorted.length; position++) {
    const { term, documentFrequency } = sorted[position] as Term
    index.frequencies[position] = documentFrequency
    for (let letter = 0; letter < term.length; letter++) index.letters[offset++] = term.charCodeAt(letter)
    index.textEnds[position] = offset
  }
  for (const bucket of forms.buckets) index.bucketEnds[bucket] = (index.bucketEnds[bucket] ?? 0) + 1
  for (let bucket = 1; bucket < buckets; bucket++)
    index.bucketEnds[bucket] = (index.bucketEnds[bucket] ?? 0) + (index.bucketEnds[bucket - 1] ?? 0)
  // From the end of each bucket to its start.
  const free = index.bucketEnds.slice()
  for (let position = sorted.length - 1, form = forms.buckets.length; position >= 0; position--) {
    for (const first = forms.ends[position - 1] ?? 0; form > first; form--) {
      const bucket = forms.buckets[form - 1] ?? 0
      const entry = (free[bucket] ?? 0) - 1
      free[bucket] = entry
      index.entries[entry] = position
    }
  }
  return openSearchIndex(index.bytes)
}

/** The buckets under which each term is found, one term after the other. */
async function formsOf(sorted: readonly Term[], buckets: number) {
  let found = new Uint32Array(1 << 16)
  let count = 0
  const ends = new Uint32Array(sorted.length)
  for (const [position, { term }] of sorted.entries()) {
    forEachForm(term, indexedEdits(term), hash => {
      if (count === found.length) {
        const larger = new Uint32Array(2 * found.length)
        larger.set(found)
        found = larger
      }
      found[count++] = hash & (buckets - 1)
    })
    ends[position] = count
    if (position % termsPerTurn === termsPerTurn - 1) await nextTurn()
  }
  return { buckets: found.subarray(0, count), ends }
}

const sizeOf = ([, terms = 0, buckets = 0, entries = 0, letters = 0]: number[]) =>
  4 * (headerLength + 2 * terms + buckets + entries) + 2 * letters

function layOut(bytes: Uint8Array, header?: number[]) {
  const head = new Uint32Array(bytes.buffer, bytes.byteOffset, headerLength)
  if (header) head.set(header)
  const [, terms = 0, buckets = 0, entries = 0, letters = 0] = head
  let offset = bytes.byteOffset + 4 * headerLength
  const numbers = (length: number) => {
    const array = new Uint32Array(bytes.buffer, offset, length)
    offset += 4 * length
    return array
  }
  return {
    bytes,
    frequencies: numbers(terms),
    textEnds: numbers(terms),
    bucketEnds: numbers(buckets),
    entries: numbers(entries),
    letters: new Uint16Array(bytes.buffer, offset, letters),
  }
}

/** `bytes` as stored. Throws if another release has written them. */
export function openSearchIndex(bytes: Uint8Array): SearchIndex {
  const [format] = new Uint32Array(bytes.buffer, bytes.byteOffset, headerLength)
  if (format !== indexFormat)
    throw new Error(
      `the search index has format ${format} instead of ${indexFormat}; larder migrate rebuilds it`,
    )
  const { frequencies, textEnds, bucketEnds, entries, letters } = layOut(bytes)
  const terms = frequencies.length
  const text = Buffer.from(letters.buffer, letters.byteOffset, letters.byteLength)
  // Most searches correct the same few words.
  const decoded: (string | undefined)[] = new Array(terms)

  const startOf = (position: number) => textEnds[position - 1] ?? 0
  const lengthAt = (position: number) => (textEnds[position] ?? 0) - startOf(position)

  /** Negative if the first `length` letters of the term come before the word. */
  function compareAt(position: number, word: string, length = Number.POSITIVE_INFINITY): number {
    const start = startOf(position)
    const termLength = Math.min(lengthAt(position), length)
    for (let letter = 0; letter < termLength && letter < word.length; letter++) {
      const difference = (letters[start + letter] ?? 0) - word.charCodeAt(letter)
      if (difference !== 0) return difference
    }
    return termLength - word.length
  }

  const bucketOf = (hash: number) => {
    const bucket = hash & (bucketEnds.length - 1)
    return { start: bucketEnds[bucket - 1] ?? 0, end: bucketEnds[bucket] ?? 0 }
  }

  // The last lookup that found a term: several deletes lead to the same one.
  const foundBy = new Float64Array(terms)
  let lookups = 0

  function termsIn(hashes: (use: (hash: number) => void) => void): number[] {
    const found: number[] = []
    lookups++
    hashes(hash => {
      const { start, end } = bucketOf(hash)
      for (let entry = start; entry < end && found.length < maxCandidates; entry++) {
        const position = entries[entry] ?? 0
        if (foundBy[position] === lookups) continue
        foundBy[position] = lookups
        found.push(position)
      }
    })
    return found
  }

  return {
    bytes,
    terms,
    positionOf(term) {
      // Among the few terms with the same hash, which are in order, instead of all.
      const { start, end } = bucketOf(prefixHash(term))
      const entry = partitionPoint(start, end, each => compareAt(entries[each] ?? 0, term) >= 0)
      const position = entries[entry] ?? 0
      return entry < end && compareAt(position, term) === 0 ? position : -1
    },
    termAt: position =>
      (decoded[position] ??= text.toString('utf16le', 2 * startOf(position), 2 * (textEnds[position] ?? 0))),
    lengthAt,
    frequencyAt: position => frequencies[position] ?? 0,
    withPrefix: prefix => ({
      from: partitionPoint(0, terms, each => compareAt(each, prefix, prefix.length) >= 0),
      to: partitionPoint(0, terms, each => compareAt(each, prefix, prefix.length) > 0),
    }),
    sharingDeletes: (word, edits) => termsIn(use => forEachDelete(word, edits, use)),
    soundingLike: word => termsIn(use => forEachSound(word, use)),
  }
}

/** The first number from `from` to before `to` that is past the partition, by binary search; `to` if none is. */
function partitionPoint(from: number, to: number, isPast: (number: number) => boolean): number {
  let low = from
  let high = to
  while (low < high) {
    const middle = (low + high) >>> 1
    if (isPast(middle)) high = middle
    else low = middle + 1
  }
  return low
}

const compare = (one: string, other: string) => (one < other ? -1 : one > other ? 1 : 0)

/** The typed word may be one or two letters longer than the term. */
const indexedEdits = (term: string) => (term.length < minLengthForTwoEdits - 1 ? 1 : 2)

const noPosition = prefixLength

/** Calls `use` with the hashes under which a word is indexed: its deletes and its sound. */
function forEachForm(word: string, edits: number, use: (hash: number) => void): void {
  forEachDelete(word, edits, use)
  forEachSound(word, use)
}

function forEachSound(word: string, use: (hash: number) => void): void {
  const code = phoneticCode(word)
  if (code === undefined) return
  use(hashWithout(code, code.length, -1, -1) ^ soundSalt)
  const consonants = consonantsOf(code)
  if (consonants !== undefined) use(hashWithout(consonants, consonants.length, -1, -1) ^ consonantSalt)
}

// Keep the hashes of sounds apart from those of deletes.
const soundSalt = 0x2545f491
const consonantSalt = 0x5bd1e995

/** Calls `use` with the hash of each form of the word's prefix with up to `edits` letters deleted. */
function forEachDelete(word: string, edits: number, use: (hash: number) => void): void {
  const length = Math.min(word.length, prefixLength)
  use(prefixHash(word))
  if (edits === 0) return
  for (let first = 0; first < length; first++) {
    // Deleting either of two equal neighbours gives the same form.
    if (first > 0 && word.charCodeAt(first) === word.charCodeAt(first - 1)) continue
    use(hashWithout(word, length, first, noPosition))
    if (edits === 1) continue
    for (let second = first + 1; second < length; second++) use(hashWithout(word, length, first, second))
  }
}

const prefixHash = (word: string) =>
  hashWithout(word, Math.min(word.length, prefixLength), noPosition, noPosition)

// FNV-1a with a final mix, because buckets are chosen by the low bits.
function hashWithout(word: string, length: number, first: number, second: number): number {
  let hash = 0x811c9dc5
  for (let index = 0; index < length; index++) {
    if (index === first || index === second) continue
    hash = Math.imul(hash ^ word.charCodeAt(index), 0x01000193)
  }
  hash ^= hash >>> 15
  hash = Math.imul(hash, 0x2c1b3c6d)
  return (hash ^ (hash >>> 12)) >>> 0
}
