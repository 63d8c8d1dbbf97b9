// Re-authentication before sensitive changes: a code or password in the form itself, or a confirmation with a passkey or at a provider.
import type { FastifyRequest } from 'fastify'
import type { ComponentChildren } from 'preact'
import type { AccountError } from '../../accounts/account-error.ts'
import type { AccountContext } from '../../accounts/context.ts'
import {
  findReauthenticationMethods,
  type Reauthentication,
  type ReauthenticationMethods,
} from '../../accounts/sign-in/reauthentication.ts'
import { Icon } from '../components/icon.tsx'
import { useMessages } from '../i18n/messages.ts'
import { Field, Form, type Problem, passwordFieldScript, problemOf, Username } from '../shell/form.tsx'
import { readForm } from '../shell/form-input.ts'
import { sessionOf } from '../shell/session-middleware.ts'
import { PasskeyForm } from '../sign-in/passkey-ceremony.tsx'

/** How this request's owner can re-authenticate. */
export interface Confirmation extends ReauthenticationMethods {
  /** The linked providers that are configured. */
  linked: { id: string; name: string }[]
  /** Password reset by mail is available. */
  hasMail: boolean
}

export async function findConfirmation(
  { database, providers, isMailEnabled }: AccountContext,
  request: FastifyRequest,
): Promise<Confirmation> {
  const { accountId, id } = sessionOf(request)
  const methods = await findReauthenticationMethods(database, accountId, id)
  const linked = providers.list.filter(provider => methods.providers.includes(provider.id))
  return { ...methods, linked, hasMail: isMailEnabled }
}

/** The client scripts of a page with `Confirmed` in it. */
export function confirmationScripts({ isFresh, hasPasskey, credential }: Confirmation): string[] {
  if (isFresh) return []
  return [...(credential === 'password' ? [passwordFieldScript] : []), ...(hasPasskey ? ['passkey'] : [])]
}

/** Shows the forms of a sensitive action, or first the ways to confirm it if there is nothing to type. */
export function Confirmed(props: {
  by: Confirmation
  /** The page to return to. */
  returnTo: string
  children: ComponentChildren
}) {
  const { by, returnTo, children } = props
  const { confirm: t } = useMessages('security')
  const { passkey } = useMessages('signIn')
  if (by.isFresh) return <>{children}</>
  const withPasskey = by.hasPasskey && (
    <PasskeyForm
      id="confirm-passkey"
      action="/account/security/confirm/passkey"
      submit={t.withPasskey}
      fields={{ return_to: returnTo }}
      isAlternative={by.credential !== undefined}
    />
  )
  if (by.credential !== undefined) {
    return (
      <>
        {children}
        {withPasskey}
      </>
    )
  }
  return (
    <div class="stack">
      <div class="note">
        <Icon name="lock" />
        <p>{t.lead}</p>
      </div>
      {withPasskey}
      {by.linked.map(({ id, name }) => (
        <Form
          key={id}
          id={`confirm-${id}`}
          action={`/account/security/confirm/providers/${id}`}
          submit={t.atProvider({ provider: name })}
          icon="log-in"
          variant="quiet"
          isBlock
        >
          <input type="hidden" name="return_to" value={returnTo} />
        </Form>
      ))}
      {by.hasPasskey && by.linked.length === 0 && (
        <noscript>
          <p>{passkey.needsScript}</p>
        </noscript>
      )}
      {!by.hasPasskey && by.linked.length === 0 && (
        <p>
          {t.providerGone}{' '}
          {by.hasMail ? <a href="/forgot-password">{t.setPasswordByMail}</a> : t.contactOperator}
        </p>
      )}
    </div>
  )
}

/** The field of a form inside `Confirmed`. */
export function ReauthenticationField({ by }: { by: Confirmation }) {
  const { confirm: t } = useMessages('security')
  if (by.isFresh) return null
  switch (by.credential) {
    case 'code':
      return (
        <Field name="code" label={t.code} autocomplete="one-time-code" maxlength={40} hint={t.codeHint} />
      )
    case 'password':
      return (
        <>
          <Username />
          <Field
            name="password"
            label={t.yourPassword}
            type="password"
            autocomplete="current-password"
            hint={t.passwordHint}
          />
        </>
      )
    case undefined:
      return null
  }
}

export function readCredentials(request: FastifyRequest): Reauthentication {
  const { password, code } = readForm(request, 'password', 'code')
  return { password, code, sessionId: sessionOf(request).id }
}

/** Shows a wrong password or code at its own field and any other error at `field`. */
export function reauthenticationProblem(error: AccountError, by: Confirmation, field?: string): Problem {
  return problemOf(error, error.error === 'unauthorized' && !by.isFresh ? by.credential : field)
}
