import type { Catalog } from '../../i18n/messages.ts'
import { de } from './de.ts'
import { type BrandMessages, en } from './en.ts'
import { es } from './es.ts'
import { fr } from './fr.ts'
import { pl } from './pl.ts'

export const brandMessages: Catalog<BrandMessages> = { en, de, fr, es, pl }
