// The list of API keys, the form for a new one, and the account key.

import type { FastifyInstance } from 'fastify'
import type { AccountError } from '../../../accounts/account-error.ts'
import { findOwnAccount } from '../../../accounts/account-settings.ts'
import { createNamedKey, maxNamedKeys, rotateAccountKey } from '../../../accounts/api-keys/api-keys.ts'
import { type Key, listKeys } from '../../../accounts/api-keys/queries.ts'
import { ownerActor } from '../../../accounts/client-info.ts'
import type { AccountContext } from '../../../accounts/context.ts'
import { type Plan, planTable } from '../../../accounts/plans.ts'
import { requireReauthentication } from '../../../accounts/sign-in/reauthentication.ts'
import { Crumbs } from '../../components/crumbs.tsx'
import { Icon } from '../../components/icon.tsx'
import { TableHead } from '../../components/table-head.tsx'
import type { WebsiteCatalog } from '../../context.ts'
import type { Locale } from '../../i18n/locales.ts'
import { useFormat, useMessages } from '../../i18n/messages.ts'
import { type Messages, messages } from '../../messages/compiled/index.ts'
import { sendNotFound } from '../../shell/error-pages.tsx'
import { Form, type Problem } from '../../shell/form.tsx'
import { type Page, sendFormError, sendPage } from '../../shell/responses.tsx'
import { sessionOf } from '../../shell/session-middleware.ts'
import {
  type Confirmation,
  Confirmed,
  confirmationScripts,
  findConfirmation,
  ReauthenticationField,
  readCredentials,
  reauthenticationProblem,
} from '../reauthentication.tsx'
import { capProblem, type KeyFormValues, KeyLimits, KeyName, KeyScope, readKeyForm } from './key-form.tsx'
import { KeyStatus, maskedKey } from './key-status.tsx'
import { newKeyPage } from './new-key-page.tsx'

export function addKeyListPages(
  app: FastifyInstance,
  context: AccountContext,
  { apiUrl }: Pick<WebsiteCatalog, 'apiUrl'>,
  requestsPerMinute: Record<Plan, number>,
): void {
  const { database, secret } = context
  const keyContext = { database, secret, requestsPerMinute }

  app.get('/account/keys', async (request, reply) => {
    const account = await findOwnAccount(database, sessionOf(request).accountId)
    if (!account) return sendNotFound(request, reply) // deleted after the session was loaded
    const keys = await listKeys(database, account.id)
    return sendPage(request, reply, {
      title: messages[request.locale].account.apiKeys,
      area: 'app',
      content: <Keys keys={keys} plan={account.plan} perMinute={requestsPerMinute[account.plan]} />,
    })
  })

  app.get('/account/keys/new', async (request, reply) =>
    sendPage(request, reply, createKeyPage(request.locale, await findConfirmation(context, request))),
  )
  app.post('/account/keys', async (request, reply) => {
    const { accountId } = sessionOf(request)
    const { locale } = request
    const { values, input, problem } = readKeyForm(request)
    const by = await findConfirmation(context, request)
    const rejected = (reason: Problem) => createKeyPage(locale, by, values, reason)
    if (problem) return sendFormError(request, reply, { error: 'invalid' }, rejected(problem))
    const error = await requireReauthentication(context, accountId, readCredentials(request), request.visitor)
    if (error) return sendFormError(request, reply, error, rejected(reauthenticationProblem(error, by)))
    const key = await createNamedKey(keyContext, accountId, input, ownerActor(request.visitor))
    const t = messages[locale].account
    if (!('error' in key)) return sendPage(request, reply, newKeyPage(key, t.newKeyTitle, apiUrl))
    if (key.error === 'cap_above_plan')
      return sendFormError(request, reply, { error: 'invalid' }, rejected(capProblem(key, locale)))
    const conflict = createKeyProblems(t)[key.error]
    return sendFormError(request, reply, { error: 'taken' }, rejected(conflict))
  })

  app.get('/account/keys/account', async (request, reply) =>
    sendPage(request, reply, accountKeyPage(request.locale, await findConfirmation(context, request))),
  )
  app.post('/account/keys/account', async (request, reply) => {
    const { accountId } = sessionOf(request)
    const by = await findConfirmation(context, request)
    const error = await requireReauthentication(context, accountId, readCredentials(request), request.visitor)
    if (error) return sendFormError(request, reply, error, accountKeyPage(request.locale, by, error))
    const key = await rotateAccountKey(database, secret, accountId, ownerActor(request.visitor))
    if (!key) return sendNotFound(request, reply) // deleted after the session was loaded
    const { newAccountKeyTitle } = messages[request.locale].account
    return sendPage(request, reply, newKeyPage(key, newAccountKeyTitle, apiUrl))
  })
}

function createKeyProblems({
  errors,
}: Messages['account']): Record<'account_not_found' | 'name_taken' | 'too_many_keys', Problem> {
  return {
    account_not_found: { text: errors.accountDeleted },
    name_taken: { field: 'name', text: errors.nameTaken },
    too_many_keys: { text: errors.tooManyKeys({ max: maxNamedKeys }) },
  }
}

interface KeysProps {
  keys: Key[]
  plan: Plan
  perMinute: number
}

