import type { CategoryNames } from '../categories/messages/names.de.ts'
import { translatedNames } from '../categories/messages/names.ts'
import type { Locale } from '../i18n/locales.ts'

/** The name of a category in a language. Categories of earlier imports may have none and keep their own. */
export function categoryName(category: string, locale: Locale): string {
  if (locale === 'en') return category
  const names = translatedNames[locale]
  return Object.hasOwn(names, category) ? names[category as keyof CategoryNames] : category
}
