// Re-authentication before sensitive changes: a two-factor code if enabled, otherwise the password.
import type { FastifyRequest } from 'fastify'
import type { AccountError } from '../../accounts/account-error.ts'
import type { Reauthentication, reauthenticationNeeded } from '../../accounts/sign-in/reauthentication.ts'
import { Field, type Problem, problemOf, Username } from '../shell/form.tsx'
import { readForm } from '../shell/form-input.ts'

export type RequiredCredential = Awaited<ReturnType<typeof reauthenticationNeeded>>

export function ReauthenticationField({ needed }: { needed: RequiredCredential }) {
  switch (needed) {
    case 'code':
      return <CodeField />
    case 'password':
      return (
        <>
          <Username />
          <Field
            name="password"
            label="Your password"
            type="password"
            autocomplete="current-password"
            hint="Confirm your password to continue."
          />
        </>
      )
    case 'nothing':
      return null
  }
}

export function CodeField() {
  return (
    <Field
      name="code"
      label="Authentication code"
      autocomplete="one-time-code"
      maxlength={40}
      hint="The 6-digit code from your authenticator app, or a recovery code."
    />
  )
}

export function readCredentials(request: FastifyRequest): Reauthentication {
  const { password, code } = readForm(request, 'password', 'code')
  return { password, code }
}

/** Shows a wrong password or code at its own field and any other error at `field`. */
export function reauthenticationProblem(
  error: AccountError,
  needed: RequiredCredential,
  field?: string,
): Problem {
  return problemOf(error, error.error === 'unauthorized' && needed !== 'nothing' ? needed : field)
}
