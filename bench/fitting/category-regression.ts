// Multinomial logistic regression from the features of a name to a category, by stochastic gradient descent with AdaGrad.
// A category is a range of classes, itself and those below it: a food tagged as cheese may be a cheddar.

export interface Example {
  /** Indexes of features. */
  features: Int32Array
  category: number
  weight: number
}

export interface Settings {
  epochs: number
  rate: number
  l2: number
  /** How much of an example of a category with children belongs to the category itself. */
  ownShare: number
  /** The share of features that an example does without, so that no single one decides. */
  dropout: number
}

export interface Regression {
  classes: number
  /** By feature, then by class. */
  weights: Float32Array
}

/** Smaller ones change nothing, and most are. */
const minGradient = 0.001

/** `ends[category]` is the first class that is not below the category. */
export function fitRegression(
  examples: readonly Example[],
  featureCount: number,
  ends: Int32Array,
  { epochs, rate, l2, ownShare, dropout }: Settings,
): Regression {
  const classes = ends.length
  const weights = new Float32Array(featureCount * classes)
  const squares = new Float32Array(featureCount * classes)
  const scores = new Float64Array(classes)
  const changed = new Int32Array(classes)
  const order = Int32Array.from(examples.keys())
  const random = seededRandom(1)
  for (let epoch = 0; epoch < epochs; epoch++) {
    shuffle(order, random)
    for (const index of order) {
      const example = examples[index]
      if (example === undefined) continue
      const { category, weight } = example
      const features = example.features.filter(feature => feature === 0 || random() >= dropout)
      probabilities(weights, classes, features, scores)
      const end = ends[category] ?? 0
      let inside = 0
      for (let at = category; at < end; at++) inside += scores[at] ?? 0
      const scale = (1 - ownShare) / Math.max(inside, 1e-9)
      for (let at = category; at < end; at++) {
        const probability = scores[at] ?? 0
        scores[at] = probability - probability * (end - category > 1 ? scale : 0)
      }
      scores[category] = (scores[category] ?? 0) - (end - category > 1 ? ownShare : 1)
      let count = 0
      for (let at = 0; at < classes; at++) {
        if (Math.abs(scores[at] ?? 0) > minGradient) changed[count++] = at
      }
      for (const feature of features) {
        const row = feature * classes
        for (let each = 0; each < count; each++) {
          const at = changed[each] ?? 0
          const cell = row + at
          const gradient = weight * (scores[at] ?? 0) + l2 * (weights[cell] ?? 0)
          const square = (squares[cell] ?? 0) + gradient * gradient
          squares[cell] = square
          weights[cell] = (weights[cell] ?? 0) - (rate * gradient) / Math.sqrt(square + 1e-8)
        }
      }
    }
  }
  return { classes, weights }
}

/** Writes the softmax of the scores. */
export function probabilities(
  weights: Float32Array,
  classes: number,
  features: Int32Array,
  result: Float64Array,
): void {
  result.fill(0)
  for (const feature of features) {
    const row = feature * classes
    for (let at = 0; at < classes; at++) result[at] = (result[at] ?? 0) + (weights[row + at] ?? 0)
  }
  let highest = -Infinity
  for (const score of result) if (score > highest) highest = score
  let sum = 0
  for (let at = 0; at < classes; at++) {
    const distance = (result[at] ?? 0) - highest
    const value = distance < -16 ? 0 : Math.exp(distance)
    result[at] = value
    sum += value
  }
  for (let at = 0; at < classes; at++) result[at] = (result[at] ?? 0) / sum
}

function shuffle(order: Int32Array, random: () => number): void {
  for (let last = order.length - 1; last > 0; last--) {
    const other = Math.floor(random() * (last + 1))
    const value = order[last] ?? 0
    order[last] = order[other] ?? 0
    order[other] = value
  }
}

/** Mulberry32. */
function seededRandom(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let value = Math.imul(state ^ (state >>> 15), state | 1)
    value ^= value + Math.imul(value ^ (value >>> 7), value | 61)
    return ((value ^ (value >>> 14)) >>> 0) / 2 ** 32
  }
}
