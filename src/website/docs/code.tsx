// Code to read and to copy, and samples in several languages.
import { type Language, languages, sampleText, type Task } from './samples.ts'

interface CodeProps {
  text: string
  /** For those who cannot see it; the only one of its kind on the page. */
  name: string
  /** To look at only. */
  isShown?: boolean
}

export function Code({ text, name, isShown = false }: CodeProps) {
  const id = `code-${name.toLowerCase().replace(/[^a-z0-9]+/g, '-')}`
  return (
    <div class="code">
      {/* What scrolls must be reachable by keyboard. */}
      <pre tabindex={0}>
        <code id={id}>{text.trimEnd()}</code>
      </pre>
      {!isShown && (
        <button type="button" class="copy quiet" data-copy={id} aria-label={`Copy: ${name}`} hidden>
          Copy
        </button>
      )}
    </div>
  )
}

/** Radio buttons and style: no script is needed, and without style all samples are there. */
export function Samples({ task, about, apiUrl }: { task: Task; about: string; apiUrl: string }) {
  const first: Language = 'curl'
  return (
    <fieldset class="samples">
      <legend>{about}</legend>
      {languages.map(({ id, name }) => (
        <label key={id}>
          <input type="radio" name={`sample-${task}`} value={id} checked={id === first} />
          <span class="tab">{name}</span>
        </label>
      ))}
      {languages.map(({ id, name }) => (
        <div key={id} class="sample" data-language={id}>
          <Code text={sampleText(task, id, apiUrl)} name={`${about}, in ${name}`} />
        </div>
      ))}
    </fieldset>
  )
}
