// Decodes EAN-13 (including UPC-A, which starts with 0) and EAN-8 from a greyscale image in any orientation: measures
// the widths of bars and gaps along scan lines and compares them with those of the digits.

export interface GrayscaleImage {
  width: number
  height: number
  /** One byte per pixel in row-major order; 0 is black. */
  grey: Uint8Array | Uint8ClampedArray
}

// Widths in modules of gap, bar, gap, bar of each digit in the left half with odd parity (GS1 General Specifications,
// 5.2.1). Even parity reverses the order; in the right half bars and gaps are swapped.
const digitWidths = [
  [3, 2, 1, 1],
  [2, 2, 2, 1],
  [2, 1, 2, 2],
  [1, 4, 1, 1],
  [1, 1, 3, 2],
  [1, 2, 3, 1],
  [1, 1, 1, 4],
  [1, 3, 1, 2],
  [1, 2, 1, 3],
  [3, 1, 1, 2],
]
const evenWidths = digitWidths.map(widths => widths.toReversed())

/** The first digit of an EAN-13 is encoded in the parities of the next six; 1 is even. */
const firstDigits = [
  '000000',
  '001011',
  '001101',
  '001110',
  '010011',
  '011001',
  '011100',
  '010101',
  '010110',
  '011010',
]

const modulesPerDigit = 7
const guardRuns = 3
const middleRuns = 5
const runsPerDigit = 4

interface Symbology {
  digitsPerHalf: number
  runs: number
  modules: number
}

function symbology(digitsPerHalf: number): Symbology {
  return {
    digitsPerHalf,
    runs: 2 * guardRuns + middleRuns + 2 * digitsPerHalf * runsPerDigit,
    modules: 2 * guardRuns + middleRuns + 2 * digitsPerHalf * modulesPerDigit,
  }
}

const ean13 = symbology(6)
const ean8 = symbology(4)

// In modules. Determined empirically: higher values accept wrong digits, lower ones reject blurred images.
const maxRunError = 0.75
const maxDigitError = 1.5
const maxGuardError = 0.7
/** The standard requires quiet zones of 7 to 11 modules, but packages often have narrower ones. */
const minQuietZone = 3

/** Up to 135° because every line is read in both directions. */
const angles = [0, 90, 45, 135]
const linesPerAngle = 15
/** The check digit misses one in ten misreadings, so two lines must agree. */
const minAgreeingLines = 2

/** Returns the 13 or 8 digits of the barcode, or null if none can be read. */
export function decodeBarcode(image: GrayscaleImage): string | null {
  const votes = new Map<string, number>()
  for (const angle of angles) {
    for (let line = 0; line < linesPerAngle; line++) {
      const profile = sampleLine(image, angle, line)
      if (profile.length < ean8.modules) continue
      // Bars can be one to ten pixels wide, so try a short and a long block for the local threshold.
      for (const blockSize of [16, 48]) {
        const code = decodeRuns(measureRuns(profile, blockSize))
        if (code === null) continue
        const count = (votes.get(code) ?? 0) + 1
        if (count === minAgreeingLines) return code
        votes.set(code, count)
        break
      }
    }
  }
  return null
}

/** Grey values along a scan line, each averaged over three adjacent pixels across the line. */
function sampleLine({ width, height, grey }: GrayscaleImage, angle: number, line: number): Float32Array {
  const radians = (angle * Math.PI) / 180
  const [dx, dy] = [Math.cos(radians), Math.sin(radians)]
  // Parallel lines over the inner part of the image, starting with the middle one.
  const across = Math.abs(dx) * height + Math.abs(dy) * width
  const position = Math.ceil(line / 2) * (line % 2 === 0 ? 1 : -1)
  const distance = (position / linesPerAngle) * across * 0.9
  const [x, y] = [width / 2 - dy * distance, height / 2 + dx * distance]
  const [from, to] = clipToImage(x, y, dx, dy, width, height)
  const profile = new Float32Array(Math.max(0, Math.floor(to - from)))
  for (let i = 0; i < profile.length; i++) {
    const along = from + i
    let sum = 0
    for (let offset = -1; offset <= 1; offset++) {
      sum += greyAt(grey, width, x + dx * along - dy * offset, y + dy * along + dx * offset)
    }
    profile[i] = sum / 3
  }
  return smooth(profile)
}

