import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { encodeBarcode } from './barcode-encoder.ts'

describe('encodeBarcode', () => {
  it.each([
    // The usual EAN-13 example, from the GS1 General Specifications.
    [
      '4006381333931',
      '10100011010100111010111101111010001001011001101010100001010000101000010111010010000101100110101',
    ],
    // UPC-A 036000291452 with a leading zero.
    [
      '0036000291452',
      '10100011010111101010111100011010001101000110101010110110011101001100110101110010011101101100101',
    ],
    // EAN-8.
    ['73513537', '1010111011011110101100010011001010101000010100111010000101000100101'],
    ['96385074', '1010001011010111101111010110111010101001110111001010001001011100101'],
  ])('encodes %s', (digits, modules) => {
    expect(encodeBarcode(digits)?.modules).toBe(modules)
  })

  it.each(['4006381333932', '73513538', '10012345678902', '123', '', '400638133393a'])(
    'returns null for %j, which scanners would reject',
    digits => {
      expect(encodeBarcode(digits)).toBeNull()
    },
  )

  it('produces modules that decode to the same digits', () => {
    fc.assert(
      fc.property(fc.constantFrom(7, 12), fc.nat({ max: 999_999_999_999 }), (length, number) => {
        const body = String(number).padStart(length, '0').slice(-length)
        const code = withCheckDigit(body)
        expect(decodeModules(encodeBarcode(code)?.modules ?? '')).toBe(code)
      }),
    )
  })

  it('includes the quiet zones and all digits', () => {
    expect(encodeBarcode('4006381333931')).toMatchObject({
      quiet: [11, 7],
      digits: [{ text: '4' }, { text: '006381' }, { text: '333931' }],
    })
    expect(encodeBarcode('96385074')).toMatchObject({
      quiet: [7, 7],
      digits: [{ text: '9638' }, { text: '5074' }],
    })
  })
})

function withCheckDigit(body: string): string {
  const sum = [...body]
    .reverse()
    .reduce((total, digit, index) => total + Number(digit) * (index % 2 ? 1 : 3), 0)
  return `${body}${(10 - (sum % 10)) % 10}`
}

// Widths of the four bars and spaces of each digit, which a scanner compares forwards and backwards.
const widths = ['3211', '2221', '2122', '1411', '1132', '1231', '1114', '1312', '1213', '3112']
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

/** Decodes by run widths instead of patterns, so that it shares no code or data with the encoder. */
function decodeModules(modules: string): string {
  const halfLength = (modules.length - 11) / 2
  const read = (half: string) =>
    (half.match(/.{7}/g) ?? []).map(digit => {
      const runs = (digit.match(/0+|1+/g) ?? []).map(run => run.length).join('')
      const forwards = widths.indexOf(runs)
      return forwards >= 0
        ? { digit: forwards, isBackwards: 0 }
        : { digit: widths.indexOf([...runs].reverse().join('')), isBackwards: 1 }
    })
  const left = read(modules.slice(3, 3 + halfLength))
  const right = read(modules.slice(8 + halfLength, 8 + 2 * halfLength))
  const first =
    halfLength === 42
      ? firstDigits.indexOf(left.map(({ isBackwards }) => isBackwards).join('')).toString()
      : ''
  return first + [...left, ...right].map(({ digit }) => digit).join('')
}
