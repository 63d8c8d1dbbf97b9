// The page on which the browser asks for a passkey, and the buttons that lead to it.

import type { FastifyReply, FastifyRequest } from 'fastify'
import { AccountForm } from '../account/account-form.tsx'
import { Icon } from '../components/icon.tsx'
import { messages } from '../messages/compiled/index.ts'
import { cookieNames, setCookie } from '../shell/cookies.ts'
import { Form } from '../shell/form.tsx'
import { type Page, sendPage } from '../shell/responses.tsx'
import { AuthCard } from './auth-card.tsx'
import { Or } from './provider-buttons.tsx'

interface PasskeyFormProps {
  id: string
  action: string
  submit: string
  fields?: Record<string, string>
  /** Separates it from a form above it. */
  isAlternative?: boolean
}

/** Hidden until the script has found that the browser supports passkeys. */
export function PasskeyForm({ id, action, submit, fields = {}, isAlternative }: PasskeyFormProps) {
  return (
    <div class="stack" hidden data-needs-passkeys>
      {isAlternative && <Or />}
      <Form id={id} action={action} submit={submit} icon="fingerprint-pattern" variant="quiet" isBlock>
        <HiddenFields fields={fields} />
      </Form>
    </div>
  )
}

export interface PasskeyCeremony {
  title: string
  explanation: string
  /** Whether the browser creates a passkey or uses one. */
  kind: 'create' | 'use'
  /** For the browser's WebAuthn functions. */
  options: object
  /** For the cookie of this browser. */
  token: string
  /** Where the form with the response is sent. */
  action: string
  fields?: Record<string, string>
  /** The page to return to. */
  cancel: string
}

export function sendPasskeyCeremony(
  request: FastifyRequest,
  reply: FastifyReply,
  ceremony: PasskeyCeremony,
): FastifyReply {
  setCookie(reply, cookieNames.passkey, ceremony.token)
  return sendPage(request, reply, ceremonyPage(request, ceremony))
}

/** The script asks for the passkey at once and again with the button, and sends the form with the response. */
function ceremonyPage(
  { locale, session }: FastifyRequest,
  { title, explanation, kind, options, action, fields = {}, cancel }: PasskeyCeremony,
): Page {
  const t = messages[locale].signIn
  const ceremony = (
    <>
      <div id="passkey-ceremony" class="stack" data-kind={kind} data-options={JSON.stringify(options)}>
        <div id="passkey-problem" class="error-summary" role="alert" hidden>
          <Icon name="circle-alert" />
          <p>{t.passkey.failed}</p>
        </div>
        <Form id="passkey" action={action} submit={t.passkey.submit} isBlock>
          <HiddenFields fields={fields} />
          <input type="hidden" name="response" value="" />
        </Form>
      </div>
      <noscript>
        <p>{t.passkey.needsScript}</p>
      </noscript>
      <p class="form-links">
        <a href={cancel}>{t.cancel}</a>
      </p>
    </>
  )
  return {
    title,
    scripts: ['passkey'],
    area: session ? 'app' : 'site',
    footer: 'slim',
    // Pages of the account have the width of a form already.
    content: session ? (
      <AccountForm title={title} lead={explanation}>
        {ceremony}
      </AccountForm>
    ) : (
      <AuthCard title={title} lead={explanation}>
        {ceremony}
      </AuthCard>
    ),
  }
}

function HiddenFields({ fields }: { fields: Record<string, string> }) {
  return (
    <>
      {Object.entries(fields).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
    </>
  )
}
