// Each area of the website has a folder `messages` with a file for each language. English defines which messages there are;
// the others have its type, so that a missing message does not compile.
import { createContext } from 'preact'
import { useContext } from 'preact/hooks'
import { type Format, formats } from './format.ts'
import { defaultLocale, type Locale } from './locales.ts'

export type Catalog<Messages> = Readonly<Record<Locale, Messages>>

export const CurrentLocale = createContext<Locale>(defaultLocale)

/** In components. Request handlers read `catalog[request.locale]`. */
export function useMessages<Messages>(catalog: Catalog<Messages>): Messages {
  return catalog[useContext(CurrentLocale)]
}

export function useLocale(): Locale {
  return useContext(CurrentLocale)
}

export function useFormat(): Format {
  return formats[useContext(CurrentLocale)]
}
