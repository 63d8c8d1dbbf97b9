// Apart from the other tests: the library reads the fonts of the machine unless this is set before it is loaded.
import { readFileSync } from 'node:fs'
import { expect, it, vi } from 'vitest'
import { drawableText } from './picture-content.ts'

it('has a glyph for every character that it draws', async () => {
  vi.stubEnv('DISABLE_SYSTEM_FONTS_LOAD', '1')
  const { createCanvas, GlobalFonts } = await import('@napi-rs/canvas')
  for (const part of ['latin', 'latin-ext']) {
    const file = new URL(`../fonts/instrument-sans-${part}-wght-normal.woff2`, import.meta.url)
    expect(GlobalFonts.register(readFileSync(file), part)).not.toBeNull()
  }
  const context = createCanvas(60, 60).getContext('2d')
  const pixelsOf = (character: string) => {
    context.clearRect(0, 0, 60, 60)
    context.font = '400 30px "latin", "latin-ext"'
    context.fillText(character, 10, 40)
    return Buffer.from(context.getImageData(0, 0, 60, 60).data).toString('base64')
  }
  const box = pixelsOf('中')
  const isDrawn = (character: string) => drawableText(`a${character}a`)?.length === 3
  const characters = Array.from({ length: 0xd800 }, (_, code) => String.fromCharCode(code)).filter(isDrawn)
  expect(characters.length).toBeGreaterThan(250)
  expect(characters.filter(character => pixelsOf(character) === box)).toEqual([])
})
