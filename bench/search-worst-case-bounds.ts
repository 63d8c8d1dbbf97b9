// Whether any query takes too long, whatever it is made of.

import { atMost, printTable, shown } from '../lab/report.ts'
import type { Answer, Asked, Search } from './search-client.ts'
import { type CatalogWords, nastyQueries, specialQueries, unicodeQueries } from './search-worst-case.ts'

const barMs = 60
const asks = 3
const rowsShown = 15

interface Timed extends Asked {
  what: string
  ms: number
  /** The best of some more asks, if it took too long: a stall of the machine is over by then. */
  msAgain?: number
  /** Of an answer that was none. */
  otherStatus?: number
}

export async function measureNasty(search: Search, words: CatalogWords): Promise<void> {
  const timed: Timed[] = []
  for (const [what, q] of nastyQueries(words)) {
    for (const source of [undefined, 'ai_estimate', 'off']) {
      const answers: Answer[] = []
      const asked = { q, ...(source && { source }) }
      for (let ask = 0; ask < asks; ask++) answers.push(await search(asked))
      timed.push(await timing(search, what, asked, answers))
    }
  }
  printCounts([['nasty', timed]])
  printWorst(timed)
}

export async function measureUnicode(search: Search, words: CatalogWords): Promise<void> {
  const groups: [string, Timed[]][] = []
  for (const [what, queries] of [
    ['random Unicode', unicodeQueries(10_000)],
    ['special characters', specialQueries(1_000, words)],
  ] as const) {
    const timed: Timed[] = []
    for (const q of queries) timed.push(await timing(search, what, { q }, [await search({ q })]))
    groups.push([what, timed])
  }
  printCounts(groups)
  printWorst(groups.flatMap(([, timed]) => timed).filter(isBad))
}

async function timing(search: Search, what: string, asked: Asked, answers: Answer[]): Promise<Timed> {
  const other = answers.find(({ status }) => status !== 200)
  const ms = Math.max(...answers.map(answer => answer.ms))
  return {
    ...asked,
    what,
    ms,
    ...(ms > barMs && { msAgain: await bestOf(search, asked) }),
    ...(other && { otherStatus: other.status }),
  }
}

async function bestOf(search: Search, asked: Asked): Promise<number> {
  let best = Number.POSITIVE_INFINITY
  for (let ask = 0; ask < asks; ask++) best = Math.min(best, (await search(asked)).ms)
  return best
}

function printCounts(groups: [string, Timed[]][]): void {
  printTable(
    ['queries', 'asked', 'not answered 200', `above ${barMs} ms`, 'always', 'worst ms'],
    groups.map(([what, timed]) => [
      what,
      String(timed.length),
      atMost(timed.filter(({ otherStatus }) => otherStatus !== undefined).length, {
        of: `${what}: queries not answered 200`,
        bar: 0,
        digits: 0,
      }),
      atMost(timed.filter(({ ms }) => ms > barMs).length, {
        of: `${what}: queries above ${barMs} ms`,
        bar: 0,
        digits: 0,
      }),
      String(timed.filter(({ msAgain = 0 }) => msAgain > barMs).length),
      Math.max(...timed.map(({ ms }) => ms)).toFixed(1),
    ]),
  )
}

function isBad({ ms, otherStatus }: Timed): boolean {
  return ms > barMs || otherStatus !== undefined
}

/** Those without an answer, then the slowest; all of the bad ones, as each is to be looked at. */
function printWorst(timed: Timed[]): void {
  const worst = timed.toSorted(
    (one, other) => (other.otherStatus ?? 0) - (one.otherStatus ?? 0) || other.ms - one.ms,
  )
  const rows = worst.slice(0, Math.max(rowsShown, timed.filter(isBad).length))
  if (rows.length === 0) return
  printTable(
    ['worst', 'query', 'source', 'ms', 'best ms again', 'status'],
    rows.map(({ what, q, source, ms, msAgain, otherStatus }) => [
      what,
      shown(q),
      source ?? '',
      ms.toFixed(1),
      msAgain?.toFixed(1) ?? '',
      String(otherStatus ?? 200),
    ]),
  )
}
