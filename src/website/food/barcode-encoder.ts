// Encodes EAN-13 (including UPC-A, with a leading zero) and EAN-8 as a string of modules, 1 for black; see the GS1
// General Specifications, section 5.2.
import { hasValidCheckDigit } from '../../food/barcode.ts'

export interface EncodedBarcode {
  modules: string
  /** Width of the quiet zones before and after the bars, in modules. */
  quiet: [before: number, after: number]
  /** Groups of digits below the bars, each with its centre in modules. */
  digits: { text: string; center: number }[]
  /** Module ranges of the guard bars, which extend down between the digits. */
  guards: [from: number, to: number][]
}

// Seven modules per digit. R is the inverse of L, and G is R reversed.
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

// The first digit of an EAN-13 is encoded in the L/G pattern of the next six.
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

/** Null if scanners would reject the digits: wrong length or check digit. */
export function encodeBarcode(digits: string): EncodedBarcode | null {
  if (!/^(\d{8}|\d{13})$/.test(digits) || !hasValidCheckDigit(digits)) return null
  return digits.length === 13 ? encodeEan13(digits) : encodeEan8(digits)
}

function encodeEan13(digits: string): EncodedBarcode {
  const parity = parities[Number(digits[0])] ?? ''
  const before = [...digits.slice(1, 7)].map((digit, index) =>
    parity[index] === 'G' ? encodeG(digit) : encodeL(digit),
  )
  const after = [...digits.slice(7)].map(encodeR)
  return {
    modules: edge + before.join('') + middle + after.join('') + edge,
    quiet: [11, 7],
    digits: [
      { text: digits.slice(0, 1), center: -6 },
      { text: digits.slice(1, 7), center: 24.5 },
      { text: digits.slice(7), center: 70.5 },
    ],
    guards: [
      [0, 3],
      [45, 50],
      [92, 95],
    ],
  }
}

function encodeEan8(digits: string): EncodedBarcode {
  const before = [...digits.slice(0, 4)].map(encodeL)
  const after = [...digits.slice(4)].map(encodeR)
  return {
    modules: edge + before.join('') + middle + after.join('') + edge,
    quiet: [7, 7],
    digits: [
      { text: digits.slice(0, 4), center: 17 },
      { text: digits.slice(4), center: 50 },
    ],
    guards: [
      [0, 3],
      [31, 36],
      [64, 67],
    ],
  }
}

function encodeL(digit: string): string {
  return left[Number(digit)] ?? ''
}

function encodeR(digit: string): string {
  return [...encodeL(digit)].map(module => (module === '1' ? '0' : '1')).join('')
}

function encodeG(digit: string): string {
  return [...encodeR(digit)].reverse().join('')
}
