import { describe, expect, it } from 'vitest'
import { barcodeCandidates, barcodeOfSource, hasValidCheckDigit, isInStoreCode, padCode } from './barcode.ts'

describe('barcodeCandidates', () => {
  // written, stored
  const found: [string, string][] = [
    ['3017620422003', '3017620422003'],
    ['042100005264', '0042100005264'],
    ['0042100005264', '0042100005264'],
    ['00042100005264', '0042100005264'],
    ['42100005264', '0042100005264'],
    ['0 42100 00526 4', '0042100005264'],
    ['0-42100-00526-4', '0042100005264'],
    [' 0042100005264\t', '0042100005264'],
    ['20000011', '20000011'],
    ['00000020000011', '20000011'],
    ['0000020000011', '20000011'],
    ['10042100005261', '10042100005261'], // indicator 1: a case, not the product in it
    ['3017620422004', '3017620422004'], // a wrong check digit is not corrected
  ]
  it.each(found)('%s is looked up as %s', (written, stored) => {
    expect(barcodeCandidates(written)).toEqual([stored])
  })

  const invalid = [
    ...['', ' ', '-', 'abc', 'hello1world', '0042100005264x', 'EAN:3017620422003', '8,01E+12', '1.5'],
    ...['١٢٣٤٥٦٧٨', '３０１７６２０４２２００３'],
    ...['0', '1', '12', '123', '1234', '12345', '1234567', '123456789', '1234567890'],
    ...['123456789012345', '000042100005264', '9'.repeat(200)],
    ...['000000', '0000000', '00000000', '0000000000000'],
  ]
  it.each(invalid)('%j is not a barcode', written => {
    expect(barcodeCandidates(written)).toEqual([])
  })

  // UPC-E, expanded UPC-A; one case per last digit of the compressed number
  const expansions: [string, string][] = [
    ['04252614', '0042100005264'],
    ['01234505', '0012000003455'],
    ['01234531', '0012300000451'],
    ['01234543', '0012340000053'],
    ['01234565', '0012345000065'],
    ['11234562', '0112345000062'],
  ]
  it.each(expansions)('%s may be an EAN-8 or a UPC-E', (compressed, expanded) => {
    expect(barcodeCandidates(compressed)).toEqual([compressed, expanded])
    expect(hasValidCheckDigit(expanded)).toBe(true)
  })
  it.each([
    ['4252614', ['0042100005264']],
    ['4-252614', ['0042100005264']],
    ['123456', ['0012345000065']],
    // Number system and check digit were omitted, or two leading zeros were lost.
    ['425261', ['0042100005264', '0004252000061']],
  ])('%s is looked up as UPC-E only', (written, expanded) => {
    expect(barcodeCandidates(written)).toEqual(expanded)
  })
  it.each(['04252615', '24252614'])('%s is no UPC-E: wrong check digit or number system', digits => {
    expect(barcodeCandidates(digits)).toEqual([digits])
  })
  it.each(['4252615', '0425262'])('%s is no UPC-E and too short for another barcode', digits => {
    expect(barcodeCandidates(digits)).toEqual([])
  })
})

describe('barcodeOfSource', () => {
  // code, stored barcode
  const cases: [string, string | null][] = [
    ['3017620422003', '3017620422003'],
    ['0 42100 00526 4', '0042100005264'],
    ['3017620422004', '3017620422004'], // wrong check digit
    ['23596343', '23596343'], // wrong check digit, but not padded
    ['42100005264', '0042100005264'], // spreadsheets remove leading zeros
    ['20000011', '20000011'],
    ['00000017', '00000017'], // a short EAN-8 whose check digit fits
    ['01234565', '01234565'], // EAN-8 or UPC-E: kept as written, and found as both
    ['04252614', '0042100005264'], // UPC-E
    ['13596343', '0135960000033'], // UPC-E with number system 1
    ['00001234', null], // an identifier, padded to 8 digits
    ['0000000001234', null], // the same, padded to 13
    ['1234', null],
    ['4252614', null], // a UPC-E as well, but shorter than any barcode that sources state
    ['0000000000000', null],
    ['2222222222222', null],
    ['1234567890128', null],
    ['9782070368228', null], // a book
    ['356470053065802', null],
    ['3017620422003x', null],
  ]
  it.each(cases)('%s → %s', (code, barcode) => {
    expect(barcodeOfSource(code)).toBe(barcode)
  })
})

it.each([
  ['1234', '00001234'],
  ['42100005264', '0042100005264'],
  ['10042100005261', '10042100005261'],
  ['0000', null],
  ['123456789012345', null],
  ['abc', null],
])('padCode(%j) is %j', (code, padded) => {
  expect(padCode(code)).toBe(padded)
})

it.each([
  ['2660261018695', true],
  ['0212345000001', true],
  ['20000011', true],
  ['02345673', false], // a UPC-E or EAN-8
  ['0312345000008', false],
  ['3017620422003', false],
  ['20042100005268', false], // a GTIN-14 with indicator 2
])('isInStoreCode(%s) is %s', (barcode, inStore) => {
  expect(isInStoreCode(barcode)).toBe(inStore)
})
