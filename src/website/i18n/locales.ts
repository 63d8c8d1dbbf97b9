interface Language {
  /** In the language itself. */
  name: string
  /** For numbers, plurals and lists. */
  tag: string
  /** For dates, if another one. */
  dateTag?: string
  /** Between a name and its value, with the spaces around it, if not `: `. */
  colon?: string
  /** Whether it needs letters beyond Latin-1, which the display font does not have. */
  needsLatinExtended?: true
  /** Until a native speaker has read all texts, its pages ask for corrections. */
  isUnreviewed?: true
}

/**
 * The languages of the interface; each has a catalog in src/website/messages. English is at `/`, the others are at `/de/`,
 * `/fr/` and so on.
 */
export const locales = {
  // Dates are day first, as in 15 Nov 2026: no reader mistakes them.
  en: { name: 'English', tag: 'en-US', dateTag: 'en-GB' },
  de: { name: 'Deutsch', tag: 'de-DE' },
  fr: { name: 'Français', tag: 'fr-FR', colon: '\u00a0: ' },
  es: { name: 'Español', tag: 'es-ES' },
  pl: { name: 'Polski', tag: 'pl-PL', needsLatinExtended: true },
  it: { name: 'Italiano', tag: 'it-IT', isUnreviewed: true },
} satisfies Record<string, Language>

export type Locale = keyof typeof locales

export const defaultLocale = 'en'
export const localeNames = Object.keys(locales) as Locale[]

export const languageOf = (locale: Locale): Language => locales[locale]

/** A value for each language. */
export function byLocale<Value>(create: (locale: Locale) => Value): Record<Locale, Value> {
  return Object.fromEntries(localeNames.map(locale => [locale, create(locale)])) as Record<Locale, Value>
}

export const isLocale = (value: string): value is Locale => Object.hasOwn(locales, value)

const prefix = new RegExp(`^/(${localeNames.filter(locale => locale !== defaultLocale).join('|')})(?=[/?]|$)`)

export function localeOfUrl(url: string): Locale {
  return (prefix.exec(url)?.[1] as Locale | undefined) ?? defaultLocale
}

/** The URL that routes know. */
export function withoutLocale(url: string): string {
  const path = url.replace(prefix, '')
  return path.startsWith('/') ? path : `/${path}`
}

/** The address in a language of a path that starts with a slash. */
export function pathIn(locale: Locale, path: string): string {
  if (locale === defaultLocale) return path
  return path === '/' ? `/${locale}` : `/${locale}${path}`
}

/**
 * Pages link to each other without a language; this adds it. Quotes in text are escaped, so only attributes match.
 * Links to another language have `hreflang` in front.
 */
export function localizeLinks(html: string, locale: Locale): string {
  if (locale === defaultLocale) return html
  return html.replace(
    /(?<! hreflang="[a-z]{2}") (href|action|formaction)="\/(?!\/|assets\/)([^"]*)"/g,
    (_match, name: string, path: string) => ` ${name}="${pathIn(locale, `/${path}`)}"`,
  )
}
