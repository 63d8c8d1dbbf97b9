import type { Catalog } from '../i18n/messages.ts'
import { de } from './de.ts'
import { en, type SharedMessages } from './en.ts'
import { es } from './es.ts'
import { fr } from './fr.ts'
import { pl } from './pl.ts'

export const shared: Catalog<SharedMessages> = { en, de, fr, es, pl }
export type { SharedMessages } from './en.ts'
