// Form components with CSRF token, error summary and field errors.
import { type ComponentChildren, createContext } from 'preact'
import { useContext } from 'preact/hooks'
import type { AccountError } from '../../accounts/account-error.ts'

/** Hidden field in every form. */
export const csrfFieldName = 'form_token'

export const CsrfToken = createContext<() => string>(() => {
  throw new Error('a form was rendered outside a page')
})

/** Name of the signed-in account; undefined for visitors. */
export const AccountName = createContext<string | undefined>(undefined)

/** Hidden user name, which password managers need to match the password to an account. */
export function Username({ name }: { name?: string }) {
  const accountName = useContext(AccountName)
  return (
    <input type="text" name="username" autocomplete="username" value={name ?? accountName} readonly hidden />
  )
}

/** A validation error; without a field it concerns the form as a whole. */
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
  /** Must be unique on the page; used as a prefix for field ids. */
  id: string
  action: string
  submit: string
  /** Accessible label, for pages with several identical buttons. */
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
    // Focused after a failed submission so that screen readers announce it first.
    <div class="summary" role="alert" tabindex={-1} autofocus>
      <p class="summary-title">There is a problem</p>
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
  /** For new passwords: the meter shows how many characters are missing. */
  minlength?: number
  maxlength?: number
  min?: string
  max?: string
}

export function Field({ name, label, type = 'text', hint, required = true, ...input }: FieldProps) {
  const form = useContext(CurrentForm)
  const id = `${form.id}-${name}`
  const problem = form.problem?.field === name ? form.problem : undefined
  // Preact's types restrict `role` per input type; no role is set here, so one type fits all.
  const inputType = type as 'text'
  const describedBy = [hint ? `${id}-hint` : '', problem ? `${id}-problem` : ''].filter(Boolean).join(' ')
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
        type={inputType}
        required={required}
        aria-invalid={problem ? 'true' : undefined}
        aria-describedby={describedBy || undefined}
        autocapitalize={type === 'text' ? 'none' : undefined}
        spellcheck={type === 'text' ? false : undefined}
        {...input}
      />
      {type === 'password' && <PasswordTools inputId={id} isNew={input.autocomplete === 'new-password'} />}
    </div>
  )
}

/** Shows the password on request. */
export const passwordFieldScript = 'password-field'

/** For pages with a new password, whose strength the server judges. */
export const newPasswordPage = { scripts: [passwordFieldScript], permissions: { connect: "'self'" } }

/** Hidden without JavaScript. */
function PasswordTools({ inputId, isNew }: { inputId: string; isNew: boolean }) {
  return (
    <div class="password-tools" data-password={inputId} hidden>
      {isNew && (
        <>
          {/* The text says the same in words. */}
          <meter min={0} max={4} low={2} high={3} optimum={4} value={0} aria-hidden="true" />
          <p class="hint" role="status" />
        </>
      )}
      <button type="button" class="link" aria-controls={inputId} aria-pressed="false">
        Show password
      </button>
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
