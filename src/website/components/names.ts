import { findNames } from '../../catalog/food-names.ts'
import type { Food } from '../../food/food.ts'
import { estimateSource, type SourceId, sourceFacts } from '../../food/sources.ts'
import type { Database } from '../../platform/database/pool.ts'
import { defaultLocale, type Locale } from '../i18n/locales.ts'
import { messages } from '../messages/compiled/index.ts'

/**
 * The name of a category in a language; the API and the addresses of pages use the English ones. Categories of earlier imports
 * may have none and keep their own.
 */
export function categoryName(category: string, locale: Locale): string {
  const names: Record<string, string> = messages[locale].categoryNames
  return Object.hasOwn(names, category) ? (names[category] ?? category) : category
}

/** The name of an organization, or of what has none in this language. */
export function sourceName(source: SourceId, locale: Locale): string {
  if (source === estimateSource) return messages[locale].shared.aiEstimate
  const { homepage, label } = sourceFacts[source]
  return homepage === null ? messages[locale].shared.community : label
}

/** Names the foods of a page in its language, with one statement. In English, foods keep the name of the API. */
export async function namesIn(
  database: Database,
  foods: readonly Food[],
  locale: Locale,
): Promise<(food: Food) => Food> {
  if (locale === defaultLocale) return food => food
  const names = await findNames(database, foods, locale)
  return food => ({ ...food, name: names.get(food.id) ?? food.name })
}

/** The name in the language of the page, and that of the source if it is another one. */
export function shownName(
  name: string,
  names: Readonly<Record<string, string>> | undefined,
  locale: Locale,
): { name: string; original: string | undefined } {
  const local = names?.[locale]
  const isSame = local === undefined || local.toLowerCase() === name.toLowerCase()
  return isSame ? { name, original: undefined } : { name: local, original: name }
}
