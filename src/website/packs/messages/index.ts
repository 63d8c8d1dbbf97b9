import type { Catalog } from '../../i18n/messages.ts'
import { de } from './de.ts'
import { en, type PackMessages } from './en.ts'
import { es } from './es.ts'
import { fr } from './fr.ts'
import { pl } from './pl.ts'

export const packMessages: Catalog<PackMessages> = { en, de, fr, es, pl }
