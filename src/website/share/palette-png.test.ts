import { inflateSync } from 'node:zlib'
import { expect, it } from 'vitest'
import { encodePalettePng } from './palette-png.ts'

/** The colors of the pixels, as a decoder sees them. */
function decode(png: Buffer): number[] {
  const width = png.readUInt32BE(16)
  const dataOf = (type: string) => {
    const start = png.indexOf(type)
    return png.subarray(start + 4, start + 4 + png.readUInt32BE(start - 4))
  }
  const palette = dataOf('PLTE')
  const rows = inflateSync(dataOf('IDAT'))
  return [...rows].flatMap((entry, index) =>
    index % (width + 1) === 0 ? [] : palette.readUIntBE(entry * 3, 3),
  )
}

const pixelsOf = (colors: number[]) =>
  Uint8ClampedArray.from(colors.flatMap(color => [color >> 16, (color >> 8) & 255, color & 255, 255]))

it('keeps up to 256 colors as they are', () => {
  const colors = Array.from({ length: 256 }, (_, index) => index * 65_793)
  expect(decode(encodePalettePng(pixelsOf(colors), 16, 16))).toEqual(colors)
})

it('keeps the frequent colors, and the others nearly', () => {
  const ground = Array.from({ length: 6_000 }, () => 0xfafaf9)
  const gradient = Array.from(
    { length: 4_000 },
    (_, index) => ((index % 200) << 16) | (Math.floor(index / 200) * 9),
  )
  const colors = [...ground, ...gradient]
  const decoded = decode(encodePalettePng(pixelsOf(colors), 100, 100))
  expect(decoded.slice(0, 6_000)).toEqual(ground)
  expect(new Set(decoded).size).toBeLessThanOrEqual(256)
  const distance = (a: number, b: number) =>
    Math.max(Math.abs((a >> 16) - (b >> 16)), Math.abs((a & 255) - (b & 255)))
  expect(Math.max(...colors.map((color, index) => distance(color, decoded[index] ?? 0)))).toBeLessThan(24)
})
