import type { Catalog } from '../../i18n/messages.ts'
import { de } from './de.tsx'
import { en, type PublicMessages } from './en.tsx'
import { es } from './es.tsx'
import { fr } from './fr.tsx'
import { pl } from './pl.tsx'

export const publicMessages: Catalog<PublicMessages> = { en, de, fr, es, pl }
export type { PublicMessages } from './en.tsx'
