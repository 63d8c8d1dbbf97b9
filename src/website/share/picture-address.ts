// Addresses of pictures. That of a food names the food. That of any other page holds its texts, signed, so that nobody can make
// this website draw other texts.
import { createHmac, timingSafeEqual } from 'node:crypto'
import { allSecrets, deriveKey, type ServerSecret } from '../../platform/server-secret.ts'
import type { Tint } from '../components/category-tile.tsx'
import { type Locale, pathIn } from '../i18n/locales.ts'
import type { IconName } from '../icons/icon-names.ts'

/** What a page shows on its picture besides its description. */
export interface PagePicture {
  /** Instead of the title of the page, if that contains what the visitor typed. */
  title?: string
  icon?: readonly [icon: IconName, tint: Tint]
}

export interface PageTexts {
  title: string
  text: string
  icon?: string | undefined
  tint?: string | undefined
}

export interface PictureAddresses {
  ofPage(texts: PageTexts): string
  /** Undefined if the signature is missing or wrong. */
  read(query: URLSearchParams): PageTexts | undefined
}

export const pagePicturePath = '/share/page.png'

export const foodPicturePath = (id: number, locale: Locale): string => pathIn(locale, `/share/food/${id}.png`)

const maxTitleLength = 120
const maxTextLength = 200
const signatureBytes = 12

export function createPictureAddresses(secret: ServerSecret): PictureAddresses {
  const keys = allSecrets(secret).map(each => deriveKey(each, 'picture of a page'))
  const sign = (key: Buffer, signed: string) =>
    createHmac('sha256', key).update(signed).digest().subarray(0, signatureBytes)
  return {
    ofPage({ title, text, icon, tint }) {
      const query = new URLSearchParams({
        title: title.slice(0, maxTitleLength),
        text: text.slice(0, maxTextLength),
        ...(icon !== undefined && tint !== undefined && { icon, tint }),
      }).toString()
      const [key] = keys
      if (key === undefined) throw new Error('no server secret')
      return `${pagePicturePath}?${query}&key=${sign(key, query).toString('base64url')}`
    },
    read(query) {
      const given = Buffer.from(query.get('key') ?? '', 'base64url')
      query.delete('key')
      const signed = query.toString()
      const isSigned = keys.some(key => {
        const expected = sign(key, signed)
        return given.length === expected.length && timingSafeEqual(given, expected)
      })
      if (!isSigned) return undefined
      const { title = '', text = '', ...image } = Object.fromEntries(query)
      return { title, text, ...image }
    },
  }
}
