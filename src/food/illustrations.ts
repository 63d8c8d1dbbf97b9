// The illustrations of everyday foods, which the website serves: Fluent Emoji of Microsoft, and drawings of our own. One shows a kind of
// food, and no other food. The catalog stores their paths where products have the address of a photo.

import type { Licence } from './sources.ts'

interface IllustrationCredit {
  label: string
  url: string
  licence: Licence
}

const emojiCredit: IllustrationCredit = {
  label: 'Fluent Emoji',
  url: 'https://github.com/microsoft/fluentui-emoji',
  licence: {
    name: 'MIT License',
    shortName: 'MIT',
    spdxId: 'MIT',
    url: 'https://github.com/microsoft/fluentui-emoji/blob/main/LICENSE',
  },
}

const apacheLicence = 'https://www.apache.org/licenses/LICENSE-2.0'

const drawingCredit: IllustrationCredit = {
  label: 'Larder',
  url: apacheLicence,
  licence: {
    name: 'Apache License 2.0',
    shortName: 'Apache 2.0',
    spdxId: 'Apache-2.0',
    url: apacheLicence,
  },
}

export const illustrationFolder = '/illustrations/'

/** A drawing is named by its shape and color, such as `jar-red`; an emoji by its code points, the first of which starts with a digit. */
const isDrawing = (name: string): boolean => /^[a-z]+-[a-z]+$/.test(name)

export function illustrationFile(picture: string): string {
  const codePoints = () => Array.from(picture, character => character.codePointAt(0)?.toString(16)).join('-')
  return `${isDrawing(picture) ? picture : codePoints()}.webp`
}

export const illustrationPath = (picture: string): string => illustrationFolder + illustrationFile(picture)

/** Null for any other image. */
export function illustrationCreditOf(image: string | null): IllustrationCredit | null {
  const name = image?.startsWith(illustrationFolder)
    ? image.slice(illustrationFolder.length).replace(/\.webp$/, '')
    : ''
  if (isDrawing(name)) return drawingCredit
  return /^\d[\da-f-]{3,39}$/.test(name) ? emojiCredit : null
}

/** Of a stored food. Any other address may come from a catalog that another program has written. */
export const isShownImage = (image: string | null): image is string =>
  image !== null && (image.startsWith('https://') || isIllustration(image))

/** Whether the `image_url` of a stored food is an illustration. */
export const isIllustration = (image: string | null): boolean =>
  image?.startsWith(illustrationFolder) ?? false
