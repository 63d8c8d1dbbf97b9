// Errors of accounts in the language of the reader. English is what the errors say themselves.
import type { AccountError, AccountErrorTexts } from '../../../accounts/account-error.ts'
import type { Locale } from '../../i18n/locales.ts'
import { de } from './de.ts'
import { es } from './es.ts'
import { fr } from './fr.ts'
import { pl } from './pl.ts'

export type ShownError = Pick<AccountError, 'code' | 'parameters' | 'message'>

export const accountErrorTexts: Record<Exclude<Locale, 'en'>, AccountErrorTexts> = { de, fr, es, pl }

export function accountErrorText(locale: Locale, { code, parameters, message }: ShownError): string {
  if (locale === 'en') return message
  const text = accountErrorTexts[locale][code]
  return typeof text === 'string' ? text : (text as (values: unknown) => string)(parameters)
}