/** Clips the line to the image, keeping a margin at the edges; returns distances from the point. */
function clipToImage(
  x: number,
  y: number,
  dx: number,
  dy: number,
  width: number,
  height: number,
): [number, number] {
  let [from, to] = [-width - height, width + height]
  for (const [origin, step, size] of [
    [x, dx, width],
    [y, dy, height],
  ] as const) {
    if (Math.abs(step) < 1e-6) {
      if (origin < 2 || origin > size - 3) return [0, 0]
      continue
    }
    const [a, b] = [(2 - origin) / step, (size - 3 - origin) / step]
    from = Math.max(from, Math.min(a, b))
    to = Math.min(to, Math.max(a, b))
  }
  return [from, to]
}

function greyAt(grey: GrayscaleImage['grey'], width: number, x: number, y: number): number {
  const left = Math.floor(x)
  const top = Math.floor(y)
  const fraction = x - left
  const index = top * width + left
  const above = (grey[index] ?? 0) * (1 - fraction) + (grey[index + 1] ?? 0) * fraction
  const below = (grey[index + width] ?? 0) * (1 - fraction) + (grey[index + width + 1] ?? 0) * fraction
  return above + (below - above) * (y - top)
}

/** Smooths the profile so that noise is not mistaken for narrow bars. */
function smooth(profile: Float32Array): Float32Array {
  const result = profile.slice()
  for (let i = 1; i < profile.length - 1; i++) {
    result[i] = ((profile[i - 1] ?? 0) + 2 * (profile[i] ?? 0) + (profile[i + 1] ?? 0)) / 4
  }
  return result
}

// Out of 255. Regions with less contrast are paper or shadow, not a barcode.
const minContrast = 30

/** Alternating widths of gaps and bars with subpixel precision, starting and ending with a gap. */
function measureRuns(profile: Float32Array, blockSize: number): number[] {
  const blocks = Math.ceil(profile.length / blockSize)
  const ranges = Array.from({ length: blocks }, (_, block) => {
    let [low, high] = [255, 0]
    for (const value of profile.subarray(block * blockSize, (block + 1) * blockSize)) {
      if (value < low) low = value
      if (value > high) high = value
    }
    return { low, high }
  })
  const globalLow = Math.min(...ranges.map(({ low }) => low))
  const globalHigh = Math.max(...ranges.map(({ high }) => high))
  const thresholds = ranges.map((_, block) => {
    const neighbors = ranges.slice(Math.max(0, block - 1), block + 2)
    const low = Math.min(...neighbors.map(range => range.low))
    const high = Math.max(...neighbors.map(range => range.high))
    return high - low < minContrast ? (globalLow + globalHigh) / 2 : (low + high) / 2
  })
  // The threshold is interpolated between the centres of adjacent blocks.
  const thresholdAt = (i: number): number => {
    const block = i / blockSize - 0.5
    const left = Math.floor(block)
    const a = thresholds[Math.max(0, left)] ?? 0
    const b = thresholds[Math.min(blocks - 1, left + 1)] ?? 0
    return a + (b - a) * (block - left)
  }
  const runs: number[] = []
  let isBar = false
  let runStart = 0
  let previous = 1
  for (let i = 0; i < profile.length; i++) {
    const difference = (profile[i] ?? 0) - thresholdAt(i)
    if (difference < 0 !== isBar) {
      const edge = i === 0 ? 0 : i - difference / (difference - previous)
      runs.push(edge - runStart)
      runStart = edge
      isBar = !isBar
    }
    previous = difference
  }
  runs.push(profile.length - runStart)
  if (isBar) runs.push(0)
  return runs
}

