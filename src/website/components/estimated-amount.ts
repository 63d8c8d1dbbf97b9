// The amounts of AI estimates, which must not look more exact than they are.
import { formats } from '../i18n/format.ts'
import type { Locale } from '../i18n/locales.ts'

/** To tens of kilocalories and milligrams and to whole grams. */
export function approximate(value: number, unit: string, locale: Locale): string {
  const { number } = formats[locale]
  const step = unit === 'g' ? 1 : 10
  const rounded = Math.round(value / step) * step
  return rounded === 0 && value > 0 ? `< ${number(step)}` : `≈ ${number(rounded)}`
}
