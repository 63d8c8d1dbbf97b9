// Who reads a food's page: the language decides the words, the region the label and the daily values.
import type { Locale } from '../i18n/locales.ts'
import type { Region } from '../i18n/regions.ts'

export interface Reader {
  locale: Locale
  region: Region
}
