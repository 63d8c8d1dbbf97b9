import { estimateSource, type SourceId, sourceFacts } from '../../food/sources.ts'
import type { Locale } from '../i18n/locales.ts'
import { messages } from '../messages/compiled/index.ts'

/**
 * The name of a category in a language; the API and the addresses of pages use the English ones. Categories of earlier imports
 * may have none and keep their own.
 */
export function categoryName(category: string, locale: Locale): string {
  const names: Record<string, string> = messages[locale].categoryNames
  return Object.hasOwn(names, category) ? (names[category] ?? category) : category
}

export function allergenName(allergen: string, locale: Locale): string {
  const names: Record<string, string> = messages[locale].search.allergens
  return Object.hasOwn(names, allergen) ? (names[allergen] ?? allergen) : allergen
}

/** The name of an organization, or of what has none in this language. */
export function sourceName(source: SourceId, locale: Locale): string {
  if (source === estimateSource) return messages[locale].shared.aiEstimate
  const { homepage, label } = sourceFacts[source]
  return homepage === null ? messages[locale].shared.community : label
}