function decodeRuns(runs: number[]): string | null {
  for (const ordered of [runs, runs.toReversed()]) {
    for (let start = 1; start + ean8.runs < ordered.length; start += 2) {
      const code = decodeSymbol(ordered, start, ean13) ?? decodeSymbol(ordered, start, ean8)
      if (code !== null) return code
    }
  }
  return null
}

/** Decodes the symbol whose first bar is the run at index `start`. */
function decodeSymbol(runs: number[], start: number, { digitsPerHalf, ...symbol }: Symbology): string | null {
  const end = start + symbol.runs
  if (end >= runs.length) return null
  const measured = runs.slice(start, end)
  const module = sum(measured) / symbol.modules
  if (Math.min(runs[start - 1] ?? 0, runs[end] ?? 0) < minQuietZone * module) return null

  const halfRuns = digitsPerHalf * runsPerDigit
  const middle = guardRuns + halfRuns
  const guards = [
    ...measured.slice(0, guardRuns),
    // The middle guard starts with a gap; the zero keeps bars at even indexes.
    0,
    ...measured.slice(middle, middle + middleRuns),
    ...measured.slice(-guardRuns),
  ]
  const bars = guards.filter((width, index) => index % 2 === 0 && width > 0)
  const gaps = guards.filter((width, index) => index % 2 === 1 && width > 0)
  // Ink spread and blur change the width of all bars equally; the guard bars, one module wide, show by how much.
  const spread = (sum(bars) / bars.length - sum(gaps) / gaps.length) / 2
  if (bars.some(width => Math.abs(width - spread - module) > maxGuardError * module)) return null
  if (gaps.some(width => Math.abs(width + spread - module) > maxGuardError * module)) return null
  const corrected = measured.map((width, index) => (index % 2 === 0 ? width - spread : width + spread))

  const left = decodeHalf(corrected.slice(guardRuns, middle), [digitWidths, evenWidths])
  const right = left && decodeHalf(corrected.slice(middle + middleRuns, -guardRuns), [digitWidths])
  if (!left || !right) return null
  const first = digitsPerHalf === 4 ? (left.parities === '0000' ? '' : null) : firstDigitOf(left.parities)
  if (first === null) return null
  const code = first + left.digits + right.digits
  return hasValidCheckDigit(code) ? code : null
}

function firstDigitOf(parities: string): string | null {
  const digit = firstDigits.indexOf(parities)
  return digit === -1 ? null : String(digit)
}

function decodeHalf(runs: number[], tables: number[][][]): { digits: string; parities: string } | null {
  let [digits, parities] = ['', '']
  for (let index = 0; index < runs.length; index += runsPerDigit) {
    const found = closestDigit(runs.slice(index, index + runsPerDigit), tables)
    if (found === null) return null
    digits += found.digit
    parities += found.parity
  }
  return { digits, parities }
}

function closestDigit(runs: number[], tables: number[][][]): { digit: number; parity: number } | null {
  const module = sum(runs) / modulesPerDigit
  let best: { digit: number; parity: number } | null = null
  let bestDistance = maxDigitError
  tables.forEach((table, parity) => {
    table.forEach((widths, digit) => {
      let distance = 0
      for (let i = 0; i < runsPerDigit; i++) {
        const error = Math.abs((runs[i] ?? 0) / module - (widths[i] ?? 0))
        distance += error > maxRunError ? maxDigitError : error
      }
      if (distance < bestDistance) {
        bestDistance = distance
        best = { digit, parity }
      }
    })
  })
  return best
}

/** GS1 check digit: alternating weights 1 and 3 from the right; the sum is a multiple of ten. */
function hasValidCheckDigit(code: string): boolean {
  const weighted = [...code].reverse().map((digit, index) => Number(digit) * (index % 2 === 0 ? 1 : 3))
  return sum(weighted) % 10 === 0
}

function sum(numbers: number[]): number {
  return numbers.reduce((total, each) => total + each, 0)
}
