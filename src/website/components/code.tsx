// A code block with a copy button.
import { useFormat, useMessages } from '../i18n/messages.ts'
import { toNode } from '../shell/markup.ts'
import { type CodeLanguage, highlight } from './highlight.ts'
import { Icon } from './icon.tsx'

interface CodeProps {
  text: string
  /** Colors the code. */
  language?: CodeLanguage
  /** Shown above the code, such as the file or the status; unique on the page. */
  name: string
  /** Output has no copy button. */
  isOutput?: boolean
}

export function Code({ text, language = 'plain', name, isOutput = false }: CodeProps) {
  return (
    <div class="code">
      <div class="code-bar">
        <span class="title">{name}</span>
        {!isOutput && <CopyButton name={name} />}
      </div>
      {/* Scrollable regions must be focusable by keyboard. */}
      <pre tabindex={0}>
        <code>{toNode(highlight(text.trimEnd(), language))}</code>
      </pre>
    </div>
  )
}

/** Copies the visible code of its block. Hidden without JavaScript. */
export function CopyButton({ name }: { name: string }) {
  const t = useMessages('shared')
  const { colon } = useFormat()
  return (
    <button class="code-copy" type="button" data-copy aria-label={t.copyCode + colon + name} hidden>
      <Icon name="copy" small />
      <span>{t.copy}</span>
    </button>
  )
}
