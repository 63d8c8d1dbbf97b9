// Finds the foods of a catalog that are comparable with a described one: those that share its most telling words, its category, brand and
// kind. Everything is in typed arrays, about 110 bytes for each food, because a Map of millions of foods would take gigabytes.
import { categoryTrail } from '../food/categories.ts'
import { genericNameOf } from '../language/generic-name.ts'
import { wordOf } from '../language/words.ts'

/** What estimators know of a food. */
export interface DescribedFood {
  /** The tokens of its name. */
  words: readonly string[]
  /** Normalized; '' if it has none. */
  brand: string
  category: string | null
  /** Code of the language of its label, if it is known. */
  language: string | null
}

export const estimatedNutrients = ['calories_kcal', 'protein_g', 'fat_g', 'carbs_g'] as const
export type EstimatedNutrient = (typeof estimatedNutrients)[number]

export interface Peer {
  /** In the order in which the foods were added. */
  index: number
  /** From 0 (nothing in common) to 1 (the same description). */
  similarity: number
}

export interface FoodIndex {
  readonly foods: number
  add(food: DescribedFood, values: Readonly<Record<EstimatedNutrient, number>>): void
  /** After the last `add`. */
  build(): void
  /** The most similar foods, best first. */
  peersOf(food: DescribedFood, maxPeers: number, isAllowed?: (index: number) => boolean): Peer[]
  valueOf(index: number, nutrient: EstimatedNutrient): number
}

// How much a shared feature says, in units of a shared word that is as rare. Chosen on the foods on which the benchmark fits.
const featureFactors = { word: 1, category: 1, brand: 1, kind: 0.5 }
type FeatureKind = keyof typeof featureFactors
const featureKinds = Object.keys(featureFactors) as FeatureKind[]

/** Of foods whose labels are in two languages, a word that both have may mean two things. */
const otherLanguageFactor = 0.8

/** Bounds the time of one estimate; beyond it, a random sample of the foods with a common feature is compared. */
const maxCompared = 2_500

interface Feature {
  kind: FeatureKind
  text: string
}

function featuresOf({ words, brand, category }: DescribedFood): Feature[] {
  const features: Feature[] = []
  for (const word of new Set(words)) {
    if (word.length < 2 || /^\d+$/.test(word)) continue
    const { base, role } = wordOf(word)
    if (role !== 'linking') features.push({ kind: 'word', text: base })
  }
  if (category !== null) for (const text of categoryTrail(category)) features.push({ kind: 'category', text })
  if (brand !== '') features.push({ kind: 'brand', text: brand })
  const kind = genericNameOf([...words])
  if (kind !== null) features.push({ kind: 'kind', text: kind })
  return features
}

