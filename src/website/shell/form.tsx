// Form components with CSRF token, error summary and field errors.
import { type ComponentChildren, createContext } from 'preact'
import { useContext } from 'preact/hooks'
import { Icon } from '../components/icon.tsx'
import { pathIn } from '../i18n/locales.ts'
import { useLocale, useMessages } from '../i18n/messages.ts'
import type { IconName } from '../icons/icon-names.ts'
import { accountErrorText, type ShownError } from './account-error-text.ts'

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
  /** An error of the account is shown in the language of the page. */
  text: string | ShownError
  field?: string | undefined
}

export function problemOf(error: ShownError, field?: string): Problem {
  return { text: error, field }
}

/** What an error says, in the language of the page. */
export function ProblemText({ text }: Pick<Problem, 'text'>) {
  const locale = useLocale()
  return <>{typeof text === 'string' ? text : accountErrorText(locale, text)}</>
}

interface FormState {
  id: string
  focusesField: boolean
  problems: readonly Problem[]
}

const CurrentForm = createContext<FormState>({ id: '', focusesField: false, problems: [] })

/** The id of a field, and its problem. */
export function useField(name: string): { id: string; problem: Problem | undefined; hasFocus: boolean } {
  const { id, problems, focusesField } = useContext(CurrentForm)
  const problem = problems.find(({ field }) => field === name)
  return { id: `${id}-${name}`, problem, hasFocus: focusesField && problem !== undefined }
}

const buttonClass = {
  primary: 'btn btn-primary',
  danger: 'btn btn-danger',
  /** Only on the page that confirms. */
  'danger-solid': 'btn btn-danger-solid',
  quiet: 'btn',
} as const

interface FormProps {
  /** Must be unique on the page; used as a prefix for field ids. */
  id: string
  action: string
  submit: string
  icon?: IconName
  /** Accessible label, for pages with several identical buttons. */
  submitLabel?: string
  /** Spans the width of the form, on pages that consist of it. */
  isBlock?: boolean
  /** In rows of lists. */
  isSmall?: boolean
  problem?: Problem | readonly Problem[] | undefined
  /** A short form with one problem at most: after a failed submission, the field itself has the focus, not the summary. */
  focusesField?: boolean
  variant?: 'danger' | 'danger-solid' | 'quiet' | undefined
  children?: ComponentChildren
}

export function Form({
  id,
  action,
  submit,
  icon,
  submitLabel,
  isBlock,
  isSmall,
  problem = [],
  focusesField = false,
  variant,
  children,
}: FormProps) {
  const token = useContext(CsrfToken)
  const problems = [problem].flat() as readonly Problem[]
  return (
    <form id={id} class="stack" method="post" action={action} novalidate>
      <input type="hidden" name={csrfFieldName} value={token()} />
      <CurrentForm.Provider value={{ id, focusesField, problems }}>
        {problems[0] && (
          <ErrorSummary
            id={id}
            problem={problems[0]}
            hasFocus={!focusesField || problems[0].field === undefined}
          />
        )}
        {children}
      </CurrentForm.Provider>
      <button
        type="submit"
        class={`${buttonClass[variant ?? 'primary']}${isBlock ? ' btn-block' : ''}${isSmall ? ' btn-s' : ''}`}
        aria-label={submitLabel}
      >
        {icon && <Icon name={icon} small />}
        {submit}
      </button>
    </form>
  )
}

interface ErrorSummaryProps {
  id: string
  problem: Problem
  hasFocus?: boolean
}

export function ErrorSummary({ id, problem, hasFocus = true }: ErrorSummaryProps) {
  return (
    // Focused after a failed submission so that screen readers announce it first.
    <div class="error-summary" role="alert" tabindex={-1} autofocus={hasFocus}>
      <Icon name="circle-alert" />
      <p>
        {problem.field ? (
          <a href={`#${id}-${problem.field}`}>
            <ProblemText text={problem.text} />
          </a>
        ) : (
          <ProblemText text={problem.text} />
        )}
      </p>
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
  inputmode?: 'numeric' | 'decimal' | 'text' | 'email'
  required?: boolean
  /** For new passwords: the meter shows how many characters are missing. */
  minlength?: number
  maxlength?: number
  min?: string
  max?: string
}

export function Field({ name, label, type = 'text', hint, required = true, ...input }: FieldProps) {
  const t = useMessages('shell')
  const { id, problem, hasFocus } = useField(name)
  // Preact's types restrict `role` per input type; no role is set here, so one type fits all.
  const inputType = type as 'text'
  const isPassword = type === 'password'
  const isNewPassword = isPassword && input.autocomplete === 'new-password'
  const control = (
    <input
      class="input"
      id={id}
      name={name}
      type={inputType}
      required={required}
      autofocus={hasFocus}
      aria-invalid={problem ? 'true' : undefined}
      aria-describedby={problem ? `${id}-problem` : hint ? `${id}-hint` : undefined}
      autocapitalize={type === 'text' ? 'none' : undefined}
      spellcheck={type === 'text' ? false : undefined}
      {...input}
    />
  )
  return (
    <div class="field">
      <label for={id}>
        {label}
        {!required && <span class="optional"> {t.optional}</span>}
      </label>
      {isPassword ? (
        <span class="with-end">
          {control}
          <ShowButton inputId={id} />
        </span>
      ) : (
        control
      )}
      {isNewPassword && <StrengthMeter inputId={id} minLength={input.minlength ?? 0} />}
      {problem ? (
        <FieldProblem id={id} problem={problem} />
      ) : (
        hint && (
          <p class="hint" id={`${id}-hint`}>
            {hint}
          </p>
        )
      )}
    </div>
  )
}

/** Below the field, which names it with `aria-describedby`. */
export function FieldProblem({ id, problem }: { id: string; problem: Problem }) {
  return (
    <p class="error" id={`${id}-problem`}>
      <Icon name="circle-alert" small />
      <span>
        <ProblemText text={problem.text} />
      </span>
    </p>
  )
}

/** Shows the password on request, and the strength of a new one. */
export const passwordFieldScript = 'password-field'

/** Hidden without JavaScript. */
function ShowButton({ inputId }: { inputId: string }) {
  const t = useMessages('shell')
  return (
    <button
      type="button"
      class="end"
      aria-controls={inputId}
      aria-pressed="false"
      data-reveal={inputId}
      data-show={t.show}
      data-show-name={t.showPassword}
      data-hide={t.hide}
      data-hide-name={t.hidePassword}
      hidden
    >
      <span aria-hidden="true">{t.show}</span>
      <span class="sr">{t.showPassword}</span>
    </button>
  )
}

/** Hidden without JavaScript. The text below the bar says the same in words. */
function StrengthMeter({ inputId, minLength }: { inputId: string; minLength: number }) {
  const t = useMessages('shell')
  const locale = useLocale()
  const missing = Array.from({ length: minLength }, (_, index) => t.charactersMissing({ count: index + 1 }))
  return (
    <div
      data-strength-of={inputId}
      data-url={pathIn(locale, '/password-strength')}
      data-missing={JSON.stringify(missing)}
      hidden
    >
      <svg class="meter pw-meter" aria-hidden="true">
        <rect width="0" height="100%" />
      </svg>
      <p class="hint" role="status" />
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
  const { id } = useField(name)
  return (
    <div class="field">
      <label for={id}>{label}</label>
      <span class="select-wrap">
        <select class="select" id={id} name={name}>
          {options.map(option => (
            <option key={option.value} value={option.value} selected={option.value === value}>
              {option.label}
            </option>
          ))}
        </select>
        <Icon name="chevron-down" small />
      </span>
    </div>
  )
}
