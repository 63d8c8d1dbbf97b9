// Pages of a single API key: edit, rotate, revoke.

import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { AccountError } from '../../../accounts/account-error.ts'
import {
  maxRotationOverlapSeconds,
  revokeKey,
  rotateKey,
  updateKey,
} from '../../../accounts/api-keys/api-keys.ts'
import { findKey, type Key } from '../../../accounts/api-keys/queries.ts'
import { ownerActor } from '../../../accounts/client-info.ts'
import type { AccountContext } from '../../../accounts/context.ts'
import type { Plan } from '../../../accounts/plans.ts'
import { requireReauthentication } from '../../../accounts/sign-in/reauthentication.ts'
import { Crumbs } from '../../components/crumbs.tsx'
import { Icon } from '../../components/icon.tsx'
import type { WebsiteCatalog } from '../../context.ts'
import { formats } from '../../i18n/format.ts'
import type { Locale } from '../../i18n/locales.ts'
import { type Messages, messages } from '../../messages/compiled/index.ts'
import { sendNotFound } from '../../shell/error-pages.tsx'
import { Form, type Problem, Select } from '../../shell/form.tsx'
import { readForm, readId } from '../../shell/form-input.ts'
import { type Page, redirect, sendFormError, sendPage } from '../../shell/responses.tsx'
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
import { capProblem, type KeyFormValues, KeyLimits, KeyName, readKeyForm } from './key-form.tsx'
import { maskedKey } from './key-status.tsx'
import { newKeyPage } from './new-key-page.tsx'

export function addKeyPages(
  app: FastifyInstance,
  context: AccountContext,
  { apiUrl }: Pick<WebsiteCatalog, 'apiUrl'>,
  requestsPerMinute: Record<Plan, number>,
): void {
  const { database, secret } = context
  const find = (request: FastifyRequest) => findKey(database, sessionOf(request).accountId, readId(request))

  app.get('/account/keys/:id', async (request, reply) => {
    const key = await find(request)
    return key?.kind === 'named'
      ? sendPage(request, reply, keyPage(request.locale, key))
      : sendNotFound(request, reply)
  })

  app.post('/account/keys/:id', async (request, reply) => {
    const key = await find(request)
    if (key?.kind !== 'named') return sendNotFound(request, reply)
    const { values, input, problem } = readKeyForm(request)
    const { name, expiresAt, capPerMinute } = input
    const { accountId } = sessionOf(request)
    const { locale } = request
    const rejected = (reason: Problem) => keyPage(locale, key, values, reason)
    if (problem) return sendFormError(request, reply, { error: 'invalid' }, rejected(problem))
    // A cap that was allowed on an earlier plan may stay, so one that was not edited is no change.
    const newCap = capPerMinute === key.cap_per_minute ? undefined : capPerMinute
    const changes = { name, expiresAt, capPerMinute: newCap }
    const updated = await updateKey(
      { database, requestsPerMinute },
      accountId,
      key.id,
      changes,
      ownerActor(request.visitor),
    )
    if (!('error' in updated)) return redirect(reply, '/account/keys', 'key-updated')
    if (updated.error === 'cap_above_plan')
      return sendFormError(request, reply, { error: 'invalid' }, rejected(capProblem(updated, locale)))
    if (updated.error !== 'name_taken') return sendNotFound(request, reply)
    const nameTaken = { field: 'name', text: messages[locale].account.errors.nameTaken }
    return sendFormError(request, reply, { error: 'taken' }, rejected(nameTaken))
  })

  app.get('/account/keys/:id/rotate', async (request, reply) => {
    const key = await find(request)
    if (key?.kind !== 'named') return sendNotFound(request, reply)
    return sendPage(request, reply, rotatePage(request.locale, key, await findConfirmation(context, request)))
  })
  app.post('/account/keys/:id/rotate', async (request, reply) => {
    const { accountId } = sessionOf(request)
    const key = await find(request)
    if (key?.kind !== 'named') return sendNotFound(request, reply)
    const by = await findConfirmation(context, request)
    const error = await requireReauthentication(context, accountId, readCredentials(request), request.visitor)
    if (error) return sendFormError(request, reply, error, rotatePage(request.locale, key, by, error))
    const chosen = Number(readForm(request, 'overlap').overlap)
    const seconds = overlapSeconds.includes(chosen) ? chosen : 0
    const rotated = await rotateKey(database, secret, accountId, key.id, seconds, ownerActor(request.visitor))
    if ('error' in rotated) return sendNotFound(request, reply)
    return sendPage(
      request,
      reply,
      newKeyPage(rotated, messages[request.locale].account.rotatedTitle({ name: rotated.name }), apiUrl),
    )
  })

  app.get('/account/keys/:id/revoke', async (request, reply) => {
    const key = await find(request)
    return key ? sendPage(request, reply, revokePage(request.locale, key)) : sendNotFound(request, reply)
  })
  app.post('/account/keys/:id/revoke', async (request, reply) => {
    const { accountId } = sessionOf(request)
    const isRevoked = await revokeKey(database, accountId, readId(request), ownerActor(request.visitor))
    return isRevoked ? redirect(reply, '/account/keys', 'key-revoked') : sendNotFound(request, reply)
  })
}

