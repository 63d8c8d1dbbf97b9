// Reads EAN-13 (UPC-A is one that begins with 0) and EAN-8 from a grey image, however it is turned: lines are laid
// over the image, and along each the widths of bars and gaps are measured and compared with those of the digits.

export interface GrayscaleImage {
  width: number
  height: number
  /** A byte a pixel, row by row; 0 is black. */
  grey: Uint8Array | Uint8ClampedArray
}

// Widths in modules of gap, bar, gap, bar of each digit as it stands in the left half with odd parity (GS1 General
// Specifications, 5.2.1). With even parity they are read backwards; in the right half bars and gaps change places.
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

/** The first digit of an EAN-13 is not drawn: the parities of the next six tell it. 1 is even. */
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

const digitModules = 7
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
    modules: 2 * guardRuns + middleRuns + 2 * digitsPerHalf * digitModules,
  }
}

const ean13 = symbology(6)
const ean8 = symbology(4)

// In modules. Found by trying: wider lets wrong digits through, narrower loses blurred pictures.
const maxRunError = 0.75
const maxDigitError = 1.5
const maxGuardError = 0.7
/** Of the empty space on both sides, which the standard wants 7 to 11 wide and packages often cut. */
const minQuietZone = 3

/** Half a turn more is the same line read backwards, which every line is. */
const angles = [0, 90, 45, 135]
const linesPerAngle = 15
/** A digit misread in one line fails the check nine times of ten; two lines that agree are believed. */
const agreeingLines = 2

/** The digits of the barcode in the image: 13 or 8. Null: none can be read. */
export function decodeBarcode(image: GrayscaleImage): string | null {
  const votes = new Map<string, number>()
  for (const angle of angles) {
    for (let line = 0; line < linesPerAngle; line++) {
      const profile = profileAlong(image, angle, line)
      if (profile.length < ean8.modules) continue
      // Bars may be anything from one to ten pixels wide: the shades around a place are taken over a short and a
      // long stretch.
      for (const stretch of [16, 48]) {
        const code = readRuns(runsOf(profile, stretch))
        if (code === null) continue
        const count = (votes.get(code) ?? 0) + 1
        if (count === agreeingLines) return code
        votes.set(code, count)
        break
      }
    }
  }
  return null
}

/** The grey values along one of the lines of an angle, each the mean of three beside each other. */
function profileAlong({ width, height, grey }: GrayscaleImage, angle: number, line: number): Float32Array {
  const radians = (angle * Math.PI) / 180
  const [dx, dy] = [Math.cos(radians), Math.sin(radians)]
  // The lines lie side by side over the inner part of the image, the middle one first.
  const across = Math.abs(dx) * height + Math.abs(dy) * width
  const place = Math.ceil(line / 2) * (line % 2 === 0 ? 1 : -1)
  const away = (place / linesPerAngle) * across * 0.9
  const [x, y] = [width / 2 - dy * away, height / 2 + dx * away]
  const [from, to] = insideOf(x, y, dx, dy, width, height)
  const profile = new Float32Array(Math.max(0, Math.floor(to - from)))
  for (let i = 0; i < profile.length; i++) {
    const along = from + i
    let sum = 0
    for (let beside = -1; beside <= 1; beside++) {
      sum += greyAt(grey, width, x + dx * along - dy * beside, y + dy * along + dx * beside)
    }
    profile[i] = sum / 3
  }
  return smoothed(profile)
}

/** Between which distances from the point the line stays inside the image, a pixel off its edge. */
function insideOf(
  x: number,
  y: number,
  dx: number,
  dy: number,
  width: number,
  height: number,
): [number, number] {
  let [from, to] = [-width - height, width + height]
  for (const [at, step, size] of [
    [x, dx, width],
    [y, dy, height],
  ] as const) {
    if (Math.abs(step) < 1e-6) {
      if (at < 2 || at > size - 3) return [0, 0]
      continue
    }
    const [a, b] = [(2 - at) / step, (size - 3 - at) / step]
    from = Math.max(from, Math.min(a, b))
    to = Math.min(to, Math.max(a, b))
  }
  return [from, to]
}

function greyAt(grey: GrayscaleImage['grey'], width: number, x: number, y: number): number {
  const left = Math.floor(x)
  const top = Math.floor(y)
  const right = x - left
  const at = top * width + left
  const above = (grey[at] ?? 0) * (1 - right) + (grey[at + 1] ?? 0) * right
  const below = (grey[at + width] ?? 0) * (1 - right) + (grey[at + width + 1] ?? 0) * right
  return above + (below - above) * (y - top)
}

/** Noise would else be taken for narrow bars. */
function smoothed(profile: Float32Array): Float32Array {
  const result = profile.slice()
  for (let i = 1; i < profile.length - 1; i++) {
    result[i] = ((profile[i - 1] ?? 0) + 2 * (profile[i] ?? 0) + (profile[i + 1] ?? 0)) / 4
  }
  return result
}

// Of 255. Where light and dark differ by less there is no barcode, only paper or shadow.
const minContrast = 30

