import type { StripePrice } from '../../../accounts/billing/stripe.ts'
import { type Locale, locales } from '../../i18n/locales.ts'
import { messages } from '../../messages/compiled/index.ts'

/** Currencies that Stripe counts in whole units or in thousandths: https://docs.stripe.com/currencies */
const wholeUnits = new Set('bif clp djf gnf jpy kmf krw mga pyg rwf vnd vuv xaf xof xpf'.split(' '))
const thousandths = new Set('bhd jod kwd omr tnd'.split(' '))

export interface DisplayedPrice {
  /** Such as $19. */
  amount: string
  /** Such as “per month”; empty for a single payment. */
  per: string
}

/** Undefined if the amount is not known. */
export function displayPrice(price: StripePrice | undefined, locale: Locale): DisplayedPrice | undefined {
  if (price?.unitAmount == null) return undefined
  const { unitAmount, currency, interval, intervalCount } = price
  const digits = wholeUnits.has(currency) ? 0 : thousandths.has(currency) ? 3 : 2
  const amount = new Intl.NumberFormat(locales[locale].tag, {
    style: 'currency',
    currency,
    minimumFractionDigits: digits,
    trailingZeroDisplay: 'stripIfInteger',
  }).format(unitAmount / 10 ** digits)
  const { per, every } = messages[locale].account
  const unit = interval as keyof typeof per | null
  if (unit === null) return { amount, per: '' }
  return { amount, per: intervalCount === 1 ? per[unit] : every[unit]({ count: intervalCount }) }
}

/** Such as `$19 per month` or `€50.40 every 3 months`; undefined if the amount is not known. */
export function formatPrice(price: StripePrice | undefined, locale: Locale): string | undefined {
  const parts = displayPrice(price, locale)
  return parts && `${parts.amount} ${parts.per}`.trim()
}
