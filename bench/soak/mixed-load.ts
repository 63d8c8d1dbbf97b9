// The mix of requests during a soak test, and the check of each response.
import { setTimeout as wait } from 'node:timers/promises'
import type { LoadRequest, Outcome } from '../../lab/clients/open-loop-load.ts'
import type { Deltas } from './delta.ts'
import type { Expected } from './expected.ts'
import type { RequestResult } from './results.ts'

// Percentages.
const shares: [kind: string, share: number][] = [
  ['/food', 53],
  ['/food, new connection', 5],
  ['/barcode', 20],
  ['/search', 12],
  ['/foods/popular', 4],
  ['/foods/categories', 1],
  ['website', 3],
  ['delta', 2],
]

export interface MixedLoad {
  next(): LoadRequest
  check(outcome: Outcome): RequestResult
  /** The first incorrect responses. */
  incorrect: string[]
}

interface LoadSettings {
  apiUrl: string
  websiteUrl: string
  key: string
  expected: Expected[]
  deltas: Deltas
}

const maxIncorrectShown = 20
const pageSampleSize = 100
// Nodes that have just started on a busy machine may need several attempts.
const maxAttempts = 20

export async function mixLoad({
  apiUrl,
  websiteUrl,
  key,
  expected,
  deltas,
}: LoadSettings): Promise<MixedLoad> {
  const headers = { authorization: `Bearer ${key}` }
  const titles = await readTitles(websiteUrl, expected)
  const bodies = new Map(expected.map(({ path, body }) => [path, body]))
  const paths = new Map<string, string[]>([['website', [...titles.keys()]]])
  for (const { kind, path } of expected) {
    const known = paths.get(kind) ?? []
    known.push(path)
    paths.set(kind, known)
  }
  const kinds = shares.flatMap(([kind, share]) => Array.from({ length: share }, () => kind))
  const incorrect: string[] = []
  const pathOf = (kind: string) => oneOf(paths.get(kind) ?? []) ?? '/health'

  function isCorrect({ request, status, text, dueAt }: Outcome): boolean {
    const { kind, path } = request
    if (kind === 'delta') return deltas.isCorrect(status, text, dueAt)
    return (
      status === 200 && (kind === 'website' ? titleIn(text) === titles.get(path) : text === bodies.get(path))
    )
  }

  return {
    incorrect,
    next() {
      const kind = oneOf(kinds) ?? '/food'
      if (kind === 'delta') return { kind, url: apiUrl, path: deltas.path(), headers }
      if (kind === '/food, new connection')
        return { kind, url: apiUrl, path: pathOf('/food'), headers, opensConnection: true }
      const path = pathOf(kind)
      return kind === 'website' ? { kind, url: websiteUrl, path } : { kind, url: apiUrl, path, headers }
    },
    check(outcome) {
      const { request, status, error, text, dueAt, ms } = outcome
      const isComplete = status > 0 && status < 500 && status !== 429
      const isIncorrect = isComplete && !isCorrect(outcome)
      if (isIncorrect && incorrect.length < maxIncorrectShown)
        incorrect.push(`${request.path}: ${status} ${text.slice(0, 300)}`)
      return { kind: request.kind, status, error, isIncorrect, dueAt, ms }
    },
  }
}

const oneOf = <T>(list: T[]) => list[Math.floor(Math.random() * list.length)]

/** Page titles before any fault is injected. */
async function readTitles(websiteUrl: string, expected: Expected[]): Promise<Map<string, string>> {
  const titles = new Map<string, string>()
  for (const { body } of expected.filter(({ kind }) => kind === '/food').slice(0, pageSampleSize)) {
    const path: string = JSON.parse(body).static_url
    let page = await fetch(`${websiteUrl}${path}`)
    for (let attempt = 1; page.status !== 200; attempt++) {
      if (attempt > maxAttempts) throw new Error(`${path} returned ${page.status}`)
      await wait(1_000)
      page = await fetch(`${websiteUrl}${path}`)
    }
    titles.set(path, titleIn(await page.text()))
  }
  return titles
}

function titleIn(page: string): string {
  return /<title>([^<]*)<\/title>/.exec(page)?.[1] ?? ''
}
