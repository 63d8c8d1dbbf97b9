// Draws the picture that messengers and social networks show for a link.
// Texts are drawn by canvas calls, so nothing in them can become markup.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import {
  type Canvas,
  createCanvas,
  GlobalFonts,
  type Image,
  loadImage,
  type SKRSContext2D,
} from '@napi-rs/canvas'
import { readIllustration } from '../shell/illustrations.ts'
import { encodePalettePng } from './palette-png.ts'
import {
  type PictureContent,
  type PictureFigure,
  type PictureImage,
  pictureHeight,
  pictureWidth,
} from './picture-content.ts'

const websiteFolder = join(import.meta.dirname, '..')

const margin = 64
const tileSize = 296
const textWidth = pictureWidth - 2 * margin - tileSize - 48
const fonts = {
  'instrument-sans-latin-wght-normal': 'Instrument Sans',
  'instrument-sans-latin-ext-wght-normal': 'Instrument Sans Extended',
}
const family = Object.values(fonts)
  .map(name => `"${name}"`)
  .join(', ')

let canvas: Canvas | undefined

/** The file of the picture, a PNG. */
export async function drawPicture(content: PictureContent): Promise<Buffer> {
  const [logo, illustration, icon] = await Promise.all([
    loadImage(Buffer.from(jar)),
    content.image?.illustration === undefined ? undefined : illustrationImage(content.image.illustration),
    content.image === undefined ? undefined : iconImage(content.image),
  ])
  // Nothing may wait from here on: pictures share the canvas.
  canvas ??= createFirstCanvas()
  const context = canvas.getContext('2d')
  context.fillStyle = color('surface')
  context.fillRect(0, 0, pictureWidth, pictureHeight)
  context.fillStyle = color('brand')
  context.fillRect(0, 0, pictureWidth, 12)
  drawLogo(context, logo)
  drawTile(context, content.image === undefined ? 'brand-wash' : `tile-${content.image.tint}`)
  if (illustration !== undefined) drawOnTile(context, illustration, 232)
  else drawOnTile(context, icon ?? logo, 148)
  drawTitle(context, content)
  if (content.figures) drawFigures(context, content.figures)
  drawFooter(context, content)
  const { data } = context.getImageData(0, 0, pictureWidth, pictureHeight)
  return encodePalettePng(data, pictureWidth, pictureHeight)
}

function createFirstCanvas(): Canvas {
  for (const [file, name] of Object.entries(fonts)) {
    const key = GlobalFonts.register(readFileSync(join(websiteFolder, `fonts/${file}.woff2`)), name)
    if (key === null) throw new Error(`cannot read the font ${file}.woff2`)
  }
  return createCanvas(pictureWidth, pictureHeight)
}

