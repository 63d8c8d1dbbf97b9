// What is asked for while things break, and whether each answer is right.
import { setTimeout as wait } from 'node:timers/promises'
import type { Outcome, Question } from '../lab/clients/open-loop-load.ts'
import type { Deltas } from './delta.ts'
import type { Expected } from './expected.ts'
import type { Told } from './results.ts'

// Of a hundred requests.
const shares: [kind: string, share: number][] = [
  ['/food', 58],
  ['/barcode', 20],
  ['/search', 12],
  ['/foods/popular', 4],
  ['/foods/categories', 1],
  ['website', 3],
  ['delta', 2],
]

export interface MixedLoad {
  next(): Question
  judge(outcome: Outcome): Told
  /** The first of the answers that were wrong. */
  wrong: string[]
}

interface Asked {
  apiUrl: string
  websiteUrl: string
  key: string
  expected: Expected[]
  deltas: Deltas
}

const mostWrongShown = 20
const pagesAsked = 100
// Nodes that have just started on a busy machine may need some.
const calmTries = 20

export async function mixLoad({ apiUrl, websiteUrl, key, expected, deltas }: Asked): Promise<MixedLoad> {
  const headers = { authorization: `Bearer ${key}` }
  const titles = await readTitles(websiteUrl, expected)
  const bodies = new Map(expected.map(({ path, body }) => [path, body]))
  const paths = new Map<string, string[]>([['website', [...titles.keys()]]])
  for (const { kind, path } of expected) {
    const known = paths.get(kind) ?? []
    known.push(path)
    paths.set(kind, known)
  }
  const hundred = shares.flatMap(([kind, share]) => Array.from({ length: share }, () => kind))
  const wrong: string[] = []

  function isRight({ question, status, text, dueAt }: Outcome): boolean {
    const { kind, path } = question
    if (kind === 'delta') return deltas.isRight(status, text, dueAt)
    return (
      status === 200 && (kind === 'website' ? titleIn(text) === titles.get(path) : text === bodies.get(path))
    )
  }

  return {
    wrong,
    next() {
      const kind = oneOf(hundred) ?? '/food'
      if (kind === 'delta') return { kind, url: apiUrl, path: deltas.path(), headers }
      const path = oneOf(paths.get(kind) ?? []) ?? '/health'
      return kind === 'website' ? { kind, url: websiteUrl, path } : { kind, url: apiUrl, path, headers }
    },
    judge(outcome) {
      const { question, status, error, text, dueAt, ms } = outcome
      const isAnswer = status > 0 && status < 500 && status !== 429
      const isWrong = isAnswer && !isRight(outcome)
      if (isWrong && wrong.length < mostWrongShown)
        wrong.push(`${question.path}: ${status} ${text.slice(0, 300)}`)
      return { kind: question.kind, status, error, isWrong, dueAt, ms }
    },
  }
}

const oneOf = <T>(list: T[]) => list[Math.floor(Math.random() * list.length)]

/** As the pages bear them in calm. */
async function readTitles(websiteUrl: string, expected: Expected[]): Promise<Map<string, string>> {
  const titles = new Map<string, string>()
  for (const { body } of expected.filter(({ kind }) => kind === '/food').slice(0, pagesAsked)) {
    const path: string = JSON.parse(body).static_url
    let page = await fetch(`${websiteUrl}${path}`)
    for (let tries = 1; page.status !== 200; tries++) {
      if (tries > calmTries) throw new Error(`${path} is answered ${page.status}`)
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
