// PNG files with a palette: a tenth of the size of one with four bytes per pixel, and no dependency.
import { crc32, deflateSync } from 'node:zlib'

const maxColors = 256
/** The most frequent colors are kept as they are: grounds and text must not change. */
const maxExactColors = 96

const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
const bitDepth = 8
const indexedColor = 3

/** The pixels must be opaque: four bytes each, of which the last is ignored. */
export function encodePalettePng(pixels: Uint8ClampedArray, width: number, height: number): Buffer {
  const colors = new Uint32Array(width * height)
  for (let index = 0; index < colors.length; index++) {
    const at = index * 4
    colors[index] = ((pixels[at] ?? 0) << 16) | ((pixels[at + 1] ?? 0) << 8) | (pixels[at + 2] ?? 0)
  }
  const { palette, indexOf } = choosePalette(countColors(colors))
  // Each row begins with its filter; none compresses indexed colors best.
  const rows = Buffer.alloc((width + 1) * height)
  let previous = -1
  let entry = 0
  for (let index = 0; index < colors.length; index++) {
    const color = colors[index] ?? 0
    if (color !== previous) entry = indexOf.get(color) ?? 0
    previous = color
    rows[index + Math.floor(index / width) + 1] = entry
  }
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header[8] = bitDepth
  header[9] = indexedColor
  return Buffer.concat([
    signature,
    chunk('IHDR', header),
    chunk('PLTE', Buffer.from(palette.flatMap(color => [red(color), green(color), blue(color)]))),
    chunk('IDAT', deflateSync(rows, { level: 9 })),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

function chunk(type: string, data: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const length = Buffer.alloc(4)
  length.writeUInt32BE(data.length)
  const checksum = Buffer.alloc(4)
  checksum.writeUInt32BE(crc32(named))
  return Buffer.concat([length, named, checksum])
}

interface ColorCount {
  color: number
  count: number
}

/** The most frequent first. */
function countColors(colors: Uint32Array): ColorCount[] {
  const counts = new Map<number, number>()
  let start = 0
  // Most neighbors are equal.
  for (let end = 1; end <= colors.length; end++) {
    const color = colors[start] ?? 0
    if (end < colors.length && colors[end] === color) continue
    counts.set(color, (counts.get(color) ?? 0) + end - start)
    start = end
  }
  return [...counts].map(([color, count]) => ({ color, count })).sort((a, b) => b.count - a.count)
}

function choosePalette(counts: ColorCount[]): { palette: number[]; indexOf: Map<number, number> } {
  const isFew = counts.length <= maxColors
  const exact = isFew ? counts : counts.slice(0, maxExactColors)
  const boxes = isFew ? [] : medianCut(counts.slice(maxExactColors), maxColors - maxExactColors)
  const groups = [...exact.map(each => [each]), ...boxes]
  return {
    palette: groups.map(averageColor),
    indexOf: new Map(groups.flatMap((group, index) => group.map(({ color }) => [color, index] as const))),
  }
}

/** Halves the group that spans most of a channel, until there are enough groups. */
function medianCut(colors: ColorCount[], maxBoxes: number): ColorCount[][] {
  const boxes = [boxOf(colors)]
  while (boxes.length < maxBoxes) {
    const widest = boxes.reduce((a, b) => (b.weight > a.weight ? b : a))
    if (widest.weight === 0) break
    const sorted = widest.colors.toSorted((a, b) => widest.channel(a.color) - widest.channel(b.color))
    const at = medianIndex(sorted)
    boxes.splice(boxes.indexOf(widest), 1, boxOf(sorted.slice(0, at)), boxOf(sorted.slice(at)))
  }
  return boxes.map(({ colors: group }) => group)
}

/** Half of the pixels come before it; at least one color is on each side. */
function medianIndex(colors: ColorCount[]): number {
  const half = colors.reduce((sum, { count }) => sum + count, 0) / 2
  let index = 0
  let before = 0
  while (before < half) {
    before += colors[index]?.count ?? half
    index++
  }
  return Math.min(Math.max(index - 1, 1), colors.length - 1)
}

const red = (color: number): number => color >> 16
const green = (color: number): number => (color >> 8) & 255
const blue = (color: number): number => color & 255

interface Box {
  colors: ColorCount[]
  /** The one in which its colors differ most. */
  channel: (color: number) => number
  /** 0 if it cannot be divided. */
  weight: number
}

function boxOf(colors: ColorCount[]): Box {
  const pixels = colors.reduce((sum, { count }) => sum + count, 0)
  const [widest] = [red, green, blue]
    .map(channel => ({ channel, span: spanOf(colors, channel) }))
    .sort((a, b) => b.span - a.span)
  const { channel = red, span = 0 } = widest ?? {}
  return { colors, channel, weight: colors.length < 2 ? 0 : span * Math.sqrt(pixels) }
}

function spanOf(colors: ColorCount[], channel: (color: number) => number): number {
  let [low, high] = [255, 0]
  for (const { color } of colors) {
    low = Math.min(low, channel(color))
    high = Math.max(high, channel(color))
  }
  return high - low
}

function averageColor(group: ColorCount[]): number {
  const pixels = group.reduce((sum, { count }) => sum + count, 0)
  const mean = (channel: (color: number) => number) =>
    Math.round(group.reduce((sum, { color, count }) => sum + channel(color) * count, 0) / pixels)
  return (mean(red) << 16) | (mean(green) << 8) | mean(blue)
}