/** Expects at most `maxFoods` foods. */
export function createFoodIndex(maxFoods: number): FoodIndex {
  const featureIds = new Map<number, number>()
  const factors: number[] = []
  const languageIds = new Map<string | null, number>([[null, 0]])
  const languages = new Uint8Array(maxFoods)
  const values = new Float32Array(maxFoods * estimatedNutrients.length)
  /** The features of food i are at `starts[i]` to `starts[i + 1]`. */
  const starts = new Uint32Array(maxFoods + 1)
  let features = new Uint32Array(maxFoods * 8)
  let foods = 0
  // Made by `build`.
  let weights = new Float32Array()
  let weightOfFood = new Float32Array()
  let postingStarts = new Uint32Array()
  let postings = new Uint32Array()
  let maxWeight = 0
  // Marks of the food that is being compared.
  let isShared = new Uint8Array()
  let lastSeen = new Uint32Array()
  let seen = 0

  const languageOf = (language: string | null) => languageIds.get(language) ?? 0

  function featureId({ kind, text }: Feature): number {
    const hash = hashOf(kind, text)
    const known = featureIds.get(hash)
    if (known !== undefined) return known
    const id = factors.length
    featureIds.set(hash, id)
    factors.push(featureFactors[kind])
    return id
  }

  return {
    get foods() {
      return foods
    },
    add(food, amounts) {
      let end = starts[foods] ?? 0
      for (const feature of featuresOf(food)) {
        if (end === features.length) features = grown(features)
        features[end++] = featureId(feature)
      }
      if (!languageIds.has(food.language)) languageIds.set(food.language, languageIds.size % 256)
      languages[foods] = languageOf(food.language)
      for (const [offset, nutrient] of estimatedNutrients.entries())
        values[foods * estimatedNutrients.length + offset] = amounts[nutrient]
      starts[++foods] = end
    },
    build() {
      const end = starts[foods] ?? 0
      const counts = new Uint32Array(factors.length)
      for (let position = 0; position < end; position++) increment(counts, features[position] ?? 0)
      weights = Float32Array.from(counts, (count, id) => rarity(foods, count) * (factors[id] ?? 0))
      maxWeight = rarity(foods, 0)
      postingStarts = new Uint32Array(counts.length + 1)
      for (const [id, count] of counts.entries()) postingStarts[id + 1] = (postingStarts[id] ?? 0) + count
      postings = new Uint32Array(end)
      weightOfFood = new Float32Array(foods)
      const filled = postingStarts.slice()
      // In a scattered order, so that the beginning of a list is a random sample of it.
      const step = stepFor(foods)
      for (let number = 0, food = 0; number < foods; number++, food = (food + step) % foods) {
        for (let position = starts[food] ?? 0; position < (starts[food + 1] ?? 0); position++) {
          const id = features[position] ?? 0
          postings[filled[id] ?? 0] = food
          increment(filled, id)
          weightOfFood[food] = (weightOfFood[food] ?? 0) + (weights[id] ?? 0)
        }
      }
      isShared = new Uint8Array(counts.length)
      lastSeen = new Uint32Array(foods)
    },
    peersOf(food, maxPeers, isAllowed = () => true) {
      const own: number[] = []
      let ownWeight = 0
      for (const feature of featuresOf(food)) {
        const id = featureIds.get(hashOf(feature.kind, feature.text))
        ownWeight += id === undefined ? maxWeight * featureFactors[feature.kind] : (weights[id] ?? 0)
        if (id !== undefined && !own.includes(id)) own.push(id)
      }
      for (const id of own) isShared[id] = 1
      const language = languageOf(food.language)
      const similarityOf = (other: number) => {
        let shared = 0
        for (let position = starts[other] ?? 0; position < (starts[other + 1] ?? 0); position++) {
          const id = features[position] ?? 0
          if (isShared[id] === 1) shared += weights[id] ?? 0
        }
        const similarity = shared / (ownWeight + (weightOfFood[other] ?? 0) - shared)
        const isOtherLanguage = language !== 0 && languages[other] !== 0 && languages[other] !== language
        return isOtherLanguage ? similarity * otherLanguageFactor : similarity
      }
      const nearest = new NearestPeers(maxPeers)
      let compared = 0
      seen++
      // The rarest features first: their foods have most in common.
      const size = (id: number) => (postingStarts[id + 1] ?? 0) - (postingStarts[id] ?? 0)
      for (const id of own.toSorted((one, other) => size(one) - size(other))) {
        const first = postingStarts[id] ?? 0
        const last = Math.min(postingStarts[id + 1] ?? 0, first + maxCompared - compared)
        for (let position = first; position < last; position++) {
          compared++
          const other = postings[position] ?? 0
          if (lastSeen[other] === seen) continue
          lastSeen[other] = seen
          if (isAllowed(other)) nearest.add(other, similarityOf(other))
        }
      }
      for (const id of own) isShared[id] = 0
      return nearest.bestFirst()
    },
    valueOf: (index, nutrient) =>
      values[index * estimatedNutrients.length + estimatedNutrients.indexOf(nutrient)] ?? 0,
  }
}

/** Inverse document frequency: how much a feature says that this many of the foods have. */
const rarity = (foods: number, count: number) => Math.log(1 + foods / (1 + count))

/** The best of many, without sorting all of them. */
class NearestPeers {
  readonly #peers: Peer[] = []
  readonly #maxPeers: number
  /** Similarities below it are not among the best. */
  #bar = 0
  constructor(maxPeers: number) {
    this.#maxPeers = maxPeers
  }
  add(index: number, similarity: number): void {
    if (similarity <= this.#bar) return
    this.#peers.push({ index, similarity })
    if (this.#peers.length >= 8 * this.#maxPeers) this.#cut()
  }
  bestFirst(): Peer[] {
    this.#cut()
    return this.#peers
  }
  #cut(): void {
    this.#peers.sort((one, other) => other.similarity - one.similarity || one.index - other.index)
    if (this.#peers.length < this.#maxPeers) return
    this.#peers.length = this.#maxPeers
    this.#bar = this.#peers.at(-1)?.similarity ?? 0
  }
}

/** FNV-1a of 32 bits. Of a million features, about a hundred pairs have the same one, which changes a weight a little. */
function hashOf(kind: FeatureKind, text: string): number {
  let hash = Math.imul(0x811c9dc5 ^ featureKinds.indexOf(kind), 0x01000193)
  for (let index = 0; index < text.length; index++)
    hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193)
  return hash
}

/** A step that visits every food once: it has no common divisor with their number. */
function stepFor(foods: number): number {
  let step = Math.max(1, Math.floor(foods * 0.618))
  while (commonDivisor(step, foods) > 1) step++
  return step
}

function commonDivisor(one: number, other: number): number {
  return other === 0 ? one : commonDivisor(other, one % other)
}

function increment(counts: Uint32Array, index: number): void {
  counts[index] = (counts[index] ?? 0) + 1
}

function grown(array: Uint32Array): Uint32Array<ArrayBuffer> {
  const larger = new Uint32Array(array.length * 2 + 8)
  larger.set(array)
  return larger
}
