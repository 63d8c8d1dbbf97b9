// Code samples in several languages.
import { Code } from '../components/code.tsx'
import { type Language, languages, sampleText, type Task } from './samples.ts'

/** Radio buttons and style: no script is needed, and without style all samples are there. */
export function CodeSamples({ task, about, apiUrl }: { task: Task; about: string; apiUrl: string }) {
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
