// Code to read and to copy.
interface CodeProps {
  text: string
  /** For those who cannot see it; the only one of its kind on the page. */
  name: string
  /** To look at only. */
  isOutput?: boolean
}

export function Code({ text, name, isOutput = false }: CodeProps) {
  const id = `code-${name.toLowerCase().replace(/[^a-z0-9]+/g, '-')}`
  return (
    <div class="code">
      {/* What scrolls must be reachable by keyboard. */}
      <pre tabindex={0}>
        <code id={id}>{text.trimEnd()}</code>
      </pre>
      {!isOutput && (
        <button type="button" class="copy quiet" data-copy={id} aria-label={`Copy: ${name}`} hidden>
          Copy
        </button>
      )}
    </div>
  )
}
