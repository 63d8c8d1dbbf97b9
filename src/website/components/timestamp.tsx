import { formats } from '../i18n/format.ts'
import type { Locale } from '../i18n/locales.ts'
import { useFormat, useLocale } from '../i18n/messages.ts'
import { type Markup, markup } from '../shell/markup.ts'

/** With the time in UTC. */
export function Timestamp({ at }: { at: Date }) {
  return <time datetime={at.toISOString()}>{useFormat().dateTime(at)}</time>
}

export function Day({ at }: { at: Date }) {
  return <time datetime={at.toISOString()}>{formatDay(at, useLocale())}</time>
}

/** For parts of pages that are text. */
export function dayMarkup(at: Date, locale: Locale): Markup {
  return markup`<time datetime="${at.toISOString()}">${formatDay(at, locale)}</time>`
}

const dayMs = 86_400_000
const maxFormattedDays = 10_000
/** By language and day since 1970: formatting one takes as long as rendering ten elements. */
const formattedDays = new Map<string, string>()

function formatDay(at: Date, locale: Locale): string {
  const key = `${locale} ${Math.floor(at.getTime() / dayMs)}`
  const known = formattedDays.get(key)
  if (known !== undefined) return known
  if (formattedDays.size >= maxFormattedDays) formattedDays.clear()
  const text = formats[locale].date(at)
  formattedDays.set(key, text)
  return text
}
