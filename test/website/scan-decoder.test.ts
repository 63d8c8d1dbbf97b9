import { describe, expect, it } from 'vitest'
import { decodeBarcode } from '../../src/website/barcode/barcode-decoder.client.ts'
import { type Drawing, drawBarcode } from '../support/barcode-picture.ts'

// One for each first digit, so that every pattern of parities is read, and UPC-A, which begins with 0.
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

describe('a barcode is read', () => {
  it.each([...codes, '56919882', '75072001'])('%s', code => {
    expect(decodeBarcode(drawBarcode(code))).toBe(code)
  })

  it.each<[string, Drawing]>([
    ['small', { module: 1.6, barHeight: 70 }],
    ['large', { width: 640, height: 480, module: 5.9, barHeight: 300 }],
    ['with noise', { noise: 45 }],
    ['with blur', { blur: 1 }],
    ['large with much blur', { width: 640, height: 480, module: 5, blur: 2, barHeight: 250 }],
    ['with noise and blur', { blur: 1, noise: 25 }],
    ['turned a little', { turned: 4 }],
    ['turned a little the other way', { turned: -9 }],
    ['aslant', { turned: 38, barHeight: 200 }],
    ['upside down', { turned: 180 }],
    ['nearly upside down, with noise', { turned: 173, noise: 30 }],
    ['on its side', { turned: 90, module: 2.5 }],
    ['on its other side, blurred', { turned: 272, module: 2.5, blur: 1 }],
    ['pale', { shades: [120, 180] }],
    ['in a shadow', { shades: [70, 240], shadow: 60 }],
    ['off in size', { module: 2.37, turned: 2, noise: 15 }],
    ['in a large picture', { width: 960, height: 540, module: 2.2 }],
  ])('%s', (_, drawing) => {
    for (const code of ['3464100536062', '0015887170128', '56919882']) {
      expect(decodeBarcode(drawBarcode(code, drawing))).toBe(code)
    }
  })
})

describe('nothing is read', () => {
  it('from an empty picture, from noise, and from one too small', () => {
    expect(decodeBarcode(drawBarcode('3464100536062', { barHeight: 0 }))).toBeNull()
    expect(decodeBarcode(drawBarcode('3464100536062', { barHeight: 0, noise: 120 }))).toBeNull()
    expect(decodeBarcode({ width: 3, height: 2, grey: new Uint8Array(6) })).toBeNull()
    expect(decodeBarcode({ width: 0, height: 0, grey: new Uint8Array(0) })).toBeNull()
  })

  it('where the check digit is wrong', () => {
    for (const wrong of ['3464100536063', '56919883']) expect(decodeBarcode(drawBarcode(wrong))).toBeNull()
  })

  it('wrong, however bad the picture: it is right or nothing', () => {
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

  it('from stripes that are no barcode', () => {
    const grey = new Uint8Array(640 * 480)
    for (const width of [2, 3, 5]) {
      for (let i = 0; i < grey.length; i++) grey[i] = Math.floor((i % 640) / width) % 2 === 0 ? 20 : 230
      expect(decodeBarcode({ width: 640, height: 480, grey })).toBeNull()
    }
  })
})
