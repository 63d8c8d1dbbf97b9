import { describe, expect, it } from 'vitest'
import { barcodeCandidates, canonicalBarcode, hasValidCheckDigit } from './barcode.ts'

describe('canonicalBarcode', () => {
  // written, canonical
  const cases: [string, string | null][] = [
    ['3017620422003', '3017620422003'],
    ['042100005264', '0042100005264'],
    ['0042100005264', '0042100005264'],
    ['00042100005264', '0042100005264'],
    ['42100005264', '0042100005264'],
    ['0 42100 00526 4', '0042100005264'],
    ['0-42100-00526-4', '0042100005264'],
    ['20000011', '20000011'],
    ['00000020000011', '20000011'],
    ['1234567', '01234567'],
    ['10042100005261', '10042100005261'],
    ['3017620422004', '3017620422004'], // a wrong check digit is not corrected
    ['123456789012345', null],
    ['', null],
    ['0000', null],
    ['abc', null],
  ]
  it.each(cases)('%s → %s', (written, canonical) => {
    expect(canonicalBarcode(written)).toBe(canonical)
  })
})

describe('barcodeCandidates', () => {
  // UPC-E, expanded UPC-A; one case per last digit of the compressed number
  const expansions: [string, string][] = [
    ['04252614', '0042100005264'],
    ['01234505', '0012000003455'],
    ['01234531', '0012300000451'],
    ['01234543', '0012340000053'],
    ['01234565', '0012345000065'],
  ]
  it.each(expansions)('%s is also looked up as %s', (compressed, expanded) => {
    expect(barcodeCandidates(compressed)).toEqual([compressed, expanded])
    expect(hasValidCheckDigit(expanded)).toBe(true)
  })
  it('expands a UPC-E that lost its leading zero', () => {
    expect(barcodeCandidates('4252614')).toEqual(['04252614', '0042100005264'])
  })
  it('does not expand when the check digit is wrong', () => {
    expect(barcodeCandidates('04252615')).toEqual(['04252615'])
  })
  it('does not expand other codes', () => {
    expect(barcodeCandidates('24252614')).toEqual(['24252614'])
  })
})
