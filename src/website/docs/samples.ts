// Loads the code samples. The files run as they are against a local service and are shown with this deployment's URL.
import { readFileSync } from 'node:fs'

export const tasks = ['search', 'barcode', 'portion', 'retry'] as const

export type Task = (typeof tasks)[number]

export const languages = [
  { id: 'curl', name: 'curl', extension: 'sh' },
  { id: 'javascript', name: 'JavaScript', extension: 'js' },
  { id: 'python', name: 'Python', extension: 'py' },
  { id: 'swift', name: 'Swift', extension: 'swift' },
  { id: 'kotlin', name: 'Kotlin', extension: 'kt' },
] as const

export type Language = (typeof languages)[number]['id']

/** The URL in the sample files, the default of API_PUBLIC_URL. */
const localApiUrl = 'http://localhost:8080'

const samples = new Map(
  tasks.flatMap(task =>
    languages.map(({ id, extension }) => [
      `${task} ${id}`,
      readFileSync(new URL(`./samples/${task}.${extension}`, import.meta.url), 'utf8'),
    ]),
  ),
)

export function sampleText(task: Task, language: Language, apiUrl: string): string {
  const text = samples.get(`${task} ${language}`)
  if (text === undefined) throw new Error(`no sample for ${task} in ${language}`)
  return text.replaceAll(localApiUrl, apiUrl)
}
