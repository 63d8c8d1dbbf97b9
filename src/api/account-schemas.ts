// What the account and billing routes answer.
import Type, { type TSchema } from 'typebox'
import { plans } from '../accounts/plans.ts'

const nullable = <Schema extends TSchema>(schema: Schema) => Type.Union([schema, Type.Null()])
const moment = (description: string) => Type.String({ format: 'date-time', description })
const plan = (description: string) => Type.Enum(plans, { type: 'string', description })
const named = (name: string) => ({ $id: name, title: name, additionalProperties: false })

export const AccountSchema = Type.Object(
  {
    id: Type.Integer(),
    name: Type.String(),
    email: nullable(Type.String()),
    email_confirmed: Type.Boolean(),
    second_factor: Type.Boolean({ description: 'Whether signing in asks for a six-digit code' }),
    plan: plan('The plan in force'),
    requests_per_minute: Type.Integer(),
    rate_limit_scope: Type.Enum(['address', 'account'], { type: 'string' }),
    created_at: moment('When the account was made'),
  },
  named('Account'),
)

const keyMembers = {
  id: Type.Integer(),
  kind: Type.Enum(['account', 'named'], { type: 'string' }),
  name: Type.String(),
  scope: Type.Enum(['read', 'full'], { type: 'string' }),
  prefix: Type.String({ description: 'How the key begins' }),
  last_four: Type.String({ description: 'How it ends' }),
  cap_per_minute: nullable(Type.Integer({ description: 'Requests a minute of this key alone' })),
  expires_at: nullable(moment('The last moment it works')),
  created_at: moment('When it was made'),
  last_used_at: nullable(moment('To within some ten seconds')),
  rotated_at: nullable(moment('When it got its present secret')),
  previous_secret_expires_at: nullable(moment('Until when the secret before works too')),
}

export const KeySchema = Type.Object(keyMembers, named('Key'))

export const NewKeySchema = Type.Object(
  { ...keyMembers, key: Type.String({ description: 'The key itself: shown now and never again' }) },
  named('NewKey'),
)

export const UsageSchema = Type.Object(
  {
    days: Type.Integer(),
    requests: Type.Integer({ description: 'All of them together' }),
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
        { additionalProperties: false },
      ),
    ),
  },
  named('Usage'),
)

export const AuditEntrySchema = Type.Object(
  {
    id: Type.Integer(),
    occurred_at: moment('When'),
    actor: Type.String({ description: 'owner, account key, operator, billing or unknown' }),
    action: Type.String(),
    subject: nullable(Type.String({ description: 'What it was done to' })),
    ip_address: nullable(Type.String({ description: 'IP address the request came from' })),
  },
  named('AuditEntry'),
)

export const SessionSchema = Type.Object(
  {
    id: Type.Integer(),
    created_at: moment('When the owner signed in'),
    last_seen_at: moment('When it was last used, to within some minutes'),
    expires_at: moment('When it ends at the latest'),
    ip_address: Type.String(),
    user_agent: Type.String(),
  },
  named('Session'),
)

export const AccountDataSchema = Type.Object(
  {},
  { $id: 'AccountData', title: 'AccountData', description: 'All that is held of the account; no secrets' },
)

export const PlanSchema = Type.Object(
  {
    plan: plan('What checkout takes'),
    name: Type.String(),
    requests_per_minute: Type.Integer(),
    rate_limit_scope: Type.Enum(['address', 'account'], { type: 'string' }),
    fairness_delay: Type.Boolean({ description: 'Whether reads wait a little' }),
    usd_cents_per_month: Type.Integer(),
    available: Type.Boolean({ description: 'Whether checkout takes it here' }),
  },
  named('Plan'),
)

export const SubscriptionSchema = Type.Object(
  {
    plan: plan('The plan in force'),
    plan_until: nullable(moment('Unless it is paid by then, the account is on Starter')),
    status: nullable(Type.String({ description: 'In the words of the payment service; null: none' })),
    current_period_end: nullable(moment('When it renews, or ends')),
    cancel_at_period_end: Type.Boolean(),
    past_due_since: nullable(moment('When a payment failed')),
  },
  named('Subscription'),
)

export const PageAddressSchema = Type.Object(
  { url: Type.String({ description: 'Open it in a browser' }) },
  named('PageAddress'),
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
  PageAddressSchema,
]
