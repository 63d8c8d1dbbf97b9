import type { Catalog } from '../../i18n/messages.ts'
import { de } from './de.ts'
import { type BarcodeMessages, en } from './en.ts'
import { es } from './es.ts'
import { fr } from './fr.ts'
import { pl } from './pl.ts'

export const barcodeMessages: Catalog<BarcodeMessages> = { en, de, fr, es, pl }
