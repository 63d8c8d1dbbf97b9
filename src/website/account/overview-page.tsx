import type { FastifyInstance } from 'fastify'
import type { ComponentChildren } from 'preact'
import { findOwnAccount, type OwnAccount } from '../../accounts/account-settings.ts'
import { listKeys } from '../../accounts/api-keys/queries.ts'
import type { AccountContext } from '../../accounts/context.ts'
import { planTable } from '../../accounts/plans.ts'
import { Day } from '../components/timestamp.tsx'
import { sendNotFound } from '../shell/error-pages.tsx'
import { sendPage } from '../shell/responses.tsx'
import { sessionOf } from '../shell/session-middleware.ts'

export function addOverviewPage(app: FastifyInstance, { database }: AccountContext): void {
  app.get('/account', async (request, reply) => {
    const { accountId } = sessionOf(request)
    const account = await findOwnAccount(database, accountId)
    if (!account) return sendNotFound(request, reply) // deleted after the session was loaded
    const keys = await listKeys(database, accountId)
    return sendPage(request, reply, {
      title: 'Account overview',
      content: <Overview account={account} keys={keys.length} />,
    })
  })
}

function Overview({ account, keys }: { account: OwnAccount; keys: number }) {
  return (
    <section>
      <h1>{account.name}</h1>
      {keys === 0 && (
        <p class="callout">
          You don’t have an API key yet. <a href="/account/keys">Create your first API key</a>
        </p>
      )}
      <dl class="facts">
        <Fact name="API keys" href="/account/keys" link="Manage">
          {keys === 0 ? 'None' : keys}
        </Fact>
        <Fact name="Plan" href="/account/plan" link="Change">
          {planTable[account.plan].name}
        </Fact>
        <Fact name="E-mail" href="/account/email" link={account.email ? 'Change' : 'Add'}>
          {account.email ?? 'None'}
          {account.email && !account.emailIsConfirmed && <span class="tag warn">not confirmed</span>}
        </Fact>
        <Fact name="Password" href="/account/security/password" link={account.hasPassword ? 'Change' : 'Set'}>
          {account.hasPassword ? 'Set' : 'Not set (you sign in with a provider or passkey)'}
        </Fact>
        <Fact
          name="Two-factor authentication"
          href="/account/security/second-factor"
          link={account.hasTwoFactor ? 'Manage' : 'Set up'}
        >
          {account.hasTwoFactor ? <span class="tag good">on</span> : 'Off'}
        </Fact>
        <Fact name="Your data" href="/account/data" link="Download or delete">
          API keys, usage, activity
        </Fact>
        <Fact name="Member since" href="/account/activity" link="Activity">
          <Day at={account.createdAt} />
        </Fact>
      </dl>
    </section>
  )
}

function Fact(props: { name: string; href: string; link: string; children: ComponentChildren }) {
  return (
    <div>
      <dt>{props.name}</dt>
      <dd>{props.children}</dd>
      <dd class="more">
        <a href={props.href} aria-label={`${props.link}: ${props.name}`}>
          {props.link}
        </a>
      </dd>
    </div>
  )
}
