// Errors of accounts in the language of the reader.
import type { AccountError, AccountErrorTexts } from '../../accounts/account-error.ts'
import type { Locale } from '../i18n/locales.ts'
import { messages } from '../messages/compiled/index.ts'

export type ShownError = Pick<AccountError, 'code' | 'parameters'>

const minSecondsInMinutes = 120

export function accountErrorText(locale: Locale, { code, parameters }: ShownError): string {
  const { too_many_attempts_minutes, ...rest } = messages[locale].accountErrors
  const texts: AccountErrorTexts = {
    ...rest,
    too_many_attempts: ({ seconds }) =>
      seconds < minSecondsInMinutes
        ? rest.too_many_attempts({ seconds })
        : too_many_attempts_minutes({ minutes: Math.ceil(seconds / 60) }),
  }
  const text = texts[code]
  return typeof text === 'string' ? text : (text as (values: unknown) => string)(parameters)
}
