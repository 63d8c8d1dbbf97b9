// Form fields of a named API key, shared by the create and edit forms.

import type { FastifyRequest } from 'fastify'
import type { CapAbovePlan, CreateKeyInput } from '../../../accounts/api-keys/api-keys.ts'
import { formats } from '../../i18n/format.ts'
import type { Locale } from '../../i18n/locales.ts'
import { useMessages } from '../../i18n/messages.ts'
import { messages } from '../../messages/compiled/index.ts'
import { Field, type Problem } from '../../shell/form.tsx'
import { Choices } from '../../shell/form-choices.tsx'
import { readForm } from '../../shell/form-input.ts'

export interface KeyFormValues {
  name: string
  scope: string
  expires: string
  cap: string
}

const maxNameLength = 100
const maxCapPerMinute = 1_000_000_000

export interface KeyFormResult {
  values: KeyFormValues
  input: CreateKeyInput
  problem: Problem | undefined
}

export function readKeyForm(request: FastifyRequest): KeyFormResult {
  const values = readForm(request, 'name', 'scope', 'expires', 'cap')
  const name = values.name.trim()
  const input: CreateKeyInput = {
    name,
    scope: values.scope === 'full' ? 'full' : 'read',
    expiresAt: values.expires === '' ? null : endOfDay(values.expires),
    capPerMinute: values.cap.trim() === '' ? null : Number(values.cap),
  }
  return { values, input, problem: validate(input, request.locale) }
}

function validate({ name, expiresAt, capPerMinute }: CreateKeyInput, locale: Locale): Problem | undefined {
  const { errors } = messages[locale].account
  if (name === '' || [...name].length > maxNameLength) {
    return { field: 'name', text: errors.keyName({ max: maxNameLength }) }
  }
  // Negated so that an invalid date, whose time is NaN, is rejected too.
  if (expiresAt !== null && !(expiresAt.getTime() > Date.now())) {
    return { field: 'expires', text: errors.keyExpiry }
  }
  if (capPerMinute !== null && !isValidCap(capPerMinute)) {
    return { field: 'cap', text: errors.keyLimit }
  }
  return undefined
}

export function capProblem({ planLimit }: CapAbovePlan, locale: Locale): Problem {
  const { keyLimitAbovePlan } = messages[locale].account.errors
  return { field: 'cap', text: keyLimitAbovePlan({ limit: formats[locale].number(planLimit) }) }
}

function isValidCap(cap: number): boolean {
  return Number.isInteger(cap) && cap >= 1 && cap <= maxCapPerMinute
}

/** The key remains valid until the end of the chosen day (UTC). */
function endOfDay(day: string): Date {
  return new Date(/^\d{4}-\d\d-\d\d$/.test(day) ? `${day}T23:59:59Z` : Number.NaN)
}

export function KeyName({ value = '' }: { value?: string | undefined }) {
  const t = useMessages('account')
  return (
    <Field
      name="name"
      label={t.name}
      value={value}
      maxlength={maxNameLength}
      autocomplete="off"
      hint={t.nameHint}
    />
  )
}

export function KeyScope({ value = 'read' }: { value?: string | undefined }) {
  const t = useMessages('account')
  const choices = [
    { value: 'read', label: t.readOnly, text: t.readOnlyText },
    { value: 'full', label: t.fullAccess, text: t.fullAccessText },
  ]
  return (
    <Choices
      name="scope"
      legend={t.permissions}
      choices={choices}
      value={value === 'full' ? 'full' : 'read'}
    />
  )
}

export function KeyLimits({
  expires = '',
  cap = '',
}: {
  expires?: string | undefined
  cap?: string | undefined
}) {
  const t = useMessages('account')
  return (
    <div class="grid pair">
      <Field name="expires" label={t.expiresOn} type="date" value={expires} required={false} />
      <Field
        name="cap"
        label={t.requestsPerMinute}
        value={cap}
        inputmode="numeric"
        autocomplete="off"
        required={false}
      />
    </div>
  )
}
