import { readFileSync } from 'node:fs'
import sharp from 'sharp'
import { expect, it } from 'vitest'
import { everydayFoods } from '../../food/everyday-foods.ts'
import { illustrationFile } from '../../food/illustrations.ts'
import { readIllustration } from './illustrations.ts'

const pictures = [...new Set(everydayFoods.map(({ picture }) => picture))]

it('has the picture of every everyday food, as WebP of 256 pixels', async () => {
  const found = await Promise.all(
    pictures.map(async picture => {
      const image = await readIllustration(illustrationFile(picture))
      const { format, width, height } = image === null ? {} : await sharp(image).metadata()
      return [picture, format, width, height]
    }),
  )
  expect(found).toEqual(pictures.map(picture => [picture, 'webp', 256, 256]))
})

it('has no drawing that no food uses', () => {
  const shapes = readFileSync('src/website/icons/illustrations.svg', 'utf8').matchAll(/<symbol id="(\w+)"/g)
  const used = new Set(pictures.map(picture => picture.split('-')[0]))
  expect([...shapes].map(([, shape]) => shape).filter(shape => !used.has(shape))).toEqual([])
})

it('draws one shape in different colors', async () => {
  const [red, green, again] = await Promise.all(
    ['pepper-red.webp', 'pepper-yellow.webp', 'pepper-red.webp'].map(readIllustration),
  )
  expect(red?.equals(again ?? Buffer.of())).toBe(true)
  expect(red?.equals(green ?? Buffer.of())).toBe(false)
})

it.each([
  'ffff.webp',
  '1ffff.webp',
  'jar-plaid.webp',
  'car-red.webp',
  'jar-red.svg',
  '../icons/sprite.svg',
  '',
])('has no illustration %s', async file => {
  expect(await readIllustration(file)).toBeNull()
})
