// The code samples: files that run as they are against a service at home, and are shown with the address of this one.
import { readFileSync } from 'node:fs'

export const tasks = ['search', 'barcode', 'portion', 'waiting'] as const

export type Task = (typeof tasks)[number]

export const languages = [
  { id: 'curl', name: 'curl', extension: 'sh' },
  { id: 'javascript', name: 'JavaScript', extension: 'js' },
  { id: 'python', name: 'Python', extension: 'py' },
  { id: 'swift', name: 'Swift', extension: 'swift' },
  { id: 'kotlin', name: 'Kotlin', extension: 'kt' },
] as const

export type Language = (typeof languages)[number]['id']

/** Stands in the files; the default of API_PUBLIC_URL. */
const addressInFiles = 'http://localhost:8080'

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
  if (text === undefined) throw new Error(`there is no sample for ${task} in ${language}`)
  return text.replaceAll(addressInFiles, apiUrl)
}
