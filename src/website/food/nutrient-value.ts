import { byLocale, type Locale } from '../i18n/locales.ts'
import { messages } from '../messages/compiled/index.ts'
import { Markup, markup } from '../shell/markup.ts'
import { formatNumber, formatWeight, inPortion, type LabelNumber } from './label-numbers.ts'

/** A value that the source does not state; never shown as 0. */
const unknown = byLocale(locale => markup`<span class="unknown">${messages[locale].shared.notStated}</span>`)

export const unknownValue = (locale: Locale): Markup => unknown[locale]

/** A value per 100 g in label format. */
export function valuePer100(value: number | null, as: LabelNumber, locale: Locale): Markup {
  return value === null ? unknown[locale] : markup`${formatNumber(as, value, locale)}`
}

/** A value per portion; portion.client.ts updates it when the portion changes. */
export function valueInPortion(
  value: number | null,
  as: LabelNumber,
  { grams }: { grams: number },
  locale: Locale,
): Markup {
  if (value === null) return unknown[locale]
  const text = formatNumber(as, inPortion(value, grams), locale)
  // Neither needs escaping, except for `<0.5 g`.
  const html = text.startsWith('<') ? `&lt;${text.slice(1)}` : text
  return new Markup(`<span data-per100="${Math.round(value * 1e5) / 1e5}" data-as="${as}">${html}</span>`)
}

/** The heading of values per portion; portion.client.ts updates the weight. */
export function perPortion({ grams }: { grams: number }, locale: Locale): Markup {
  const weight = formatWeight(grams, locale)
  return markup`${messages[locale].food.perPortion({ grams: weight, value: text => markup`<span data-portion>${text}</span>` })}`
}
