import { Code } from '../components/code.tsx'
import { type Language, languages, sampleText, type Task } from './samples.ts'

/** Code samples in several languages, as tabs made of radio buttons and CSS; they work without JavaScript. */
export function CodeSamples({ task, title, apiUrl }: { task: Task; title: string; apiUrl: string }) {
  const first: Language = 'curl'
  return (
    <fieldset class="samples">
      <legend>{title}</legend>
      {languages.map(({ id, name }) => (
        <label key={id}>
          <input type="radio" name={`sample-${task}`} value={id} checked={id === first} />
          <span class="tab">{name}</span>
        </label>
      ))}
      {languages.map(({ id, name }) => (
        <div key={id} class="sample" data-language={id}>
          <Code text={sampleText(task, id, apiUrl)} name={`${title}, in ${name}`} />
        </div>
      ))}
    </fieldset>
  )
}
