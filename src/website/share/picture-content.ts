// What the picture of a page says. The thread that draws it knows neither the catalog nor the messages.
import type { Tint } from '../components/category-tile.tsx'
import type { IconName } from '../icons/icon-names.ts'

export interface PictureContent {
  title: string
  /** Above the title, such as the brand. */
  kicker?: string
  /** Below the title, if there are no figures. */
  text?: string
  figures?: PictureFigure[]
  /** What the figures refer to, and where they come from. */
  notes?: string[]
  /** Without it, the logo is drawn. */
  image?: PictureImage
  /** The host name of the website. */
  site: string
}

/** The icon is drawn where there is no illustration. */
export interface PictureImage {
  icon: IconName
  tint: Tint
  /** Name of a file. */
  illustration?: string
}

export interface PictureFigure {
  name: string
  value: string
  /** Smaller and without emphasis. */
  isUnknown: boolean
  color?: 'protein' | 'fat' | 'carbs'
}

export const pictureWidth = 1_200
export const pictureHeight = 630

/** The characters that the fonts of the website have (src/website/fonts). */
const drawable =
  /^[\u0020-\u007e\u00a0-\u017f\u0192\u0218-\u021b\u1e80-\u1e85\u1e9e\u1ef2\u1ef3\u2013\u2014\u2018-\u201e\u2020-\u2022\u2026\u202f\u2030\u2039\u203a\u2044\u20ac\u2122\u2212]$/u

/**
 * Undefined if a letter or digit cannot be drawn: a name in another script would become a row of boxes. Other characters that
 * cannot be drawn, such as emoji, are left out.
 */
export function drawableText(text: string): string | undefined {
  const characters = [...text.normalize('NFC').replaceAll(/\s+/g, ' ')]
  const undrawable = characters.filter(character => !drawable.test(character))
  if (
    undrawable.some(character => /[\p{L}\p{N}\p{M}]/u.test(character) && !/\p{Emoji}|\ufe0f/u.test(character))
  )
    return undefined
  const kept = characters.filter(character => drawable.test(character)).join('')
  const cleaned = kept.replaceAll(/ {2,}/g, ' ').trim()
  return /[\p{L}\p{N}]/u.test(cleaned) ? cleaned : undefined
}