/** The widths of gaps and bars by turns, beginning and ending with a gap, in parts of a pixel. */
function runsOf(profile: Float32Array, stretch: number): number[] {
  const blocks = Math.ceil(profile.length / stretch)
  const ranges = Array.from({ length: blocks }, (_, block) => {
    let [low, high] = [255, 0]
    for (const value of profile.subarray(block * stretch, (block + 1) * stretch)) {
      if (value < low) low = value
      if (value > high) high = value
    }
    return { low, high }
  })
  const wholeLow = Math.min(...ranges.map(({ low }) => low))
  const wholeHigh = Math.max(...ranges.map(({ high }) => high))
  const middles = ranges.map((_, block) => {
    const near = ranges.slice(Math.max(0, block - 1), block + 2)
    const low = Math.min(...near.map(range => range.low))
    const high = Math.max(...near.map(range => range.high))
    return high - low < minContrast ? (wholeLow + wholeHigh) / 2 : (low + high) / 2
  })
  // Between the middles of two blocks the border between light and dark slides from one to the other.
  const borderAt = (i: number): number => {
    const block = i / stretch - 0.5
    const left = Math.floor(block)
    const a = middles[Math.max(0, left)] ?? 0
    const b = middles[Math.min(blocks - 1, left + 1)] ?? 0
    return a + (b - a) * (block - left)
  }
  const runs: number[] = []
  let isBar = false
  let begin = 0
  let before = 1
  for (let i = 0; i < profile.length; i++) {
    const above = (profile[i] ?? 0) - borderAt(i)
    if (above < 0 !== isBar) {
      const edge = i === 0 ? 0 : i - above / (above - before)
      runs.push(edge - begin)
      begin = edge
      isBar = !isBar
    }
    before = above
  }
  runs.push(profile.length - begin)
  if (isBar) runs.push(0)
  return runs
}

function readRuns(runs: number[]): string | null {
  for (const directed of [runs, runs.toReversed()]) {
    for (let start = 1; start + ean8.runs < directed.length; start += 2) {
      const code = readSymbol(directed, start, ean13) ?? readSymbol(directed, start, ean8)
      if (code !== null) return code
    }
  }
  return null
}

/** The symbol whose first bar is the run `start`. */
function readSymbol(runs: number[], start: number, { digitsPerHalf, ...symbol }: Symbology): string | null {
  const end = start + symbol.runs
  if (end >= runs.length) return null
  const measured = runs.slice(start, end)
  const module = sum(measured) / symbol.modules
  if (Math.min(runs[start - 1] ?? 0, runs[end] ?? 0) < minQuietZone * module) return null

  const halfRuns = digitsPerHalf * runsPerDigit
  const middle = guardRuns + halfRuns
  const guards = [
    ...measured.slice(0, guardRuns),
    // Begins with a gap: one of its own colour in front keeps bars at even places.
    0,
    ...measured.slice(middle, middle + middleRuns),
    ...measured.slice(-guardRuns),
  ]
  const bars = guards.filter((width, place) => place % 2 === 0 && width > 0)
  const gaps = guards.filter((width, place) => place % 2 === 1 && width > 0)
  // Ink runs and blur makes all bars wider or all narrower: the guards, all one module wide, tell by how much.
  const spread = (sum(bars) / bars.length - sum(gaps) / gaps.length) / 2
  if (bars.some(width => Math.abs(width - spread - module) > maxGuardError * module)) return null
  if (gaps.some(width => Math.abs(width + spread - module) > maxGuardError * module)) return null
  const even = measured.map((width, place) => (place % 2 === 0 ? width - spread : width + spread))

  const left = readHalf(even.slice(guardRuns, middle), [digitWidths, evenWidths])
  const right = left && readHalf(even.slice(middle + middleRuns, -guardRuns), [digitWidths])
  if (!left || !right) return null
  const first = digitsPerHalf === 4 ? (left.parities === '0000' ? '' : null) : firstDigitOf(left.parities)
  if (first === null) return null
  const code = first + left.digits + right.digits
  return isChecked(code) ? code : null
}

function firstDigitOf(parities: string): string | null {
  const digit = firstDigits.indexOf(parities)
  return digit === -1 ? null : String(digit)
}

function readHalf(runs: number[], tables: number[][][]): { digits: string; parities: string } | null {
  let [digits, parities] = ['', '']
  for (let at = 0; at < runs.length; at += runsPerDigit) {
    const found = nearestDigit(runs.slice(at, at + runsPerDigit), tables)
    if (found === null) return null
    digits += found.digit
    parities += found.parity
  }
  return { digits, parities }
}

function nearestDigit(runs: number[], tables: number[][][]): { digit: number; parity: number } | null {
  const module = sum(runs) / digitModules
  let best: { digit: number; parity: number } | null = null
  let bestDistance = maxDigitError
  tables.forEach((table, parity) => {
    table.forEach((widths, digit) => {
      let distance = 0
      for (let i = 0; i < runsPerDigit; i++) {
        const off = Math.abs((runs[i] ?? 0) / module - (widths[i] ?? 0))
        distance += off > maxRunError ? maxDigitError : off
      }
      if (distance < bestDistance) {
        bestDistance = distance
        best = { digit, parity }
      }
    })
  })
  return best
}

/** The GS1 check: from the right, weights 1 and 3 by turns, the sum a multiple of ten. */
function isChecked(code: string): boolean {
  const weighted = [...code].reverse().map((digit, place) => Number(digit) * (place % 2 === 0 ? 1 : 3))
  return sum(weighted) % 10 === 0
}

function sum(numbers: number[]): number {
  return numbers.reduce((total, each) => total + each, 0)
}
