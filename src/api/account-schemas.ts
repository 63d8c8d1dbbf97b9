// Response schemas of the account and billing routes.
import Type from 'typebox'
import { plans, planTable } from '../accounts/plans.ts'
import { nullable } from '../food/food.ts'

const timestamp = (description: string) => Type.String({ format: 'date-time', description })
const plan = (description: string) => Type.Enum(plans, { type: 'string', description })
const named = (name: string, example: object) => ({ $id: name, title: name, examples: [example] })

export const AccountSchema = Type.Object(
  {
    id: Type.Integer(),
    name: Type.String(),
    email: nullable(Type.String()),
    email_confirmed: Type.Boolean(),
    two_factor_enabled: Type.Boolean({ description: 'Whether two-factor authentication is on' }),
    plan: plan('The current plan'),
    requests_per_minute: Type.Integer({ description: 'Rate limit of the plan' }),
    rate_limit_scope: Type.Enum(['address', 'account'], {
      type: 'string',
      description: 'Whether the limit is shared by an IP address or by all keys of the account',
    }),
    created_at: timestamp('When the account was created'),
  },
  named('Account', {
    id: 12,
    name: 'acme',
    email: 'dev@acme.example',
    email_confirmed: true,
    two_factor_enabled: false,
    plan: 'pro',
    requests_per_minute: planTable.pro.requestsPerMinute,
    rate_limit_scope: planTable.pro.rateLimitScope,
    created_at: '2026-08-03T09:12:44.000Z',
  }),
)

const keyFields = {
  id: Type.Integer(),
  kind: Type.Enum(['account', 'named'], { type: 'string' }),
  name: Type.String(),
  scope: Type.Enum(['read', 'full'], { type: 'string' }),
  prefix: Type.String({ description: 'The first characters of the key' }),
  last_four: Type.String({ description: 'The last four characters of the key' }),
  cap_per_minute: nullable(Type.Integer({ description: 'Rate limit of this key in requests per minute' })),
  expires_at: nullable(timestamp('When the key expires')),
  created_at: timestamp('When the key was created'),
  last_used_at: nullable(timestamp('When the key was last used, accurate to about ten seconds')),
  rotated_at: nullable(timestamp('When the secret was last rotated')),
  previous_secret_expires_at: nullable(timestamp('End of the grace period of the previous secret')),
}

const exampleKey = {
  id: 7,
  kind: 'named',
  name: 'ci',
  scope: 'read',
  prefix: 'larder_read',
  last_four: 'x7Tb',
  cap_per_minute: 100,
  expires_at: '2027-01-31T00:00:00.000Z',
  created_at: '2026-08-03T09:20:01.000Z',
  last_used_at: null,
  rotated_at: null,
  previous_secret_expires_at: null,
}

export const KeySchema = Type.Object(keyFields, named('Key', exampleKey))

export const NewKeySchema = Type.Object(
  { ...keyFields, key: Type.String({ description: 'The key itself, shown only in this response' }) },
  named('NewKey', { ...exampleKey, key: 'larder_read_…x7Tb' }),
)

export const UsageSchema = Type.Object(
  {
    days: Type.Integer(),
    requests: Type.Integer({ description: 'Total number of requests' }),
    usage: Type.Array(
      Type.Object(
        {
          day: Type.String({ format: 'date', description: 'In UTC' }),
          endpoint: Type.String(),
          status: Type.Integer(),
          key_id: Type.Integer(),
          key_name: nullable(Type.String()),
          requests: Type.Integer(),
        },
        { title: 'UsageEntry' },
      ),
    ),
  },
  named('Usage', {
    days: 1,
    requests: 42,
    usage: [{ day: '2026-11-16', endpoint: '/search', status: 200, key_id: 7, key_name: 'ci', requests: 42 }],
  }),
)

export const AuditEntrySchema = Type.Object(
  {
    id: Type.Integer(),
    occurred_at: timestamp('When it happened'),
    actor: Type.String({ description: 'owner, account key, operator, billing, system or unknown' }),
    action: Type.String(),
    subject: nullable(Type.String({ description: 'What the action was applied to' })),
    ip_address: nullable(Type.String({ description: 'IP address the request came from' })),
  },
  named('AuditEntry', {
    id: 318,
    occurred_at: '2026-08-03T09:20:01.000Z',
    actor: 'account key',
    action: 'key created',
    subject: 'ci',
    ip_address: '203.0.113.9',
  }),
)

