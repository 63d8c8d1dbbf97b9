// Forms: each carries its token, shows what was wrong in a summary and at the field, and keeps what was typed.
import { type ComponentChildren, createContext } from 'preact'
import { useContext } from 'preact/hooks'
import type { AccountError } from '../../accounts/account-error.ts'

/** The hidden field of every form. */
export const csrfFieldName = 'form_token'

export const CsrfToken = createContext<() => string>(() => {
  throw new Error('a form was rendered outside of a page')
})

/** Whose page it is; undefined for visitors. */
export const AccountName = createContext<string | undefined>(undefined)

/** Which of their accounts a password is for: managers of passwords look for it. */
export function Username({ name }: { name?: string }) {
  const accountName = useContext(AccountName)
  return (
    <input type="text" name="username" autocomplete="username" value={name ?? accountName} readonly hidden />
  )
}

/** What is wrong, and with which field; without one with the form as a whole. */
export interface Problem {
  text: string
  field?: string | undefined
}

export function problemOf({ message }: Pick<AccountError, 'message'>, field?: string): Problem {
  return { text: message, field }
}

interface FormState {
  id: string
  problem: Problem | undefined
}

const CurrentForm = createContext<FormState>({ id: '', problem: undefined })

interface FormProps {
  /** Of its own on the page: the ids of its fields begin with it. */
  id: string
  action: string
  submit: string
  /** Where several buttons of the page say the same. */
  submitLabel?: string
  problem?: Problem | undefined
  variant?: 'danger' | 'quiet' | undefined
  children?: ComponentChildren
}

export function Form({ id, action, submit, submitLabel, problem, variant, children }: FormProps) {
  const token = useContext(CsrfToken)
  return (
    <form id={id} method="post" action={action} novalidate>
      <input type="hidden" name={csrfFieldName} value={token()} />
      <CurrentForm.Provider value={{ id, problem }}>
        {problem && <ErrorSummary id={id} problem={problem} />}
        {children}
      </CurrentForm.Provider>
      <button type="submit" class={variant} aria-label={submitLabel}>
        {submit}
      </button>
    </form>
  )
}

export function ErrorSummary({ id, problem }: { id: string; problem: Problem }) {
  return (
    // After a form failed, what was wrong is the first thing to read.
    <div class="summary" role="alert" tabindex={-1} autofocus>
      <p class="summary-title">That did not work</p>
      <p>{problem.field ? <a href={`#${id}-${problem.field}`}>{problem.text}</a> : problem.text}</p>
    </div>
  )
}

interface FieldProps {
  name: string
  label: string
  type?: 'text' | 'password' | 'email' | 'number' | 'date'
  value?: string
  hint?: ComponentChildren
  autocomplete?: string
  inputmode?: 'numeric' | 'text' | 'email'
  required?: boolean
  maxlength?: number
  min?: string
  max?: string
}

export function Field({ name, label, type = 'text', hint, required = true, ...input }: FieldProps) {
  const form = useContext(CurrentForm)
  const id = `${form.id}-${name}`
  const problem = form.problem?.field === name ? form.problem : undefined
  // The types know each type by the roles it may have; none is given here, so they are all alike.
  const typed = type as 'text'
  const notes = [hint ? `${id}-hint` : '', problem ? `${id}-problem` : ''].filter(Boolean).join(' ')
  return (
    <div class="field">
      <label for={id}>
        {label}
        {!required && <span class="optional"> (optional)</span>}
      </label>
      {hint && (
        <p class="hint" id={`${id}-hint`}>
          {hint}
        </p>
      )}
      {problem && (
        <p class="problem" id={`${id}-problem`}>
          {problem.text}
        </p>
      )}
      <input
        id={id}
        name={name}
        type={typed}
        required={required}
        aria-invalid={problem ? 'true' : undefined}
        aria-describedby={notes || undefined}
        autocapitalize={type === 'text' ? 'none' : undefined}
        spellcheck={type === 'text' ? false : undefined}
        {...input}
      />
    </div>
  )
}

export function Select({
  name,
  label,
  options,
  value,
}: {
  name: string
  label: string
  options: { value: string; label: string }[]
  value?: string
}) {
  const form = useContext(CurrentForm)
  const id = `${form.id}-${name}`
  return (
    <div class="field">
      <label for={id}>{label}</label>
      <select id={id} name={name}>
        {options.map(option => (
          <option key={option.value} value={option.value} selected={option.value === value}>
            {option.label}
          </option>
        ))}
      </select>
    </div>
  )
}
