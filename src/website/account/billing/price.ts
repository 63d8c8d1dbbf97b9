import type { StripePrice } from '../../../accounts/billing/stripe.ts'

/** Currencies that Stripe counts in whole units or in thousandths: https://docs.stripe.com/currencies */
const wholeUnits = new Set('bif clp djf gnf jpy kmf krw mga pyg rwf vnd vuv xaf xof xpf'.split(' '))
const thousandths = new Set('bhd jod kwd omr tnd'.split(' '))

/** Such as `$19 per month` or `€50.40 every 3 months`; undefined if the amount is not known. */
export function formatPrice(price: StripePrice | undefined): string | undefined {
  if (price?.unitAmount == null) return undefined
  const { unitAmount, currency, interval, intervalCount } = price
  const digits = wholeUnits.has(currency) ? 0 : thousandths.has(currency) ? 3 : 2
  const amount = new Intl.NumberFormat('en-US', {
    style: 'currency',
    currency,
    minimumFractionDigits: digits,
    trailingZeroDisplay: 'stripIfInteger',
  }).format(unitAmount / 10 ** digits)
  if (interval === null) return amount
  return intervalCount === 1 ? `${amount} per ${interval}` : `${amount} every ${intervalCount} ${interval}s`
}