const overlapSeconds = [0, 3_600, 21_600, maxRotationOverlapSeconds]

function overlapOptions({ overlaps }: Messages['account']): { value: string; label: string }[] {
  const labels = [overlaps.now, overlaps.hour, overlaps.sixHours, overlaps.day]
  return overlapSeconds.map((seconds, index) => ({ value: String(seconds), label: labels[index] ?? '' }))
}

const keysCrumb = (t: Messages['account']) => ({ name: t.apiKeys, href: '/account/keys' })

function keyPage(locale: Locale, key: Key, values?: KeyFormValues, problem?: Problem): Page {
  const t = messages[locale].account
  const format = formats[locale]
  return {
    title: key.name,
    area: 'app',
    content: (
      <section class="form-page stack">
        <Crumbs trail={[keysCrumb(t), { name: key.name }]} />
        <h1>{key.name}</h1>
        <dl class="pairs">
          <div>
            <dt>{t.key}</dt>
            <dd class="mono">{maskedKey(key)}</dd>
          </div>
          <div>
            <dt>{t.permissions}</dt>
            <dd>{key.scope === 'read' ? t.readOnly : t.fullAccess}</dd>
          </div>
          <div>
            <dt>{t.created}</dt>
            <dd>{format.dateTime(key.created_at)}</dd>
          </div>
          <div>
            <dt>{t.lastUsed}</dt>
            <dd>{key.last_used_at ? format.dateTime(key.last_used_at) : t.never}</dd>
          </div>
        </dl>
        {key.previous_secret_expires_at && (
          <div class="note">
            <Icon name="info" />
            <p>{t.oldKeyUntil({ until: format.dateTime(key.previous_secret_expires_at) })}</p>
          </div>
        )}
        <div class="card">
          <Form id="change" action={`/account/keys/${key.id}`} submit={t.saveChanges} problem={problem}>
            <KeyName value={values?.name ?? key.name} />
            <KeyLimits
              expires={values?.expires ?? key.expires_at?.toISOString().slice(0, 10)}
              cap={values?.cap ?? key.cap_per_minute?.toString()}
            />
          </Form>
        </div>
        <p class="cluster">
          <a class="btn" href={`/account/keys/${key.id}/rotate`}>
            {t.rotateKey}
          </a>
          <a class="btn btn-danger" href={`/account/keys/${key.id}/revoke`}>
            {t.revoke}
          </a>
        </p>
      </section>
    ),
  }
}

function rotatePage(locale: Locale, key: Key, by: Confirmation, error?: AccountError): Page {
  const t = messages[locale].account
  const path = `/account/keys/${key.id}/rotate`
  return {
    title: t.rotateKey + formats[locale].colon + key.name,
    area: 'app',
    scripts: confirmationScripts(by),
    content: (
      <section class="form-page stack">
        <Crumbs
          trail={[keysCrumb(t), { name: key.name, href: `/account/keys/${key.id}` }, { name: t.rotateKey }]}
        />
        <h1>{t.rotateKey}</h1>
        <div class="card stack">
          <Confirmed by={by} returnTo={path}>
            <Form
              id="rotate"
              action={path}
              submit={t.rotateKey}
              problem={error && reauthenticationProblem(error, by)}
            >
              <p>{t.rotateText}</p>
              <Select name="overlap" label={t.oldKey} options={overlapOptions(t)} />
              <ReauthenticationField by={by} />
            </Form>
          </Confirmed>
        </div>
      </section>
    ),
  }
}

function revokePage(locale: Locale, key: Key): Page {
  const t = messages[locale].account
  const name = key.kind === 'account' ? t.accountKey : key.name
  return {
    title: t.revokeTitle({ name }),
    area: 'app',
    content: (
      <section class="form-page stack">
        <Crumbs trail={[keysCrumb(t), { name: t.revoke }]} />
        <h1>{t.revokeTitle({ name })}</h1>
        <p>{t.revokeText({ key: maskedKey(key) })}</p>
        <Form id="revoke" action={`/account/keys/${key.id}/revoke`} submit={t.revokeKey} variant="danger" />
        <p>
          <a href="/account/keys">{t.cancel}</a>
        </p>
      </section>
    ),
  }
}
