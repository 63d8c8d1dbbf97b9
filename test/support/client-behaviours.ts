// Runs the cases of clients/behaviours.json with @larder/client. Without imports at run time, so that every runtime can run it.
import type * as Larder from '@larder/client'
import type { Step } from '../../lab/faulty-server.ts'

export interface Behaviours {
  cases: Case[]
  /** What the client says when it cannot be created. */
  creation: { name: string; options: Record<string, unknown>; messageIncludes: string[] }[]
}

interface Case {
  name: string
  /** The method, and its arguments. */
  call: unknown[]
  options?: Record<string, unknown>
  /** How often the call is made; the last one counts. */
  repeat?: number
  server: Step[]
  expected: Expected
}

interface Expected {
  /** Of all calls together, as the hook reports them. */
  attempts: number
  /** The least and the most seconds before each retry. */
  delays?: [number, number][]
  result?: unknown
  /** What a search says of its result, null for undefined. */
  found?: { match: string | null; searchedFor: string | null }
  error?: Record<string, unknown> & { messageIncludes?: string[] }
  requests?: object[]
  rateLimit?: object | null
}

// Browsers open at most six connections to a server, and time starts while a request waits for one.
const maxConcurrentCases = 4

/** What differs from the table; nothing if all is as it says. */
export async function differencesFromTable(
  larder: typeof Larder,
  { cases, creation }: Behaviours,
  serverUrl: string,
): Promise<string[]> {
  const found: string[] = []
  const waiting = [...cases]
  const work = async () => {
    for (let each = waiting.shift(); each; each = waiting.shift())
      found.push(...(await differencesOfCase(larder, each, serverUrl)))
  }
  await Promise.all(Array.from({ length: maxConcurrentCases }, work))
  for (const { name, options, messageIncludes } of creation) {
    const message = creationError(larder, options)
    found.push(...missingIn(message, messageIncludes).map(text => `${name}: ${text}`))
  }
  return found
}

function creationError(larder: typeof Larder, options: Record<string, unknown>): string {
  try {
    larder.createClient({ baseUrl: 'https://api.example', ...options })
    return 'no error'
  } catch (error) {
    return String(error)
  }
}

async function differencesOfCase(larder: typeof Larder, each: Case, serverUrl: string): Promise<string[]> {
  const { call, options = {}, repeat = 1, server, expected } = each
  const baseUrl = `${serverUrl}/${Math.random().toString(36).slice(2)}`
  await fetch(baseUrl, { method: 'PUT', body: JSON.stringify(server) })
  const attempts: Larder.Attempt[] = []
  const client = larder.createClient({
    baseUrl,
    ...options,
    onAttempt: attempt => {
      attempts.push(attempt)
    },
  })
  let outcome: { result?: unknown; error?: unknown } = {}
  for (let time = 0; time < repeat; time++)
    outcome = await settle(client, call).then(
      result => ({ result }),
      error => ({ error }),
    )
  const requests: object[] = await (await fetch(baseUrl)).json()
  // A request that the client gave up may not have arrived.
  const hasLost = options['timeoutSeconds'] === undefined && requests.length < attempts.length
  return [
    ...differences(expected.attempts, attempts.length, 'attempts'),
    ...(hasLost ? [`only ${requests.length} requests arrived`] : []),
    ...(expected.requests ? differences(expected.requests, requests, 'requests') : []),
    ...(expected.rateLimit === undefined
      ? []
      : differences(expected.rateLimit, inSeconds(client.rateLimit), 'rateLimit')),
    ...delayProblems(expected, attempts),
    ...outcomeProblems(expected, outcome, larder),
  ].map(problem => `${each.name}: ${problem}`)
}

function outcomeProblems(
  { result, found, error: expectedError }: Expected,
  outcome: { result?: unknown; error?: unknown },
  { LarderError }: typeof Larder,
): string[] {
  if (!expectedError)
    return 'error' in outcome
      ? [String(outcome.error)]
      : [
          ...differences(result, outcome.result, 'result'),
          ...(found ? differences(found, matchOf(outcome.result as Larder.FoundFoods), 'found') : []),
        ]
  const { error } = outcome
  if (!(error instanceof LarderError)) return [`no LarderError: ${JSON.stringify(outcome)} ${error}`]
  const { messageIncludes = [], ...members } = expectedError
  return [...differences(members, error, 'error'), ...missingIn(error.message, messageIncludes)]
}

function matchOf({ match, searchedFor }: Larder.FoundFoods): object {
  return { match: match ?? null, searchedFor: searchedFor ?? null }
}

function missingIn(message: string, texts: string[]): string[] {
  return texts
    .filter(text => !message.includes(text))
    .map(text => `${JSON.stringify(message)} does not include ${JSON.stringify(text)}`)
}

async function settle(client: Larder.LarderClient, [method, ...args]: unknown[]): Promise<unknown> {
  const call = client[method as 'search'] as (...args: unknown[]) => unknown
  const result = call(...args)
  if (!(Object(result) as object)[Symbol.asyncIterator as never]) return result
  const items: unknown[] = []
  for await (const item of result as AsyncIterable<unknown>) items.push(item)
  return items
}

function inSeconds(rateLimit: Larder.RateLimit | undefined): object | null {
  return rateLimit ? { ...rateLimit, resetsAt: rateLimit.resetsAt.getTime() / 1000 } : null
}

function delayProblems({ delays }: Expected, attempts: Larder.Attempt[]): string[] {
  if (!delays) return []
  const waits = attempts.flatMap(({ retryInSeconds }) => retryInSeconds ?? [])
  const isAsExpected =
    waits.length === delays.length &&
    delays.every(([least, most], index) => {
      const wait = waits[index] ?? -1
      return wait >= least && wait <= most
    })
  return isAsExpected ? [] : [`waits of ${waits} seconds instead of ${JSON.stringify(delays)}`]
}

/** Members that are not expected may exist; a list has exactly the expected elements. */
function differences(expected: unknown, actual: unknown, path: string): string[] {
  if (Array.isArray(expected) && Array.isArray(actual) && expected.length !== actual.length)
    return [`${path} has ${actual.length} elements instead of ${expected.length}: ${JSON.stringify(actual)}`]
  if (Object(expected) === expected && Object(actual) === actual)
    return Object.entries(expected as object).flatMap(([name, value]) =>
      differences(value, (actual as Record<string, unknown>)[name], `${path}.${name}`),
    )
  return expected === actual
    ? []
    : [`${path} is ${JSON.stringify(actual)} instead of ${JSON.stringify(expected)}`]
}
