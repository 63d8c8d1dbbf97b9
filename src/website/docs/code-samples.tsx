import { Code } from '../components/code.tsx'
import { CodeTabs } from '../components/code-tabs.tsx'
import type { CodeLanguage } from '../components/highlight.ts'
import type { DeploymentInfo } from './deployment-info.ts'
import { type GuideSample, guideSampleOutput, guideSampleText } from './guide-samples.ts'
import { languages, sampleText, type Task } from './samples.ts'

type SampleInfo = Pick<DeploymentInfo, 'apiUrl' | 'examples'>

export function CodeSamples({ task, title, apiUrl, examples }: SampleInfo & { task: Task; title: string }) {
  const tabs = languages.map(({ id, extension }) => ({
    tab: id,
    text: sampleText(task, id, apiUrl, examples),
    sample: `${task}.${extension}`,
  }))
  return <CodeTabs id={task} name={title} tabs={tabs} />
}

const quickStarts = [
  { tab: 'curl', sample: 'quick-start/shell.sh' },
  { tab: 'ts', sample: 'quick-start/node.ts' },
  { tab: 'py', sample: 'quick-start/python.py' },
] as const

export function QuickStartSamples({ title, apiUrl }: { title: string; apiUrl: string }) {
  const tabs = quickStarts.map(tab => ({ ...tab, text: guideSampleText(tab.sample, apiUrl) }))
  return <CodeTabs id="quick-start" name={title} tabs={tabs} />
}

interface GuideCodeProps {
  file: GuideSample
  /** Accessible name; must be unique on the page. */
  title: string
  apiUrl: string
  /** For samples that read from the website. */
  websiteUrl?: string
}

const languageOfExtension: Record<string, CodeLanguage> = {
  sh: 'shell',
  ts: 'javascript',
  py: 'python',
  json: 'json',
  sql: 'sql',
}

/** A sample of a guide, with what it prints on the demo catalog. */
export function GuideCode({ file, title, apiUrl, websiteUrl }: GuideCodeProps) {
  const output = guideSampleOutput(file)
  const language = languageOfExtension[file.split('.').at(-1) ?? ''] ?? 'plain'
  return (
    <>
      <div data-sample={file}>
        <Code text={guideSampleText(file, apiUrl, websiteUrl)} language={language} name={title} />
      </div>
      {output !== undefined && (
        <>
          <p>On the demo catalog, it prints:</p>
          <Code text={output} name={`${title}: output`} isOutput />
        </>
      )}
    </>
  )
}
