import { createContext } from 'preact'
import { useContext } from 'preact/hooks'
import { type Messages, messages } from '../messages/compiled/index.ts'
import { type Format, formats } from './format.ts'
import { defaultLocale, type Locale } from './locales.ts'

export const CurrentLocale = createContext<Locale>(defaultLocale)

/** In components. Request handlers read `messages[request.locale]`. */
export function useMessages<Area extends keyof Messages>(area: Area): Messages[Area] {
  return messages[useContext(CurrentLocale)][area]
}

export function useLocale(): Locale {
  return useContext(CurrentLocale)
}

export function useFormat(): Format {
  return formats[useContext(CurrentLocale)]
}
