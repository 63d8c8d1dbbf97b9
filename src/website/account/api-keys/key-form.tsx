// What can be chosen of a named key.
import type { FastifyRequest } from 'fastify'
import type { CreateKeyInput } from '../../../accounts/api-keys/api-keys.ts'
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
  typed: KeyFormValues
  wanted: CreateKeyInput
  problem: Problem | undefined
}

export function readKeyForm(request: FastifyRequest): KeyFormResult {
  const typed = readForm(request, 'name', 'scope', 'expires', 'cap')
  const name = typed.name.trim()
  const wanted: CreateKeyInput = {
    name,
    scope: typed.scope === 'full' ? 'full' : 'read',
    expiresAt: typed.expires === '' ? null : endOfDay(typed.expires),
    capPerMinute: typed.cap.trim() === '' ? null : Number(typed.cap),
  }
  return { typed, wanted, problem: problemWith(wanted) }
}

function problemWith({ name, expiresAt, capPerMinute }: CreateKeyInput): Problem | undefined {
  if (name === '' || [...name].length > maxNameLength) {
    return {
      field: 'name',
      text: `Give the key a name of 1 to ${maxNameLength} characters, like production.`,
    }
  }
  // A day that does not exist is not after now either.
  if (expiresAt !== null && !(expiresAt.getTime() > Date.now())) {
    return { field: 'expires', text: 'Choose a day from today on, or leave it empty.' }
  }
  if (capPerMinute !== null && !isCap(capPerMinute)) {
    return { field: 'cap', text: 'Type a whole number of requests, 1 or more, or leave it empty.' }
  }
  return undefined
}

function isCap(cap: number): boolean {
  return Number.isInteger(cap) && cap >= 1 && cap <= maxCapPerMinute
}

/** The key works on that day still. */
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
      hint="Where it is used, like production or ci."
    />
  )
}

export function KeyScope({ value = 'read' }: { value?: string | undefined }) {
  return (
    <Select
      name="scope"
      label="It may"
      value={value}
      options={[
        { value: 'read', label: 'read foods' },
        { value: 'full', label: 'do everything a key can do' },
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
      <Field name="expires" label="Last day" type="date" value={expires} required={false} />
      <Field
        name="cap"
        label="Requests a minute"
        value={cap}
        inputmode="numeric"
        autocomplete="off"
        required={false}
      />
    </div>
  )
}
