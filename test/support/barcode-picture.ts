// Barcodes as seen by a camera: drawn from the bit patterns of the standard, then rotated, blurred and with noise.

const oddBits = '0001101 0011001 0010011 0111101 0100011 0110001 0101111 0111011 0110111 0001011'.split(' ')
const flipped = (bits: string): string => bits.replace(/./g, bit => (bit === '0' ? '1' : '0'))
const rightBits = oddBits.map(flipped)
const evenBits = rightBits.map(bits => [...bits].reverse().join(''))
const parities = 'OOOOOO OOEOEE OOEEOE OOEEEO OEOOEE OEEOOE OEEEOO OEOEOE OEOEEO OEEOEO'.split(' ')

/** The modules of an EAN-13 or EAN-8; 1 is black. */
function modulesOf(code: string): string {
  const isShort = code.length === 8
  const drawn = isShort ? code : code.slice(1)
  const half = drawn.length / 2
  const parity = isShort ? 'OOOO' : (parities[Number(code[0])] ?? '')
  const left = [...drawn.slice(0, half)].map(
    (digit, index) => (parity[index] === 'E' ? evenBits : oddBits)[Number(digit)],
  )
  const right = [...drawn.slice(half)].map(digit => rightBits[Number(digit)])
  return `101${left.join('')}01010${right.join('')}101`
}

export interface Drawing {
  width?: number
  height?: number
  /** Pixels per module. */
  module?: number
  /** Height of the bars in pixels. */
  barHeight?: number
  /** Rotation in degrees. */
  turned?: number
  /** Blur radius in pixels. */
  blur?: number
  /** Maximum noise per pixel, of 255. */
  noise?: number
  /** Grey levels of black and white. */
  shades?: [number, number]
  /** How much it gets darker from left to right. */
  shadow?: number
}

export interface Picture {
  width: number
  height: number
  grey: Uint8Array
}

export function drawBarcode(code: string, drawing: Drawing = {}): Picture {
  const { width = 480, height = 360, module = 3, barHeight = 160, turned = 0 } = drawing
  const { blur = 0, noise = 0, shades = [20, 235], shadow = 0 } = drawing
  const modules = modulesOf(code)
  const radians = (turned * Math.PI) / 180
  const [cos, sin] = [Math.cos(radians), Math.sin(radians)]
  // Prefix sums of black modules: the black in any range is the difference of two of them.
  const blackBefore = [0]
  for (const module of modules) blackBefore.push((blackBefore.at(-1) ?? 0) + Number(module))
  const blackUpTo = (modulesAlong: number): number => {
    const inside = Math.max(0, Math.min(modules.length, modulesAlong))
    const whole = Math.floor(inside)
    return (blackBefore[whole] ?? 0) + (inside - whole) * Number(modules[whole] ?? 0)
  }
  const values = new Float32Array(width * height)
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const along = (x + 0.5 - width / 2) * cos + (y + 0.5 - height / 2) * sin
      const across = (y + 0.5 - height / 2) * cos - (x + 0.5 - width / 2) * sin
      const isInside = Math.abs(across) < barHeight / 2
      const black = (at: number) => blackUpTo(at / module + modules.length / 2) * module
      const share = isInside ? black(along + 0.5) - black(along - 0.5) : 0
      values[y * width + x] = shades[0] * share + shades[1] * (1 - share) - (shadow * x) / width
    }
  }
  const blurred = blurAlong(blurAlong(values, 1, blur), width, blur)
  const random = randomFrom(Number(code.slice(-6)))
  const grey = Uint8Array.from(blurred, value =>
    Math.max(0, Math.min(255, Math.round(value + noise * (2 * random() - 1)))),
  )
  return { width, height, grey }
}

/** Two box blurs approximate the blur of a lens. The edges do not matter. */
function blurAlong(values: Float32Array, step: number, radius: number): Float32Array {
  let from = values
  for (let times = 0; radius > 0 && times < 2; times++) {
    const mean = from.slice()
    for (let at = radius * step; at < from.length - radius * step; at++) {
      let sum = 0
      for (let off = -radius; off <= radius; off++) sum += from[at + off * step] ?? 0
      mean[at] = sum / (2 * radius + 1)
    }
    from = mean
  }
  return from
}

/** Deterministic noise. */
function randomFrom(seed: number): () => number {
  let state = seed + 1
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
}

/** A one-frame video that Chromium accepts in place of a camera. */
export function filmOf({ width, height, grey }: Picture): Buffer {
  const colourless = Buffer.alloc((width * height) / 2, 128)
  return Buffer.concat([
    Buffer.from(`YUV4MPEG2 W${width} H${height} F10:1 Ip A1:1 C420jpeg\nFRAME\n`),
    grey,
    colourless,
  ])
}
