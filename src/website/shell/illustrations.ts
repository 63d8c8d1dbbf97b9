// Reads the illustrations: those of Fluent Emoji from their files, which the build copies, and our drawings from icons/illustrations.svg,
// which has each shape once, in any of the colors.
import { readFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { extname, join } from 'node:path'
import sharp from 'sharp'

const websiteFolder = join(import.meta.dirname, '..')

/** Whether this is the built program. */
export const isBuilt = extname(import.meta.filename) === '.js'

const emojiFolder = isBuilt
  ? join(websiteFolder, 'illustrations')
  : join(websiteFolder, '../../node_modules/@lobehub/fluent-emoji-3d/assets')

const shapes = new Map(
  [
    ...readFileSync(join(websiteFolder, 'icons/illustrations.svg'), 'utf8').matchAll(
      /<symbol id="(\w+)" viewBox="0 0 64 64">(.*)<\/symbol>/g,
    ),
  ].map(([, name = '', content = '']) => [name, content]),
)

/** In the light, of the surface, and in the shade. */
const colors = new Map<string, [light: string, base: string, dark: string]>([
  ['white', ['#f2f4fa', '#dfe3ee', '#b3b9ce']],
  ['cream', ['#fffbea', '#f8ebc6', '#dcc48d']],
  ['beige', ['#f6e7cd', '#e5cba0', '#bb9862']],
  ['yellow', ['#fff2a1', '#fbd645', '#dda01c']],
  ['golden', ['#fbd78f', '#eaa94b', '#bb7426']],
  ['orange', ['#ffc27a', '#f98d2b', '#d15f10']],
  ['red', ['#ff8d7d', '#e63d35', '#a81c28']],
  ['pink', ['#ffd3d3', '#f79aa3', '#d3646f']],
  ['magenta', ['#f987a8', '#d93368', '#9c1748']],
  ['purple', ['#b58ae0', '#7a45ad', '#4e2478']],
  ['navy', ['#7f88c9', '#444c92', '#282d60']],
  ['brown', ['#c99468', '#9b6236', '#6b3c1c']],
  ['chocolate', ['#96694f', '#633c28', '#3e2217']],
  ['black', ['#716a6c', '#3c3739', '#1e1a1c']],
  ['gray', ['#d5d6da', '#a7a9b1', '#767983']],
  ['green', ['#aede6a', '#66ad3a', '#3c7a28']],
  ['pale', ['#f0f6cf', '#d3e39a', '#a3ba62']],
  ['olive', ['#cfc97a', '#97963f', '#656624']],
  ['amber', ['#ffe0a0', '#e8a33c', '#b3701a']],
  ['clear', ['#f2fbff', '#d3eefb', '#a5d3ea']],
])

/** By file; few are ever drawn. */
const drawings = new Map<string, Promise<Buffer>>()

/** A WebP file of 256 pixels; null if there is none with this name, because a catalog that another program has written may name anything. */
export async function readIllustration(file: string): Promise<Buffer | null> {
  if (/^\d[\da-f-]{3,39}\.webp$/.test(file)) return readFile(join(emojiFolder, file)).catch(() => null)
  const [, shape = '', color = ''] = /^([a-z]+)-([a-z]+)\.webp$/.exec(file) ?? []
  const content = shapes.get(shape)
  const shades = colors.get(color)
  if (content === undefined || shades === undefined) return null
  const drawing = drawings.get(file) ?? draw(content, shades)
  drawings.set(file, drawing)
  return drawing
}

function draw(
  content: string,
  [light, base, dark]: [light: string, base: string, dark: string],
): Promise<Buffer> {
  const gradient = (id: string, ...stops: string[]) =>
    `<linearGradient id="${id}" x2=".4" y2="1">${stopsOf(stops)}</linearGradient>`
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="256" height="256" viewBox="-1 -1 66 66">
    ${gradient('fill', light, base, base, dark)}
    ${gradient('white', '#ffffff', '#f0f1f7', '#c9cde0')}
    ${gradient('crockery', '#b5d0ec', '#7fa6d3', '#4f79ae')}
    ${gradient('glass', '#e6f5fc', '#c9e6f4')}
    ${gradient('lid', '#e3e6ee', '#aab1c2', '#868ea3')}
    <radialGradient id="ball" cx=".35" cy=".3" r=".8">${stopsOf([light, base, base, dark])}</radialGradient>
    <style>
      .fill { fill: url(#fill) } .ball { fill: url(#ball) } .white { fill: url(#white) } .glass { fill: url(#glass) } .lid { fill: url(#lid) }
      .crockery { fill: url(#crockery) } .edge { fill: #d5e4f5 }
      .rim { fill: #f9fafd } .light { fill: ${light} } .base { fill: ${base} } .dark { fill: ${dark} }
      .line { stroke: ${base} } .line-light { stroke: ${light} } .line-dark { stroke: ${dark} } .outlined * { stroke: ${dark}; stroke-width: .8 }
    </style>
    ${content}
  </svg>`
  return sharp(Buffer.from(svg)).webp({ quality: 90 }).toBuffer()
}

const stopsOf = (stops: string[]): string =>
  stops.map((color, index) => `<stop offset="${index / (stops.length - 1)}" stop-color="${color}"/>`).join('')
