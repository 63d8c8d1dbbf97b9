// Assertions. A failure names the request, what was expected and what was received.
import { type HttpResponse, shorten } from './client.ts'
import { CheckFailed } from './types.ts'

export function expectThat(
  truth: boolean,
  response: HttpResponse,
  expected: string,
  seen?: string,
): asserts truth {
  if (truth) return
  throw new CheckFailed(`${response.request}: expected ${expected}, saw ${seen ?? summarize(response)}`)
}

function summarize(response: HttpResponse): string {
  return `${response.status} ${shorten(response.text, 200)}`.trim()
}

export function expectStatus(response: HttpResponse, status: number): void {
  expectThat(response.status === status, response, `status ${status}`)
}

export function expectJson(response: HttpResponse): void {
  expectHeader(response, 'content-type', /^application\/json\s*(;|$)/i)
  expectThat(response.json !== undefined, response, 'a JSON body')
}

/** The whole body, with its fields in the given order; only whitespace may differ. */
export function expectBody(response: HttpResponse, status: number, body: unknown): void {
  const wanted = JSON.stringify(body)
  const same = response.status === status && JSON.stringify(response.json) === wanted
  expectThat(same, response, `${status} ${shorten(wanted, 300)}`)
  expectJson(response)
}

export function expectDetail(response: HttpResponse, status: number, detail: string): void {
  expectBody(response, status, { detail })
}

export function expectHeader(response: HttpResponse, name: string, value: string | RegExp): void {
  const seen = response.headers[name]
  const fits = seen !== undefined && (typeof value === 'string' ? seen === value : value.test(seen))
  expectThat(fits, response, `the header ${name}: ${value}`, seen === undefined ? 'none' : `"${seen}"`)
}

export function expectNoHeader(response: HttpResponse, name: string): void {
  const seen = response.headers[name]
  expectThat(seen === undefined, response, `no header ${name}`, `"${seen}" (status ${response.status})`)
}

export function expectSameBytes(response: HttpResponse, model: HttpResponse): void {
  const same = response.status === model.status && response.rawBody.equals(model.rawBody)
  expectThat(same, response, `the same response as ${model.request}, ${summarize(model)}`)
}

/** As the specification words it, and as rule unauthorized-bytes adds: with WWW-Authenticate. */
export function expect401(response: HttpResponse): void {
  expectDetail(response, 401, 'Missing or invalid API key')
  expectHeader(response, 'www-authenticate', 'Bearer')
}

/** Collects differences over many items into one failure: a count and the first three. */
export function expectNone(differences: string[], of: number, what: string): void {
  if (differences.length === 0) return
  const first = differences.slice(0, 3).join('\n')
  throw new CheckFailed(`${of - differences.length} of ${of} ${what}; the first differences:\n${first}`)
}
