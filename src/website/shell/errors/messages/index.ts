import type { Catalog } from '../../../i18n/messages.ts'
import { de } from './de.tsx'
import { type ErrorMessages, en } from './en.tsx'
import { es } from './es.tsx'
import { fr } from './fr.tsx'
import { pl } from './pl.tsx'

export const errorMessages: Catalog<ErrorMessages> = { en, de, fr, es, pl }
