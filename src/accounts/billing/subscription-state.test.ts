import { describe, expect, it } from 'vitest'
import type { StripeSubscription } from './stripe.ts'
import {
  chargedSubscriptions,
  differs,
  isLive,
  isOutdated,
  paymentOf,
  stateOf,
} from './subscription-state.ts'
import type { StoredSubscription, SubscriptionState } from './subscriptions.ts'

const prices = { pro: 'price_pro', scale: 'price_scale' }
const periodEnd = new Date(2_000_000_000_000)

const subscribed = (id: string, changes: Partial<StripeSubscription> = {}): StripeSubscription => ({
  id,
  customer: 'cus_1',
  status: 'active',
  prices: [prices.pro],
  createdAt: new Date(1_000),
  currentPeriodEnd: periodEnd,
  cancelAtPeriodEnd: false,
  ...changes,
})
const scale = { prices: [prices.scale] }
const pastDue = { status: 'past_due' }
const canceled = { status: 'canceled' }
const otherProduct = { prices: ['price_of_another_product'] }

function granted(subscriptions: StripeSubscription[]): SubscriptionState {
  const state = stateOf(subscriptions, prices)
  if ('error' in state) throw new Error(state.message)
  return state
}

describe('the state of a customer', () => {
  it.each([
    ['active', true],
    ['trialing', true],
    ['past_due', true],
    ['unpaid', true],
    ['canceled', false],
    ['incomplete', false],
    ['incomplete_expired', false],
    ['paused', false],
  ])('a subscription that is %s grants a plan: %s', (status, isGranted) => {
    expect(isLive(subscribed('a', { status }))).toBe(isGranted)
    expect(granted([subscribed('a', { status })]).plan).toBe(isGranted ? 'pro' : null)
  })

  it.each<[string, StripeSubscription, StripeSubscription]>([
    [
      'paid over past due, even for a smaller plan',
      subscribed('a'),
      subscribed('b', { ...pastDue, ...scale }),
    ],
    ['a trial over past due', subscribed('a', { status: 'trialing' }), subscribed('b', pastDue)],
    ['past due over ended', subscribed('a', pastDue), subscribed('b', { ...canceled, ...scale })],
    ['unpaid over ended', subscribed('a', { status: 'unpaid' }), subscribed('b', canceled)],
    [
      'the larger plan over the newer one',
      subscribed('a', scale),
      subscribed('b', { createdAt: new Date(2_000) }),
    ],
    ['a plan over another product', subscribed('a'), subscribed('b', otherProduct)],
    ['the newest of the same plan', subscribed('a', { createdAt: new Date(2_000) }), subscribed('b')],
  ])('prefers %s, in any order', (_, preferred, other) => {
    expect(granted([preferred, other]).subscription?.id).toBe('a')
    expect(granted([other, preferred]).subscription?.id).toBe('a')
  })

  it('grants the larger plan of a subscription with both prices', () => {
    expect(granted([subscribed('a', { prices: [prices.pro, prices.scale] })]).plan).toBe('scale')
  })

  it('is unpaid while the payment is past due', () => {
    for (const [status, isUnpaid] of Object.entries({ active: false, past_due: true, unpaid: true })) {
      expect(granted([subscribed('a', { status })]).isUnpaid).toBe(isUnpaid)
    }
  })

  it('has no plan without subscriptions, and keeps the one that ended', () => {
    expect(granted([])).toEqual({ subscription: undefined, plan: null, isUnpaid: false })
    const ended = subscribed('a', canceled)
    expect(granted([ended, subscribed('b', canceled)])).toEqual({
      subscription: ended,
      plan: null,
      isUnpaid: false,
    })
  })

  it('lists the subscriptions that are charged, but no other products and none that ended', () => {
    const subscriptions = [
      subscribed('b', pastDue),
      subscribed('c', otherProduct),
      subscribed('a', scale),
      subscribed('d', canceled),
    ]
    expect(chargedSubscriptions(subscriptions, prices)).toEqual([
      { id: 'a', plan: 'scale' },
      { id: 'b', plan: 'pro' },
    ])
  })

  it('charges nothing without a subscription or for another product', () => {
    expect(chargedSubscriptions([], prices)).toEqual([])
    expect(chargedSubscriptions([subscribed('a', otherProduct)], prices)).toEqual([])
  })

  it('reports a live subscription with an unknown price, with the settings to correct', () => {
    expect(stateOf([subscribed('sub_9', { prices: ['price_x', 'price_y'] })], prices)).toEqual({
      error: 'conflict',
      code: 'payments_misconfigured',
      message: expect.stringMatching(
        /sub_9 has the price price_x, price_y,.*STRIPE_PRICE_PRO.*STRIPE_PRICE_SCALE.*nightly comparison/,
      ),
    })
  })
})

const stored = (changes: Partial<StoredSubscription> = {}): StoredSubscription => ({
  accountId: 1,
  subscriptionId: 'a',
  status: 'active',
  plan: 'pro',
  currentPeriodEnd: periodEnd,
  cancelAtPeriodEnd: false,
  isPastDue: false,
  ...changes,
})
const neverSubscribed = stored({ subscriptionId: null, status: 'none', plan: null, currentPeriodEnd: null })

describe('our copy', () => {
  it('is up to date if it equals the subscription at Stripe', () => {
    expect(isOutdated(stored({ currentPeriodEnd: new Date(periodEnd) }), granted([subscribed('a')]))).toBe(
      false,
    )
    expect(isOutdated(neverSubscribed, granted([]))).toBe(false)
  })

  it.each<Partial<StoredSubscription>>([
    { subscriptionId: 'b' },
    { subscriptionId: null },
    { status: 'past_due' },
    { plan: 'scale' },
    { plan: null },
    { currentPeriodEnd: new Date(1) },
    { currentPeriodEnd: null },
    { cancelAtPeriodEnd: true },
  ])('is outdated if it differs in %j', change => {
    expect(isOutdated(stored(change), granted([subscribed('a')]))).toBe(true)
  })

  it.each(['none', 'canceled', 'incomplete_expired'])(
    'needs no subscription at Stripe once it is %s',
    status => {
      expect(differs(stored({ status, plan: null }), granted([]))).toBe(false)
    },
  )

  it('differs from Stripe if it is outdated, or if Stripe no longer lists it', () => {
    expect(differs(stored(), granted([subscribed('a')]))).toBe(false)
    expect(differs(stored({ plan: 'scale' }), granted([subscribed('a')]))).toBe(true)
    expect(differs(stored(), granted([]))).toBe(true)
  })
})

describe('a payment', () => {
  const wasPastDue = stored({ isPastDue: true })
  it.each<[string, StoredSubscription, StripeSubscription[], ReturnType<typeof paymentOf>]>([
    ['failed when the subscription became past due', stored(), [subscribed('a', pastDue)], 'failed'],
    ['failed when a new subscription is past due', wasPastDue, [subscribed('b', pastDue)], 'failed'],
    ['was received when it is no longer past due', wasPastDue, [subscribed('a')], 'received'],
    ['is not reported twice', wasPastDue, [subscribed('a', pastDue)], undefined],
    ['is not reported for a subscription that was always paid', stored(), [subscribed('a')], undefined],
    ['was not received when the subscription ended', wasPastDue, [subscribed('a', canceled)], undefined],
    ['was not received for another subscription', wasPastDue, [subscribed('b')], undefined],
  ])('%s', (_, before, subscriptions, payment) => {
    expect(paymentOf(before, granted(subscriptions))).toBe(payment)
  })
})
