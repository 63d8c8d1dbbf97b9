// The same request in several languages: tabs made of radio buttons and CSS, which work without JavaScript. The script
// `code-tabs` switches all of them and remembers the choice.
import { useFormat, useMessages } from '../i18n/messages.ts'
import { toNode } from '../shell/markup.ts'
import { CopyButton } from './code.tsx'
import { type CodeLanguage, highlight } from './highlight.ts'

const codeTabNames = {
  curl: 'curl',
  js: 'JavaScript',
  ts: 'TypeScript',
  py: 'Python',
  swift: 'Swift',
  kt: 'Kotlin',
} as const

export type CodeTab = keyof typeof codeTabNames

const languageOf: Record<CodeTab, CodeLanguage> = {
  curl: 'shell',
  js: 'javascript',
  ts: 'javascript',
  py: 'python',
  swift: 'swift',
  kt: 'kotlin',
}

interface CodeTabsProps {
  /** Unique on the page. */
  id: string
  /** What the code does, for screen readers. */
  name: string
  tabs: readonly { tab: CodeTab; text: string /** Its file, for tests. */; sample?: string }[]
}

export function CodeTabs({ id, name, tabs }: CodeTabsProps) {
  const t = useMessages('shared')
  const { colon } = useFormat()
  return (
    <div class="code">
      <div class="code-bar">
        <div class="code-tabs" role="radiogroup" aria-label={name + colon + t.programmingLanguage}>
          {tabs.map(({ tab }, index) => (
            <label key={tab}>
              <input type="radio" name={`code-${id}`} value={tab} checked={index === 0} />
              {codeTabNames[tab]}
            </label>
          ))}
        </div>
        <CopyButton name={name} />
      </div>
      {tabs.map(({ tab, text, sample }) => (
        <pre key={tab} tabindex={0} data-lang={tab} data-sample={sample}>
          <code>{toNode(highlight(text.trimEnd(), languageOf[tab]))}</code>
        </pre>
      ))}
    </div>
  )
}
