// The file format of the category classifier: a header in JSON with the ranges of values, the features as differences of sorted hashes, and the
// weights of each feature by category. Columns of equal kind are written together because they compress better.

export interface CategoryModel {
  /** The weight that means one unit of log-odds. */
  weightsPerUnit: number
  /** By name, so that the tree may change after the model was fitted. */
  categories: readonly string[]
  /** The least certainty in thousandths, by category. */
  thresholds: readonly number[]
  /** The values of most tagged foods of each category; null where there are too few. */
  ranges: readonly (ValueRanges | null)[]
  /** Hash to index. */
  features: ReadonlyMap<number, number>
  /** Where the weights of each feature start in `classes` and `weights`, and where the last ones end. */
  starts: Uint32Array
  /** Positions in `categories`. */
  classes: Uint16Array
  weights: Int8Array
}

/** The least and the largest of each value, in the order of `comparedValues`. */
export type ValueRanges = readonly (readonly [low: number, high: number])[]

type Header = Pick<CategoryModel, 'weightsPerUnit' | 'categories' | 'thresholds' | 'ranges'> & {
  features: number
  weights: number
}

const minHash = -(2 ** 31)
const bytesPerFeature = 4 + 2
const bytesPerWeight = 2 + 1

export function writeModel(model: CategoryModel): Buffer {
  const { weightsPerUnit, categories, thresholds, ranges, features, starts, classes, weights } = model
  const sorted = [...features].toSorted(([one], [other]) => one - other)
  const header: Header = {
    weightsPerUnit,
    categories,
    thresholds,
    ranges,
    features: sorted.length,
    weights: weights.length,
  }
  const text = Buffer.from(`${JSON.stringify(header)}\n`)
  const columns = Buffer.alloc(sorted.length * bytesPerFeature + weights.length * bytesPerWeight)
  let [hashes, counts] = [0, sorted.length * 4]
  let classesAt = sorted.length * bytesPerFeature
  let weightsAt = classesAt + weights.length * 2
  let previous = minHash
  for (const [hash, index] of sorted) {
    hashes = columns.writeUInt32LE(hash - previous, hashes)
    previous = hash
    const [start = 0, end = 0] = starts.subarray(index, index + 2)
    counts = columns.writeUInt16LE(end - start, counts)
    for (let at = start; at < end; at++) {
      classesAt = columns.writeUInt16LE(classes[at] ?? 0, classesAt)
      weightsAt = columns.writeInt8(weights[at] ?? 0, weightsAt)
    }
  }
  return Buffer.concat([text, columns])
}

export function readModel(file: Buffer): CategoryModel {
  const end = file.indexOf('\n') + 1
  const header = JSON.parse(file.toString('utf8', 0, end)) as Header
  const columns = file.subarray(end)
  const features = new Map<number, number>()
  const starts = new Uint32Array(header.features + 1)
  const countsAt = header.features * 4
  let hash = minHash
  for (let index = 0; index < header.features; index++) {
    hash += columns.readUInt32LE(index * 4)
    features.set(hash, index)
    starts[index + 1] = (starts[index] ?? 0) + columns.readUInt16LE(countsAt + index * 2)
  }
  const classesAt = header.features * bytesPerFeature
  const weightsAt = classesAt + header.weights * 2
  return {
    weightsPerUnit: header.weightsPerUnit,
    categories: header.categories,
    thresholds: header.thresholds,
    ranges: header.ranges,
    features,
    starts,
    classes: Uint16Array.from({ length: header.weights }, (_, at) =>
      columns.readUInt16LE(classesAt + at * 2),
    ),
    weights: Int8Array.from(
      columns.subarray(weightsAt, weightsAt + header.weights),
      byte => (byte << 24) >> 24,
    ),
  }
}
