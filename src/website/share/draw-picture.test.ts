import { readFileSync } from 'node:fs'
import { inflateSync } from 'node:zlib'
import { expect, it } from 'vitest'
import { everydayFoods } from '../../food/everyday-foods.ts'
import { illustrationFile } from '../../food/illustrations.ts'
import { drawPicture } from './draw-picture.ts'
import type { PictureContent } from './picture-content.ts'

const maxBytes = 60_000

const figures: PictureContent['figures'] = [
  { name: 'Energy', value: '61 kcal', isUnknown: false },
  { name: 'Protein', value: '3.2 g', isUnknown: false, color: 'protein' },
  { name: 'Fat', value: 'not stated', isUnknown: true, color: 'fat' },
  { name: 'Carbohydrates', value: '4.8 g', isUnknown: false, color: 'carbs' },
]
const food: PictureContent = {
  title: 'Whole milk',
  kicker: 'Fernhollow Dairy',
  figures,
  notes: ['per 100 g', 'Data: Open Food Facts (ODbL)'],
  image: { icon: 'milk', tint: 'milk' },
  site: 'larder.example',
}

const sizeOf = (png: Buffer) => [png.readUInt32BE(16), png.readUInt32BE(20)]

/** The indexes of the colors in a rectangle. */
function colorsIn(png: Buffer, [left, top, right, bottom]: [number, number, number, number]): Set<number> {
  const start = png.indexOf('IDAT')
  const rows = inflateSync(png.subarray(start + 4, start + 4 + png.readUInt32BE(start - 4)))
  const found = new Set<number>()
  for (let y = top; y < bottom; y++)
    for (let x = left; x < right; x++) found.add(rows[y * 1_201 + 1 + x] ?? 0)
  return found
}

it('draws a PNG of 1200 by 630 pixels', async () => {
  const png = await drawPicture(food)
  expect(png.subarray(1, 4).toString('latin1')).toBe('PNG')
  expect(sizeOf(png)).toEqual([1_200, 630])
  expect(png.length).toBeLessThan(maxBytes)
})

it('stays small with any illustration and any length of text', async () => {
  const pictures = [...new Set(everydayFoods.map(({ picture }) => picture))]
  const sample = pictures.filter((_, index) => index % 40 === 0)
  const sizes: number[] = []
  for (const [index, picture] of sample.entries()) {
    const png = await drawPicture({
      ...food,
      title: 'Rindfleischetikettierung überwachungspflichtig '.repeat(1 + (index % 4) * 8),
      image: { icon: 'milk', tint: 'berry', illustration: illustrationFile(picture) },
    })
    sizes.push(png.length)
  }
  expect(sizes.length).toBeGreaterThan(5)
  expect(Math.max(...sizes)).toBeLessThan(maxBytes)
})

it('keeps long texts left of the picture and above the figures', async () => {
  const long = await drawPicture({ ...food, title: `${'W'.repeat(90)} ${'word '.repeat(90)}` })
  // Between the text and the tile, and between the title and the figures.
  expect(colorsIn(long, [800, 110, 838, 400]).size).toBe(1)
  expect(colorsIn(long, [64, 375, 800, 415]).size).toBe(1)
})

it('keeps pictures apart that are drawn at the same time', async () => {
  const contents = ['Milk', 'Bread', 'Butter'].map(title => ({ ...food, title }))
  const together = await Promise.all(contents.map(drawPicture))
  for (const [index, content] of contents.entries())
    expect(together[index]?.equals(await drawPicture(content))).toBe(true)
})

it('draws the icon if the illustration is missing', async () => {
  const image = { icon: 'milk', tint: 'milk' } as const
  const missing = await drawPicture({ ...food, image: { ...image, illustration: 'ffff-ffff.webp' } })
  expect(missing.equals(await drawPicture({ ...food, image }))).toBe(true)
})

it('takes markup for text', async () => {
  const plain = await drawPicture({ ...food, title: 'a' })
  const png = await drawPicture({ ...food, title: '</text><rect width="1200" height="630"/>' })
  expect(png.equals(plain)).toBe(false)
  // The ground is still there.
  expect(colorsIn(png, [0, 20, 60, 600]).size).toBe(1)
})

it('has a picture for when none can be drawn', () => {
  const png = readFileSync(new URL('fallback.png', import.meta.url))
  expect(sizeOf(png)).toEqual([1_200, 630])
  expect(png.length).toBeLessThan(maxBytes)
})
