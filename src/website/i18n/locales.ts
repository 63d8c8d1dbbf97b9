/** The languages of the interface. English is at `/`, the others are at `/de/`, `/fr/` and so on. */
export const locales = {
  en: { name: 'English', tag: 'en-US' },
  de: { name: 'Deutsch', tag: 'de-DE' },
  fr: { name: 'Français', tag: 'fr-FR' },
  es: { name: 'Español', tag: 'es-ES' },
  pl: { name: 'Polski', tag: 'pl-PL' },
} as const

export type Locale = keyof typeof locales

export const defaultLocale = 'en'
export const localeNames = Object.keys(locales) as Locale[]

export const isLocale = (value: string): value is Locale => Object.hasOwn(locales, value)

const prefix = /^\/(de|fr|es|pl)(?=[/?]|$)/

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