function Keys({ keys, plan, perMinute }: KeysProps) {
  const t = useMessages('account')
  const format = useFormat()
  const accountKey = keys.find(({ kind }) => kind === 'account')
  const limit = format.number(perMinute)
  const isPerAddress = planTable[plan].rateLimitScope === 'address'
  return (
    <>
      <div class="between">
        <div>
          <h1>{t.apiKeys}</h1>
          <p class="muted">{isPerAddress ? t.keysAddressLimit({ limit }) : t.keysShareLimit({ limit })}</p>
        </div>
        <CreateKeyLink />
      </div>
      {keys.length === 0 ? (
        <div class="empty">
          <h2>{t.noKeys}</h2>
          <p>{t.noKeysText}</p>
        </div>
      ) : (
        <KeyTable keys={keys} />
      )}
      <div class="note">
        <Icon name="info" />
        <p>
          {t.sendKeyAs} <code>Authorization: Bearer …</code>. {t.neverPublish}{' '}
          <a href="/docs/api-keys">{t.keepKeysSafe}</a>
        </p>
      </div>
      <section class="card between">
        <div class="grow">
          <h2 class="h-s">{t.accountKey}</h2>
          <p class="muted">{t.accountKeyText}</p>
        </div>
        <a class="btn" href="/account/keys/account">
          {accountKey ? t.replaceAccountKey : t.createAccountKey}
        </a>
      </section>
    </>
  )
}

function CreateKeyLink() {
  const t = useMessages('account')
  return (
    <a class="btn btn-primary" href="/account/keys/new">
      <Icon name="plus" small />
      {t.createKey}
    </a>
  )
}

function KeyTable({ keys }: { keys: Key[] }) {
  const t = useMessages('account')
  return (
    <div class="table-wrap">
      <table class="table table-stack">
        <TableHead columns={[t.name, t.key, t.permissions, t.limit, t.lastUsed, t.status, '']} />
        <tbody>
          {keys.map(key => (
            <KeyRow key={key.id} of={key} />
          ))}
        </tbody>
      </table>
    </div>
  )
}

function KeyRow({ of: key }: { of: Key }) {
  const t = useMessages('account')
  const format = useFormat()
  const name = key.kind === 'account' ? t.accountKey : key.name
  const path = `/account/keys/${key.id}`
  return (
    <tr>
      <th scope="row">{key.kind === 'named' ? <a href={path}>{name}</a> : name}</th>
      <td data-h={t.key}>
        <span class="mono">{maskedKey(key)}</span>
      </td>
      <td data-h={t.permissions}>{key.scope === 'read' ? t.readOnly : t.fullAccess}</td>
      <td data-h={t.limit}>
        {key.cap_per_minute === null
          ? t.planLimit
          : t.perMinute({ limit: format.number(key.cap_per_minute) })}
      </td>
      <td data-h={t.lastUsed}>{key.last_used_at ? format.dateTime(key.last_used_at) : t.never}</td>
      <td data-h={t.status}>
        <KeyStatus of={key} />
      </td>
      <td class="actions">
        <details class="row-menu">
          <summary aria-label={t.actions({ name })}>
            <Icon name="ellipsis" />
          </summary>
          <ul class="menu">
            {key.kind === 'named' ? (
              <>
                <li>
                  <a href={path}>
                    <Icon name="pencil" small />
                    {t.editKey}
                  </a>
                </li>
                <li>
                  <a href={`${path}/rotate`}>
                    <Icon name="refresh-cw" small />
                    {t.rotateKey}
                  </a>
                </li>
              </>
            ) : (
              <li>
                <a href="/account/keys/account">
                  <Icon name="refresh-cw" small />
                  {t.replaceKey}
                </a>
              </li>
            )}
            <li>
              <a class="danger" href={`${path}/revoke`}>
                <Icon name="trash-2" small />
                {t.revoke}
              </a>
            </li>
          </ul>
        </details>
      </td>
    </tr>
  )
}

function createKeyPage(locale: Locale, by: Confirmation, values?: KeyFormValues, problem?: Problem): Page {
  const t = messages[locale].account
  return {
    title: t.createKey,
    area: 'app',
    scripts: confirmationScripts(by),
    content: (
      <section class="form-page stack">
        <Crumbs trail={[{ name: t.apiKeys, href: '/account/keys' }, { name: t.createKey }]} />
        <h1>{t.createKey}</h1>
        <div class="card stack">
          <Confirmed by={by} returnTo="/account/keys/new">
            <Form id="key" action="/account/keys" submit={t.submitNewKey} problem={problem}>
              <KeyName value={values?.name} />
              <KeyScope value={values?.scope} />
              <KeyLimits expires={values?.expires} cap={values?.cap} />
              <ReauthenticationField by={by} />
            </Form>
          </Confirmed>
        </div>
      </section>
    ),
  }
}

function accountKeyPage(locale: Locale, by: Confirmation, error?: AccountError): Page {
  const t = messages[locale].account
  return {
    title: t.accountKey,
    area: 'app',
    scripts: confirmationScripts(by),
    content: (
      <section class="form-page stack">
        <Crumbs trail={[{ name: t.apiKeys, href: '/account/keys' }, { name: t.accountKey }]} />
        <h1>{t.createAccountKey}</h1>
        <p class="muted">{t.accountKeyReplaced}</p>
        <div class="card stack">
          <Confirmed by={by} returnTo="/account/keys/account">
            <Form
              id="account-key"
              action="/account/keys/account"
              submit={t.createAccountKey}
              problem={error && reauthenticationProblem(error, by)}
            >
              <ReauthenticationField by={by} />
            </Form>
          </Confirmed>
        </div>
      </section>
    ),
  }
}
