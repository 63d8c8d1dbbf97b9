// Controls with more than a line: a choice among a few options, and a long text.
import { useMessages } from '../i18n/messages.ts'
import { FieldProblem, useField } from './form.tsx'

interface Choice {
  value: string
  label: string
  /** Below the label. */
  text?: string
}

interface ChoicesProps {
  name: string
  legend: string
  choices: Choice[]
  /** The chosen one; none if it is not among the choices. */
  value: string
}

/** The first choice has the id of the field, so that the error summary leads to it. */
export function Choices({ name, legend, choices, value }: ChoicesProps) {
  const { id, problem } = useField(name)
  return (
    <fieldset class="fieldset" aria-describedby={problem && `${id}-problem`}>
      <legend>{legend}</legend>
      <div class="stack-s">
        {choices.map((choice, index) => (
          <label key={choice.value} class="choice">
            <input
              type="radio"
              id={index === 0 ? id : undefined}
              name={name}
              value={choice.value}
              checked={choice.value === value}
            />
            <span>
              <b>{choice.label}</b>
              {choice.text && <span>{choice.text}</span>}
            </span>
          </label>
        ))}
      </div>
      {problem && <FieldProblem id={id} problem={problem} />}
    </fieldset>
  )
}

interface TextAreaProps {
  name: string
  label: string
  value: string
  hint: string
  maxlength: number
}

/** Optional. */
export function TextArea({ name, label, value, hint, maxlength }: TextAreaProps) {
  const t = useMessages('shell')
  const { id, problem } = useField(name)
  return (
    <div class="field">
      <label for={id}>
        {label}
        <span class="optional"> {t.optional}</span>
      </label>
      <textarea
        class="input"
        id={id}
        name={name}
        rows={4}
        maxlength={maxlength}
        aria-invalid={problem ? 'true' : undefined}
        aria-describedby={problem ? `${id}-problem` : `${id}-hint`}
      >
        {value}
      </textarea>
      {problem ? (
        <FieldProblem id={id} problem={problem} />
      ) : (
        <p class="hint" id={`${id}-hint`}>
          {hint}
        </p>
      )}
    </div>
  )
}
