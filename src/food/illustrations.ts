// The illustrations of everyday foods, which the website serves: the Fluent Emoji of Microsoft, under the MIT licence. One shows a kind of
// food. The catalog stores their paths where products have the address of a photo.

import type { Licence } from './sources.ts'

export const illustrationCredit = {
  label: 'Fluent Emoji',
  url: 'https://github.com/microsoft/fluentui-emoji',
  licence: {
    name: 'MIT License',
    shortName: 'MIT',
    spdxId: 'MIT',
    url: 'https://github.com/microsoft/fluentui-emoji/blob/main/LICENSE',
  } satisfies Licence,
}

/** The file is named by the code points of the emoji. */
export const illustrationFile = (emoji: string): string =>
  `${Array.from(emoji, character => character.codePointAt(0)?.toString(16)).join('-')}.webp`

export const illustrationFolder = '/illustrations/'

export const illustrationPath = (emoji: string): string => illustrationFolder + illustrationFile(emoji)

/** Of a stored food. Any other address may come from a catalog that another program has written. */
export const isShownImage = (image: string | null): image is string =>
  image !== null && (image.startsWith('https://') || isIllustration(image))

/** Whether the `image_url` of a stored food is an illustration. */
export const isIllustration = (image: string | null): boolean =>
  image?.startsWith(illustrationFolder) ?? false