/** The colors of the light theme, by the name of their token. */
const tokens = new Map(
  [
    ...readFileSync(join(websiteFolder, 'styles/core/1-tokens.css'), 'utf8').matchAll(
      /(?<![\w-])--([\w-]+): light-dark\((#[\da-f]{6}),/g,
    ),
  ].map(([, name = '', value = '']) => [name, value]),
)

function color(token: string): string {
  const value = tokens.get(token)
  if (value === undefined) throw new Error(`no color --${token} in styles/core/1-tokens.css`)
  return value
}

function useFont(context: SKRSContext2D, weight: number, size: number, token: string): void {
  context.font = `${weight} ${size}px ${family}`
  context.fillStyle = color(token)
}

const jar = readFileSync(join(websiteFolder, 'icons/favicon.svg'), 'utf8').replace(
  '<svg ',
  '<svg width="480" height="480" ',
)

function drawLogo(context: SKRSContext2D, logo: Image): void {
  context.drawImage(logo, margin - 4, 52, 48, 48)
  useFont(context, 700, 36, 'ink')
  context.fillText('Larder', margin + 56, 88)
}

const tile = { left: pictureWidth - margin - tileSize, top: 72 }

function drawTile(context: SKRSContext2D, ground: string): void {
  context.fillStyle = color(ground)
  context.beginPath()
  context.roundRect(tile.left, tile.top, tileSize, tileSize, 28)
  context.fill()
}

function drawOnTile(context: SKRSContext2D, image: Image, size: number): void {
  const inset = (tileSize - size) / 2
  context.drawImage(image, tile.left + inset, tile.top + inset, size, size)
}

/** Undefined if the catalog names a file that this release does not have. */
async function illustrationImage(file: string): Promise<Image | undefined> {
  const content = await readIllustration(file)
  return content === null ? undefined : loadImage(content)
}

const sprite = readFileSync(join(websiteFolder, 'icons/sprite.svg'), 'utf8')

function iconImage({ icon, tint }: PictureImage): Promise<Image> {
  const [, shapes] =
    new RegExp(`<symbol id="${icon}" viewBox="0 0 24 24">(.*?)</symbol>`, 's').exec(sprite) ?? []
  if (shapes === undefined) throw new Error(`no icon ${icon} in icons/sprite.svg`)
  const look = `fill="none" stroke="${color(`tile-${tint}-ink`)}" stroke-width="1.75" stroke-linecap="round" stroke-linejoin="round"`
  return loadImage(
    Buffer.from(
      `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24" width="480" height="480"><g ${look}>${shapes}</g></svg>`,
    ),
  )
}

function drawTitle(context: SKRSContext2D, { kicker, title, text, figures }: PictureContent): void {
  let baseline = 172
  if (kicker !== undefined) {
    useFont(context, 500, 32, 'ink-2')
    const [line = ''] = wrap(context, kicker, textWidth, 1)
    context.fillText(line, margin, baseline)
    baseline += 12
  }
  // The largest size at which nothing is cut off.
  const sizes = [72, 60, 52, 44]
  const maxLines = (size: number) => (size > 52 ? 2 : 3)
  const size =
    sizes.find(each => {
      useFont(context, 650, each, 'ink')
      return wrap(context, title, textWidth, 9).length <= maxLines(each)
    }) ?? 44
  useFont(context, 650, size, 'ink')
  for (const line of wrap(context, title, textWidth, maxLines(size))) {
    baseline += Math.round(size * 1.14)
    context.fillText(line, margin, baseline)
  }
  if (text === undefined || figures) return
  useFont(context, 400, 32, 'ink-2')
  baseline += 24
  for (const line of wrap(context, text, textWidth, 4)) {
    baseline += 44
    context.fillText(line, margin, baseline)
  }
}

function drawFigures(context: SKRSContext2D, figures: PictureFigure[]): void {
  const top = 420
  const width = (pictureWidth - 2 * margin) / figures.length
  context.fillStyle = color('line')
  context.fillRect(margin, top, pictureWidth - 2 * margin, 2)
  figures.forEach(({ name, value, isUnknown, color: dot }, index) => {
    const left = margin + index * width
    if (isUnknown) useFont(context, 400, 34, 'ink-3')
    else useFont(context, 650, 50, 'ink')
    const [shown = ''] = wrap(context, value, width - 16, 1)
    context.fillText(shown, left, top + 76)
    useFont(context, 400, 27, 'ink-2')
    const indent = dot === undefined ? 0 : 30
    const [label = ''] = wrap(context, name, width - indent - 16, 1)
    context.fillText(label, left + indent, top + 120)
    if (dot === undefined) return
    context.fillStyle = color(dot)
    context.beginPath()
    context.arc(left + 10, top + 111, 10, 0, 2 * Math.PI)
    context.fill()
  })
}

function drawFooter(context: SKRSContext2D, { notes = [], site }: PictureContent): void {
  const baseline = pictureHeight - 36
  useFont(context, 500, 24, 'brand')
  const siteWidth = context.measureText(site).width
  context.fillText(site, pictureWidth - margin - siteWidth, baseline)
  useFont(context, 400, 24, 'ink-3')
  const [line = ''] = wrap(context, notes.join('  ·  '), pictureWidth - 2 * margin - siteWidth - 32, 1)
  context.fillText(line, margin, baseline)
}

/** The lines of a text; the last one ends with `…` if the text is longer. */
function wrap(context: SKRSContext2D, text: string, width: number, maxLines: number): string[] {
  const fits = (line: string) => context.measureText(line).width <= width
  const lines: string[] = []
  let rest = text
  while (rest !== '' && lines.length < maxLines) {
    const isLast = lines.length === maxLines - 1
    if (fits(rest)) {
      lines.push(rest)
      break
    }
    const length = maxPrefixLength(rest, prefix => fits(isLast ? `${prefix}…` : prefix))
    const space = rest.lastIndexOf(' ', length)
    const end = space > 0 ? space : Math.max(1, length)
    lines.push(
      isLast ? `${rest.slice(0, end).replace(/(?<![\s,;:([-])[\s,;:([-]+$/, '')}…` : rest.slice(0, end),
    )
    rest = rest.slice(end).trimStart()
  }
  return lines
}

/** By bisection: names may have hundreds of characters. */
function maxPrefixLength(text: string, fits: (prefix: string) => boolean): number {
  let [low, high] = [0, text.length]
  while (low < high) {
    const middle = Math.ceil((low + high) / 2)
    if (fits(text.slice(0, middle))) low = middle
    else high = middle - 1
  }
  return low
}
