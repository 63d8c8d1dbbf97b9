import type { Catalog } from '../../i18n/messages.ts'
import { de } from './de.ts'
import { type AccountMessages, en } from './en.ts'
import { es } from './es.ts'
import { fr } from './fr.ts'
import { pl } from './pl.ts'

export const accountMessages: Catalog<AccountMessages> = { en, de, fr, es, pl }
export type { AccountMessages } from './en.ts'
