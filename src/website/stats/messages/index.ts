import type { Catalog } from '../../i18n/messages.ts'
import { de } from './de.ts'
import { en, type StatsMessages } from './en.ts'
import { es } from './es.ts'
import { fr } from './fr.ts'
import { pl } from './pl.ts'

export const statsMessages: Catalog<StatsMessages> = { en, de, fr, es, pl }
export type { StatsMessages } from './en.ts'
