import type { Catalog } from '../../i18n/messages.ts'
import { de } from './de.tsx'
import { en, type SearchMessages } from './en.tsx'
import { es } from './es.tsx'
import { fr } from './fr.tsx'
import { pl } from './pl.tsx'

export const searchMessages: Catalog<SearchMessages> = { en, de, fr, es, pl }
