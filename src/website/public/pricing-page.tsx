import type { FastifyInstance } from 'fastify'
import type { ComponentChildren } from 'preact'
import type { PlanPrices } from '../../accounts/billing/prices.ts'
import { type Plan, plans, planTable } from '../../accounts/plans.ts'
import { catalogCredit, catalogLicence } from '../../food/sources.ts'
import { displayPrice } from '../account/billing/price.ts'
import { Icon } from '../components/icon.tsx'
import { code, linkTo } from '../components/rich-text.tsx'
import { TableHead } from '../components/table-head.tsx'
import type { FreeLimits, WebsiteContext } from '../context.ts'
import { useFormat, useLocale, useMessages } from '../i18n/messages.ts'
import { type Messages, messages } from '../messages/compiled/index.ts'
import { sendPublicPage } from '../shell/responses.tsx'

export function addPricingPage(app: FastifyInstance, context: WebsiteContext): void {
  const { billing } = context.accounts
  app.get('/pricing', { config: { isPublic: true } }, async (request, reply) => {
    const t = messages[request.locale].public.pricing
    return sendPublicPage(request, reply, {
      title: t.title,
      description: t.description,
      canonical: `${context.catalog.websiteUrl}/pricing`,
      // Prices change at the payment provider.
      content: (
        <Pricing
          prices={billing?.getPrices()}
          requestsPerMinute={context.requestsPerMinute}
          free={context.freeLimits}
          hasContact={context.operator.contactEmail !== undefined}
          hasAccount={request.hasSessionCookie}
        />
      ),
    })
  })
}

interface PricingProps {
  /** Undefined if plans are not sold here. */
  prices: PlanPrices | undefined
  requestsPerMinute: Record<Plan, number>
  free: FreeLimits
  hasContact: boolean
  hasAccount: boolean
}

function Pricing(props: PricingProps) {
  const t = useMessages('public').pricing
  const { prices, hasContact } = props
  return (
    <div class="wrap stack-xl">
      <header class="center page-top">
        <h1 class="h-xl">{t.heading}</h1>
        <p class="muted lead-s">{t.lead}</p>
      </header>
      <ul class="plans">
        {plans.map(plan => (
          <PlanCard key={plan} plan={plan} {...props} />
        ))}
      </ul>
      <p class="center small muted">
        {t.noOverage}{' '}
        {prices === undefined &&
          (hasContact
            ? t.notSold({ contact: linkTo('/contact'), selfHosting })
            : t.notSoldWithoutContact({ selfHosting }))}
        {prices !== undefined && !(prices.pro && prices.scale) && t.pricesUnknown}
      </p>
      <ComparisonTable {...props} />
      <div class="split split-top">
        <Questions {...props} />
        <div class="stack-l">
          <Capacity {...props} />
          <section class="card stack">
            <h2 class="h-s">{t.ready}</h2>
            <p class="small muted">{t.readyText}</p>
            <p>
              <a class="btn" href="/docs">
                {t.quickStart}
              </a>
            </p>
          </section>
        </div>
      </div>
    </div>
  )
}

function PlanCard({ plan, ...props }: PricingProps & { plan: Plan }) {
  const t = useMessages('public').pricing
  const format = useFormat()
  const isPick = plan === 'pro'
  return (
    <li class={isPick ? 'plan card is-pick' : 'plan card'}>
      <div class="between">
        <h2>{planTable[plan].name}</h2>
        {isPick && <span class="badge badge-ok">{t.recommended}</span>}
      </div>
      <Price plan={plan} prices={props.prices} />
      <p class="muted small">{t.audience[plan]}</p>
      <PlanLink plan={plan} isPick={isPick} {...props} />
      <p class="rate">
        <b>{format.number(props.requestsPerMinute[plan])}</b> {t.requestsPerMinute}
      </p>
      <ul class="ticks small">
        {featuresOf(plan, props, t).map(feature => (
          <li key={feature}>
            <Icon name="check" small />
            <span>{feature}</span>
          </li>
        ))}
      </ul>
    </li>
  )
}

const selfHosting = linkTo('/docs/self-hosting')

function featuresOf(plan: Plan, { free }: PricingProps, t: Messages['public']['pricing']): string[] {
  const isFree = planTable[plan].rateLimitScope === 'address'
  const keys = [t.keyLimits, t.usage]
  if (isFree)
    return [t.perAddress, t.hourlyLimit({ requests: free.perHour }), t.allFoods, t.worksWithoutKey, ...keys]
  if (plan === 'scale') return [t.perAccount, t.everythingIn({ plan: planTable.pro.name })]
  return [t.perAccount, t.noHourlyLimit, ...(free.fairnessDelayMs > 0 ? [t.noDelay] : []), ...keys]
}

function Price({ plan, prices }: { plan: Plan; prices: PlanPrices | undefined }) {
  const t = useMessages('public').pricing
  const locale = useLocale()
  if (plan === 'starter') {
    return (
      <p class="price">
        <b>{t.free}</b> <span class="muted">{t.noCard}</span>
      </p>
    )
  }
  const price = prices && displayPrice(prices[plan], locale)
  if (price === undefined)
    return <p class="price muted">{prices === undefined ? t.setByOperator : t.priceAtCheckout}</p>
  return (
    <p class="price">
      <b>{price.amount}</b> <span class="muted">{price.per}</span>
    </p>
  )
}