export const SessionSchema = Type.Object(
  {
    id: Type.Integer(),
    created_at: timestamp('When the owner signed in'),
    last_seen_at: timestamp('When the session was last used, accurate to about five minutes'),
    expires_at: timestamp('When the session expires at the latest'),
    ip_address: Type.String(),
    user_agent: Type.String(),
  },
  named('Session', {
    id: 55,
    created_at: '2026-11-16T08:00:00.000Z',
    last_seen_at: '2026-11-16T08:35:00.000Z',
    expires_at: '2026-12-16T08:00:00.000Z',
    ip_address: '203.0.113.9',
    user_agent: 'Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0',
  }),
)

export const AccountDataSchema = Type.Object(
  {},
  {
    $id: 'AccountData',
    title: 'AccountData',
    description: 'All data stored about the account, without secrets',
    additionalProperties: true,
    examples: [{ account: { id: 12, name: 'acme', plan: 'pro' }, keys: [], sessions: [], usage: [] }],
  },
)

export const PlanSchema = Type.Object(
  {
    plan: plan('Identifier of the plan, as used by checkout'),
    name: Type.String(),
    requests_per_minute: Type.Integer({ description: 'Rate limit of the plan' }),
    rate_limit_scope: Type.Enum(['address', 'account'], {
      type: 'string',
      description: 'Whether the limit is shared by an IP address or by all keys of the account',
    }),
    fairness_delay: Type.Boolean({ description: 'Whether reads are delayed slightly' }),
    price: nullable(
      Type.Object(
        {
          unit_amount: Type.Integer({
            description: 'In the smallest unit of the currency, such as cents, as in Stripe',
          }),
          currency: Type.String({ description: 'ISO 4217 code in lower case' }),
          interval: Type.String({ description: 'How often it is charged: day, week, month or year' }),
          interval_count: Type.Integer({ description: '3 with the interval month: every three months' }),
        },
        {
          title: 'Price',
          description: 'Null for the free plan, and while the price is not known',
        },
      ),
    ),
    available: Type.Boolean({ description: 'Whether the plan can be bought on this server' }),
  },
  named('Plan', {
    plan: 'pro',
    name: planTable.pro.name,
    requests_per_minute: planTable.pro.requestsPerMinute,
    rate_limit_scope: planTable.pro.rateLimitScope,
    fairness_delay: planTable.pro.fairnessDelay,
    price: { unit_amount: 1_900, currency: 'eur', interval: 'month', interval_count: 1 },
    available: true,
  }),
)

export const SubscriptionSchema = Type.Object(
  {
    plan: plan('The current plan'),
    plan_expires_at: nullable(
      timestamp('When the account falls back to Starter unless Stripe reports another payment'),
    ),
    status: nullable(Type.String({ description: 'Status at Stripe; null without a subscription' })),
    current_period_end: nullable(timestamp('When the subscription renews or ends')),
    cancel_at_period_end: Type.Boolean({ description: 'Whether the subscription ends instead of renewing' }),
    past_due_since: nullable(timestamp('When the last payment failed')),
  },
  named('Subscription', {
    plan: 'pro',
    plan_expires_at: '2026-12-20T00:00:00.000Z',
    status: 'active',
    current_period_end: '2026-12-16T00:00:00.000Z',
    cancel_at_period_end: false,
    past_due_since: null,
  }),
)

export const RedirectUrlSchema = Type.Object(
  { url: Type.String({ description: 'URL to open in a browser' }) },
  named('RedirectUrl', { url: 'https://checkout.stripe.com/c/pay/cs_example' }),
)

export const accountSchemas = [
  AccountSchema,
  KeySchema,
  NewKeySchema,
  UsageSchema,
  AuditEntrySchema,
  SessionSchema,
  AccountDataSchema,
  PlanSchema,
  SubscriptionSchema,
  RedirectUrlSchema,
]
