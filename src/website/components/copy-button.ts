import { formats } from '../i18n/format.ts'
import type { Locale } from '../i18n/locales.ts'
import { messages } from '../messages/compiled/index.ts'
import { type Markup, markup } from '../shell/markup.ts'
import { iconMarkup } from './icon.tsx'

const copyIcon = iconMarkup('copy', true)

/** In the bar above code, which site.client.ts copies. `name` says which code. */
export function copyButton(name: string, locale: Locale): Markup {
  const { copy, copyCode } = messages[locale].shared
  return markup`<button class="code-copy" type="button" data-copy aria-label="${copyCode}${formats[locale].colon}${name}" hidden="">${copyIcon}<span>${copy}</span></button>`
}
