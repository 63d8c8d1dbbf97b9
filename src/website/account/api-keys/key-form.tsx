// Form fields of a named API key, shared by the create and edit forms.
import type { FastifyRequest } from 'fastify'
import type { CreateKeyInput } from '../../../accounts/api-keys/api-keys.ts'
import type { RateLimitAbovePlan } from '../../../accounts/api-keys/key-rate-limit.ts'
import { Field, type Problem, Select } from '../../shell/form.tsx'
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
  return { values, input, problem: validate(input) }
}

function validate({ name, expiresAt, capPerMinute }: CreateKeyInput): Problem | undefined {
  if (name === '' || [...name].length > maxNameLength) {
    return {
      field: 'name',
      text: `Enter a name of 1 to ${maxNameLength} characters, such as “production”.`,
    }
  }
  // Negated so that an invalid date, whose time is NaN, is rejected too.
  if (expiresAt !== null && !(expiresAt.getTime() > Date.now())) {
    return { field: 'expires', text: 'Choose today or a later date, or leave this empty.' }
  }
  if (capPerMinute !== null && !isValidCap(capPerMinute)) {
    return { field: 'cap', text: 'Enter a whole number of requests, 1 or more, or leave this empty.' }
  }
  return undefined
}

export function rateLimitProblem(error: RateLimitAbovePlan | undefined): Problem | undefined {
  return error && { field: 'cap', text: error.message }
}

function isValidCap(cap: number): boolean {
  return Number.isInteger(cap) && cap >= 1 && cap <= maxCapPerMinute
}

/** The key remains valid until the end of the chosen day (UTC). */
function endOfDay(day: string): Date {
  return new Date(/^\d{4}-\d\d-\d\d$/.test(day) ? `${day}T23:59:59Z` : Number.NaN)
}

export function KeyName({ value = '' }: { value?: string | undefined }) {
  return (
    <Field
      name="name"
      label="Name"
      value={value}
      maxlength={maxNameLength}
      autocomplete="off"
      hint="For example, where you use it: production or ci."
    />
  )
}

export function KeyScope({ value = 'read' }: { value?: string | undefined }) {
  return (
    <Select
      name="scope"
      label="Permissions"
      value={value}
      options={[
        { value: 'read', label: 'Read-only: food data' },
        { value: 'full', label: 'Full access' },
      ]}
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
  return (
    <div class="pair">
      <Field name="expires" label="Expires on" type="date" value={expires} required={false} />
      <Field
        name="cap"
        label="Requests per minute"
        value={cap}
        inputmode="numeric"
        autocomplete="off"
        required={false}
      />
    </div>
  )
}