function PlanLink({
  plan,
  isPick,
  prices,
  hasContact,
  hasAccount,
}: PricingProps & { plan: Plan; isPick: boolean }) {
  const t = useMessages('public').pricing
  const [href, text] =
    plan === 'starter'
      ? [hasAccount ? '/account/keys' : '/sign-up', t.getKey]
      : prices !== undefined
        ? [
            hasAccount ? '/account/plan' : '/sign-up',
            hasAccount ? t.yourPlan : t.start({ plan: planTable[plan].name }),
          ]
        : hasContact
          ? ['/contact', t.contact]
          : ['/docs/self-hosting', t.selfHost]
  return (
    <a class={isPick ? 'btn btn-primary btn-block' : 'btn btn-block'} href={href}>
      {text}
    </a>
  )
}

function ComparisonTable({ prices, requestsPerMinute, free }: PricingProps) {
  const t = useMessages('public').pricing
  const locale = useLocale()
  const { number } = useFormat()
  const scopeOf = (plan: Plan) => (planTable[plan].rateLimitScope === 'address' ? t.byAddress : t.byAccount)
  const delayOf = (plan: Plan) =>
    planTable[plan].fairnessDelay ? t.milliseconds({ ms: free.fairnessDelayMs }) : t.none
  const priceOf = (plan: Plan) => {
    if (plan === 'starter') return t.free
    const price = prices && displayPrice(prices[plan], locale)
    return price ? `${price.amount} ${price.per}` : t.priceAtCheckout
  }
  const hourOf = (plan: Plan) =>
    planTable[plan].rateLimitScope === 'address' ? number(free.perHour) : t.unlimited
  const rows: [name: string, noKey: ComponentChildren, of: (plan: Plan) => ComponentChildren][] = [
    [t.minute, number(free.anonymousPerMinute), plan => number(requestsPerMinute[plan])],
    [t.hour, number(free.perHour), hourOf],
    [t.counted, t.byAddress, scopeOf],
    [t.allFields, <Yes />, () => <Yes />],
    [t.keys, <No />, () => <Yes />],
    [t.keyOptions, <No />, () => <Yes />],
    [t.usage, <No />, () => <Yes />],
  ]
  if (free.fairnessDelayMs > 0)
    rows.splice(3, 0, [t.delay, t.milliseconds({ ms: free.fairnessDelayMs }), delayOf])
  if (prices !== undefined) rows.unshift([t.price, t.free, priceOf])
  return (
    <section class="stack">
      <h2 id="compare">{t.compare}</h2>
      {/* Scrollable regions must be focusable by keyboard. */}
      <section class="table-wrap plan-table" tabindex={0} aria-labelledby="compare">
        <table class="table">
          <TableHead columns={[t.feature, t.noKey, ...plans.map(plan => planTable[plan].name)]} />
          <tbody>
            {rows.map(([name, noKey, of]) => (
              <tr key={name}>
                <th scope="row">{name}</th>
                <td class="tnum">{noKey}</td>
                {plans.map(plan => (
                  <td key={plan} class="tnum">
                    {of(plan)}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </section>
  )
}

function Yes() {
  return (
    <>
      <Icon name="check" small />
      <span class="sr">{useMessages('public').pricing.yes}</span>
    </>
  )
}

function No() {
  return <span class="muted">{useMessages('public').pricing.no}</span>
}

function Questions({ free, prices }: PricingProps) {
  const t = useMessages('public').pricing
  return (
    <section class="stack">
      <h2>{t.questions}</h2>
      <div class="qa-list">
        <Question title={t.overLimit.question} isOpen>
          {t.overLimit.answer({ code })}
        </Question>
        {free.fairnessDelayMs > 0 && (
          <Question title={t.delayQuestion.question}>
            {t.delayQuestion.answer({ ms: free.fairnessDelayMs })}
          </Question>
        )}
        <Question title={t.commercial.question}>
          {t.commercial.answer({
            source: catalogCredit.label,
            license: catalogLicence.name,
            guide: linkTo('/docs/attribution'),
          })}
        </Question>
        <Question title={t.cache.question}>{t.cache.answer({ code })}</Question>
        <Question title={t.host.question}>{t.host.answer({ guide: selfHosting })}</Question>
        {prices !== undefined && <Question title={t.change.question}>{t.change.answer}</Question>}
      </div>
    </section>
  )
}

interface QuestionProps {
  title: string
  isOpen?: boolean
  children: ComponentChildren
}

function Question({ title, isOpen = false, children }: QuestionProps) {
  return (
    <details class="qa" open={isOpen}>
      <summary>
        {title}
        <Icon name="chevron-down" small />
      </summary>
      <p>{children}</p>
    </details>
  )
}

const requestsPerUser = 5

/** How many users the limit of each plan serves if they all use it as in the example. */
function Capacity({ requestsPerMinute, free }: PricingProps) {
  const t = useMessages('public').pricing
  const { number } = useFormat()
  const hourlyLimitOf = (plan: Plan) => {
    const perHour = 60 * requestsPerMinute[plan]
    return planTable[plan].rateLimitScope === 'address' ? Math.min(perHour, free.perHour) : perHour
  }
  return (
    <section class="card stack">
      <h2 class="h-s">{t.howMany}</h2>
      <p class="small muted">{t.example({ perUser: requestsPerUser })}</p>
      <table class="table table-plain">
        <TableHead columns={[t.plan, t.hour, t.users]} numeric={[t.hour, t.users]} />
        <tbody>
          {plans.map(plan => (
            <tr key={plan}>
              <td>{planTable[plan].name}</td>
              <td class="num">{number(hourlyLimitOf(plan))}</td>
              <td class="num">{number(Math.floor(hourlyLimitOf(plan) / requestsPerUser))}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}
