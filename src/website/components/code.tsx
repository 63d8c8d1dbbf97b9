// A code block with a copy button.

interface CodeProps {
  text: string
  /** Accessible name; must be unique on the page. */
  name: string
  /** Output has no copy button. */
  isOutput?: boolean
}

export function Code({ text, name, isOutput = false }: CodeProps) {
  const id = `code-${name.toLowerCase().replace(/[^a-z0-9]+/g, '-')}`
  return (
    <div class="code">
      {/* Scrollable regions must be focusable by keyboard. */}
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
