// Asking the owner once more: their code, else their password.
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
            hint="To be sure that it is you."
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
      label="Code"
      autocomplete="one-time-code"
      maxlength={40}
      hint="The six digits your app shows, or one of your recovery codes."
    />
  )
}

export function readCredentials(request: FastifyRequest): Reauthentication {
  const { password, code } = readForm(request, 'password', 'code')
  return { password, code }
}

/** A wrong proof is shown at its field, everything else at `field`. */
export function reauthenticationProblem(
  refusal: AccountError,
  needed: RequiredCredential,
  field?: string,
): Problem {
  return problemOf(refusal, refusal.error === 'unauthorized' && needed !== 'nothing' ? needed : field)
}
