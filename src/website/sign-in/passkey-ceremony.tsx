// The page on which the browser asks for a passkey, and the buttons that lead to it.
import type { FastifyReply, FastifyRequest } from 'fastify'
import { cookieNames, setCookie } from '../shell/cookies.ts'
import { Form } from '../shell/form.tsx'
import { type Page, sendPage } from '../shell/responses.tsx'

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
    <div class="providers" hidden data-needs-passkeys>
      {isAlternative && <p class="or">or</p>}
      <Form id={id} action={action} submit={submit} variant="quiet">
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
  return sendPage(request, reply, ceremonyPage(ceremony))
}

/** The script asks for the passkey at once and again with the button, and sends the form with the response. */
function ceremonyPage({
  title,
  explanation,
  kind,
  options,
  action,
  fields = {},
  cancel,
}: PasskeyCeremony): Page {
  return {
    title,
    scripts: ['passkey'],
    content: (
      <section class="narrow">
        <h1>{title}</h1>
        <p>{explanation}</p>
        <div id="passkey-ceremony" data-kind={kind} data-options={JSON.stringify(options)}>
          <p id="passkey-problem" role="alert" hidden>
            No passkey was used: you cancelled it, or this browser has none for this website.
          </p>
          <Form id="passkey" action={action} submit="Continue">
            <HiddenFields fields={fields} />
            <input type="hidden" name="response" value="" />
          </Form>
        </div>
        <noscript>
          <p>Passkeys need JavaScript. Turn it on and reload this page.</p>
        </noscript>
        <p class="quiet">
          <a href={cancel}>Cancel</a>
        </p>
      </section>
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
