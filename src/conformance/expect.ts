// What rules assert with. A failure names the request, what was expected and what was seen.
import { type Answer, shorten } from './client.ts'
import { ConformanceFailure } from './contract.ts'

export function expectThat(truth: boolean, answer: Answer, expected: string, seen?: string): asserts truth {
  if (truth) return
  throw new ConformanceFailure(`${answer.request}: expected ${expected}, saw ${seen ?? inBrief(answer)}`)
}

function inBrief(answer: Answer): string {
  return `${answer.status} ${shorten(answer.text, 200)}`.trim()
}

export function expectStatus(answer: Answer, status: number): void {
  expectThat(answer.status === status, answer, `status ${status}`)
}

export function expectJson(answer: Answer): void {
  expectHeader(answer, 'content-type', /^application\/json(; ?charset=utf-8)?$/i)
  expectThat(answer.json !== undefined, answer, 'a JSON body')
}

/** The whole body, its members in the given order; only white space is free. */
export function expectBody(answer: Answer, status: number, body: unknown): void {
  const wanted = JSON.stringify(body)
  const same = answer.status === status && JSON.stringify(answer.json) === wanted
  expectThat(same, answer, `${status} ${shorten(wanted, 300)}`)
  expectJson(answer)
}

export function expectDetail(answer: Answer, status: number, detail: string): void {
  expectBody(answer, status, { detail })
}

export function expectHeader(answer: Answer, name: string, value: string | RegExp): void {
  const seen = answer.headers[name]
  const fits = seen !== undefined && (typeof value === 'string' ? seen === value : value.test(seen))
  expectThat(fits, answer, `the header ${name}: ${value}`, seen === undefined ? 'none' : `"${seen}"`)
}

export function expectNoHeader(answer: Answer, name: string): void {
  const seen = answer.headers[name]
  expectThat(seen === undefined, answer, `no header ${name}`, `"${seen}" (status ${answer.status})`)
}

export function expectSameBytes(answer: Answer, model: Answer): void {
  const same = answer.status === model.status && answer.rawBody.equals(model.rawBody)
  expectThat(same, answer, `what ${model.request} answers, ${inBrief(model)}`)
}

export const unauthorized = 'Missing or invalid API key'

export function expect401(answer: Answer): void {
  expectDetail(answer, 401, unauthorized)
  expectHeader(answer, 'www-authenticate', 'Bearer')
}

/** Collects differences over many items into one failure: a count and the first three. */
export function expectNone(differences: string[], of: number, what: string): void {
  if (differences.length === 0) return
  const first = differences.slice(0, 3).join('\n')
  throw new ConformanceFailure(
    `${of - differences.length} of ${of} ${what}; the first differences:\n${first}`,
  )
}
