import { expect, it } from 'vitest'
import type { StripePrice } from '../../../accounts/billing/stripe.ts'
import { formatPrice } from './price.ts'

const monthly = { isActive: true, interval: 'month', intervalCount: 1 } as const

it.each<[Partial<StripePrice>, string | undefined]>([
  [{ unitAmount: 1_900, currency: 'usd' }, '$19 per month'],
  [{ unitAmount: 1_950, currency: 'eur' }, '€19.50 per month'],
  [{ unitAmount: 2_500, currency: 'jpy', interval: 'year' }, '¥2,500 per year'],
  [{ unitAmount: 5_900, currency: 'kwd' }, 'KWD 5.900 per month'],
  [{ unitAmount: 5_040, currency: 'gbp', intervalCount: 3 }, '£50.40 every 3 months'],
  [{ unitAmount: 9_900, currency: 'chf', interval: null }, 'CHF 99'],
  [{ unitAmount: null, currency: 'usd' }, undefined],
])('%o is shown as %s', (price, text) => {
  const shown = formatPrice({ ...monthly, unitAmount: 0, currency: 'usd', ...price }, 'en')
  expect(shown?.replaceAll('\u00a0', ' ')).toBe(text)
})

it('follows the language', () => {
  const price = { ...monthly, unitAmount: 1_950, currency: 'eur', intervalCount: 3 }
  expect(formatPrice(price, 'de')?.replaceAll('\u00a0', ' ')).toBe('19,50 € alle 3 Monate')
  expect(formatPrice(price, 'pl')?.replaceAll('\u00a0', ' ')).toBe('19,50 € co 3 miesiące')
})

it('an unknown price is not shown', () => expect(formatPrice(undefined, 'en')).toBeUndefined())
