// Names of categories in the languages of the interface. The API and the addresses of pages use the English ones.
import type { Locale } from '../../i18n/locales.ts'
import { type CategoryNames, de } from './names.de.ts'
import { es } from './names.es.ts'
import { fr } from './names.fr.ts'
import { pl } from './names.pl.ts'

export const translatedNames: Record<Exclude<Locale, 'en'>, CategoryNames> = { de, fr, es, pl }
