// Which terms resemble a misspelt word: an index of symmetric deletes (SymSpell) and of sounds, in typed arrays. It stores
// hashes instead of texts, so a lookup may return terms that share only a hash; the caller compares the words anyway.
import { minLengthForTwoEdits, prefixLength } from '../../language/edit-distance.ts'
import { consonantsOf, phoneticCode } from '../../language/phonetic.ts'

export interface SimilarTerms {
  /** Indexes of terms that share a delete of up to `edits` letters with the word. */
  sharingDeletes(word: string, edits: number): Set<number>
  /** Indexes of terms with the same sound, or at least the same consonants. */
  soundingLike(word: string): Set<number>
}

const termsPerChunk = 5_000
const maxCandidates = 3_000

/** Built in chunks, so that requests are served in between. */
export async function indexSimilarTerms(terms: string[]): Promise<SimilarTerms> {
  const buckets = 2 ** Math.max(10, Math.ceil(Math.log2(terms.length * 8 + 1)))
  const starts = new Uint32Array(buckets + 1)
  await inChunks(terms.length, index => {
    forEachForm(terms[index] ?? '', indexedEdits(terms[index] ?? ''), hash => {
      const bucket = hash & (buckets - 1)
      starts[bucket + 1] = (starts[bucket + 1] ?? 0) + 1
    })
  })
  for (let bucket = 0; bucket < buckets; bucket++)
    starts[bucket + 1] = (starts[bucket + 1] ?? 0) + (starts[bucket] ?? 0)
  const entries = new Uint32Array(starts[buckets] ?? 0)
  const next = starts.slice()
  await inChunks(terms.length, index => {
    forEachForm(terms[index] ?? '', indexedEdits(terms[index] ?? ''), hash => {
      const bucket = hash & (buckets - 1)
      const position = next[bucket] ?? 0
      entries[position] = index
      next[bucket] = position + 1
    })
  })
  return {
    sharingDeletes: (word, edits) => termsIn(use => forEachDelete(word, edits, use)),
    soundingLike: word => termsIn(use => forEachSound(word, use)),
  }

  function termsIn(hashes: (use: (hash: number) => void) => void): Set<number> {
    const found = new Set<number>()
    hashes(hash => {
      const bucket = hash & (buckets - 1)
      const end = starts[bucket + 1] ?? 0
      for (let position = starts[bucket] ?? 0; position < end && found.size < maxCandidates; position++)
        found.add(entries[position] ?? 0)
    })
    return found
  }
}

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
  use(hashWithout(word, length, noPosition, noPosition))
  if (edits === 0) return
  for (let first = 0; first < length; first++) {
    // Deleting either of two equal neighbours gives the same form.
    if (first > 0 && word.charCodeAt(first) === word.charCodeAt(first - 1)) continue
    use(hashWithout(word, length, first, noPosition))
    if (edits === 1) continue
    for (let second = first + 1; second < length; second++) use(hashWithout(word, length, first, second))
  }
}

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

async function inChunks(count: number, work: (index: number) => void): Promise<void> {
  for (let start = 0; start < count; start += termsPerChunk) {
    for (let index = start; index < Math.min(count, start + termsPerChunk); index++) work(index)
    await new Promise(resolve => setImmediate(resolve))
  }
}
