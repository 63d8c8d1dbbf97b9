// The bars of a barcode as a string of modules, 1 for black. GS1 General Specifications, section 5.2: EAN-13 (which
// UPC-A is, with a zero in front) and EAN-8.
import { hasValidCheckDigit } from '../../food/barcode.ts'

export interface EncodedBarcode {
  modules: string
  /** Blank modules that must stay before and after the bars. */
  quiet: [before: number, after: number]
  /** The digits below the bars in groups, each with the module above its middle. */
  digits: { text: string; at: number }[]
  /** From which module to which the bars reach down between the digits. */
  guards: [from: number, to: number][]
}

// Seven modules a digit. R is L with black and white changed, G is R read backwards.
const left = [
  '0001101',
  '0011001',
  '0010011',
  '0111101',
  '0100011',
  '0110001',
  '0101111',
  '0111011',
  '0110111',
  '0001011',
]

// The first of the thirteen digits is not drawn: it says which of the next six are drawn as L and which as G.
const parities = [
  'LLLLLL',
  'LLGLGG',
  'LLGGLG',
  'LLGGGL',
  'LGLLGG',
  'LGGLLG',
  'LGGGLL',
  'LGLGLG',
  'LGLGGL',
  'LGGLGL',
]

const edge = '101'
const middle = '01010'

/** Null for digits that no scanner would take: another length, or a wrong check digit. */
export function encodeBarcode(digits: string): EncodedBarcode | null {
  if (!/^(\d{8}|\d{13})$/.test(digits) || !hasValidCheckDigit(digits)) return null
  return digits.length === 13 ? encodeEan13(digits) : encodeEan8(digits)
}

function encodeEan13(digits: string): EncodedBarcode {
  const parity = parities[Number(digits[0])] ?? ''
  const before = [...digits.slice(1, 7)].map((digit, place) =>
    parity[place] === 'G' ? asG(digit) : asL(digit),
  )
  const after = [...digits.slice(7)].map(asR)
  return {
    modules: edge + before.join('') + middle + after.join('') + edge,
    quiet: [11, 7],
    digits: [
      { text: digits.slice(0, 1), at: -6 },
      { text: digits.slice(1, 7), at: 24.5 },
      { text: digits.slice(7), at: 70.5 },
    ],
    guards: [
      [0, 3],
      [45, 50],
      [92, 95],
    ],
  }
}

function encodeEan8(digits: string): EncodedBarcode {
  const before = [...digits.slice(0, 4)].map(asL)
  const after = [...digits.slice(4)].map(asR)
  return {
    modules: edge + before.join('') + middle + after.join('') + edge,
    quiet: [7, 7],
    digits: [
      { text: digits.slice(0, 4), at: 17 },
      { text: digits.slice(4), at: 50 },
    ],
    guards: [
      [0, 3],
      [31, 36],
      [64, 67],
    ],
  }
}

function asL(digit: string): string {
  return left[Number(digit)] ?? ''
}

function asR(digit: string): string {
  return [...asL(digit)].map(module => (module === '1' ? '0' : '1')).join('')
}

function asG(digit: string): string {
  return [...asR(digit)].reverse().join('')
}
