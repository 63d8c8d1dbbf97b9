// A choice among a few options.
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
