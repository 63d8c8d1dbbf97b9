import type { Catalog } from '../../i18n/messages.ts'
import { de } from './de.ts'
import { en, type ShellMessages } from './en.ts'
import { es } from './es.ts'
import { fr } from './fr.ts'
import { pl } from './pl.ts'

export const shellMessages: Catalog<ShellMessages> = { en, de, fr, es, pl }
