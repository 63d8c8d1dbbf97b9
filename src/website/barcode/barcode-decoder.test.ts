import { describe, expect, it } from 'vitest'
import { type Drawing, drawBarcode } from '../../../test/support/barcode-picture.ts'
import { decodeBarcode } from './barcode-decoder.client.ts'

// One for each first digit, to cover every parity pattern and UPC-A, which starts with 0.
const codes = [
  '0015887170128',
  '1234567890128',
  '2112345678900',
  '3464100536062',
  '4035185406589',
  '5041942647231',
  '6901234567892',
  '7608734875647',
  '8093492127500',
  '9382453309987',
]

describe('decodeBarcode', () => {
  it.each([...codes, '56919882', '75072001'])('reads %s', code => {
    expect(decodeBarcode(drawBarcode(code))).toBe(code)
  })

  it.each<[string, Drawing]>([
    ['small', { module: 1.6, barHeight: 70 }],
    ['large', { width: 640, height: 480, module: 5.9, barHeight: 300 }],
    ['noisy', { noise: 45 }],
    ['blurred', { blur: 1 }],
    ['large and very blurred', { width: 640, height: 480, module: 5, blur: 2, barHeight: 250 }],
    ['noisy and blurred', { blur: 1, noise: 25 }],
    ['slightly rotated', { turned: 4 }],
    ['slightly rotated the other way', { turned: -9 }],
    ['diagonal', { turned: 38, barHeight: 200 }],
    ['upside down', { turned: 180 }],
    ['nearly upside down and noisy', { turned: 173, noise: 30 }],
    ['on its side', { turned: 90, module: 2.5 }],
    ['on its other side and blurred', { turned: 272, module: 2.5, blur: 1 }],
    ['low in contrast', { shades: [120, 180] }],
    ['partly in shadow', { shades: [70, 240], shadow: 60 }],
    ['not aligned to pixels', { module: 2.37, turned: 2, noise: 15 }],
    ['in a large image', { width: 960, height: 540, module: 2.2 }],
  ])('reads a barcode that is %s', (_, drawing) => {
    for (const code of ['3464100536062', '0015887170128', '56919882']) {
      expect(decodeBarcode(drawBarcode(code, drawing))).toBe(code)
    }
  })
})

describe('decodeBarcode returns null', () => {
  it('for an empty, noisy or tiny image', () => {
    expect(decodeBarcode(drawBarcode('3464100536062', { barHeight: 0 }))).toBeNull()
    expect(decodeBarcode(drawBarcode('3464100536062', { barHeight: 0, noise: 120 }))).toBeNull()
    expect(decodeBarcode({ width: 3, height: 2, grey: new Uint8Array(6) })).toBeNull()
    expect(decodeBarcode({ width: 0, height: 0, grey: new Uint8Array(0) })).toBeNull()
  })

  it('for a wrong check digit', () => {
    for (const wrong of ['3464100536063', '56919883']) expect(decodeBarcode(drawBarcode(wrong))).toBeNull()
  })

  it('rather than wrong digits for a bad image', () => {
    const read = codes.slice(3, 8).flatMap(code =>
      [30, 70, 110].flatMap(noise =>
        [1, 2].map(blur => {
          const drawing = { width: 320, height: 160, module: 2, barHeight: 100, noise, blur }
          return { code, got: decodeBarcode(drawBarcode(code, drawing)) }
        }),
      ),
    )
    for (const { code, got } of read) expect([code, null]).toContain(got)
    expect(read.filter(({ got }) => got === null).length).toBeGreaterThan(0)
  })

  it('for stripes that are not a barcode', () => {
    const grey = new Uint8Array(640 * 480)
    for (const width of [2, 3, 5]) {
      for (let i = 0; i < grey.length; i++) grey[i] = Math.floor((i % 640) / width) % 2 === 0 ? 20 : 230
      expect(decodeBarcode({ width: 640, height: 480, grey })).toBeNull()
    }
  })
})
