// Where the data and the photo of a food come from.
import type { FoodPageData } from '../../catalog/food-page.ts'
import { type SourceId, sourceFacts } from '../../food/sources.ts'
import { sourceName } from '../components/names.ts'
import type { Locale } from '../i18n/locales.ts'
import { type Markup, markup } from '../shell/markup.ts'

/** The record at the source. Undefined if the source has no website. */
export function sourceLink(found: FoodPageData, locale: Locale): Markup | undefined {
  const { homepage, recordUrl } = sourceFacts[found.food.source]
  const url = recordUrl?.(found.sourceId, found.food.barcode) ?? homepage
  return url === null ? undefined : markup`<a href="${url}">${sourceName(found.food.source, locale)}</a>`
}

/** Where anyone can correct it. */
export function editUrlOf({ food, sourceId }: FoodPageData): string | undefined {
  return sourceFacts[food.source].editUrl?.(sourceId, food.barcode) ?? undefined
}

export function sourceCredit(source: SourceId): Markup {
  const { credit, label } = sourceFacts[source]
  return credit === null ? markup`${label}` : markup`<a href="${credit.url}">${label}</a>`
}

export function photoCredit({ food }: FoodPageData): Markup {
  const { photoLicence } = sourceFacts[food.source]
  const name = sourceCredit(food.source)
  return photoLicence ? markup`${name}, <a href="${photoLicence.url}">${photoLicence.shortName}</a>` : name
}
