// Loads the code samples. The files run as they are against a local service with the fixture foods, and are shown with this
// deployment's URL and with a food of its catalog.
import { readFileSync } from 'node:fs'
import type { CodeTab } from '../components/code-tabs.tsx'

export const tasks = ['search', 'barcode', 'portion', 'retry'] as const

export type Task = (typeof tasks)[number]

const extensions = { curl: 'sh', js: 'js', py: 'py', swift: 'swift', kt: 'kt' } as const

export type Language = CodeTab & keyof typeof extensions

export const languages = Object.entries(extensions).map(([id, extension]) => ({
  id: id as Language,
  extension,
}))

/** The URL in the sample files, the default of API_PUBLIC_URL. */
export const localApiUrl = 'http://localhost:8080'

/** The barcode and the search in the sample files, for which there are demo foods. */
export const sampleBarcode = '051500255162'
export const sampleQuery = 'whole milk'

const samples = new Map(
  tasks.flatMap(task =>
    languages.map(({ id, extension }) => [
      `${task} ${id}`,
      readFileSync(new URL(`./samples/${task}.${extension}`, import.meta.url), 'utf8'),
    ]),
  ),
)

export function sampleText(
  task: Task,
  language: Language,
  apiUrl: string,
  { barcode, query } = { barcode: sampleBarcode, query: sampleQuery },
): string {
  const text = samples.get(`${task} ${language}`)
  if (text === undefined) throw new Error(`no sample for ${task} in ${language}`)
  return text
    .replaceAll(localApiUrl, apiUrl)
    .replaceAll(sampleBarcode, barcode)
    .replaceAll(sampleQuery, query)
}
