import { estimateSource, type SourceId, sourceFacts } from '../../food/sources.ts'
import type { Locale } from '../i18n/locales.ts'
import { shared } from '../messages/index.ts'

/** The name of an organization, or of what has none in this language. */
export function sourceName(source: SourceId, locale: Locale): string {
  if (source === estimateSource) return shared[locale].aiEstimate
  const { homepage, label } = sourceFacts[source]
  return homepage === null ? shared[locale].community : label
}
