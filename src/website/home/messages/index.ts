import type { Catalog } from '../../i18n/messages.ts'
import { de } from './de.tsx'
import { en, type HomeMessages } from './en.tsx'
import { es } from './es.tsx'
import { fr } from './fr.tsx'
import { pl } from './pl.tsx'

export const homeMessages: Catalog<HomeMessages> = { en, de, fr, es, pl }
