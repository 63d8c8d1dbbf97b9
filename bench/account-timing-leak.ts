// Whether the time of an answer tells which names there are: unknown names and wrong passwords by turns.

import { visitWebsite } from '../lab/clients/web-visitor.ts'
import { atMost, printTable } from '../lab/report.ts'
import { median, quantile } from '../lab/statistics.ts'
import { withConnection } from '../src/platform/database/pool.ts'

const differenceBar = 0.05
// 0.5: no better than a coin; with 200 of each, chance alone moves it by 0.03 (one standard error).
const tellingBar = 0.6

export async function tellApart(websiteUrl: string, databaseUrl: string, tries: number): Promise<void> {
  await createAccounts(websiteUrl, databaseUrl, tries)
  const times = { 'wrong password': [] as number[], 'unknown name': [] as number[] }
  for (let n = 1 - tries / 10; n <= tries; n++) {
    const turn = [
      ['wrong password', `known-${n}`],
      ['unknown name', `knows-${n}`],
    ] as const
    for (const [kind, login] of n % 2 ? turn : turn.toReversed()) {
      const ms = await timeOf(websiteUrl, login, n)
      if (n > 0) times[kind].push(ms) // the first tenth is for warming up
    }
  }

  const [wrong, unknown] = [times['wrong password'], times['unknown name']]
  const difference = median(wrong) - median(unknown)
  printTable(
    ['sign-in with', 'tries', 'p10 ms', 'median ms', 'p90 ms'],
    Object.entries(times).map(([kind, each]) => [
      kind,
      String(each.length),
      ...[0.1, 0.5, 0.9].map(share => quantile(each, share).toFixed(2)),
    ]),
  )
  printTable(
    ['difference of the medians ms', 'as a share', 'how often a guess by time would be right'],
    [
      [
        difference.toFixed(2),
        atMost(Math.abs(difference) / median(unknown), {
          of: 'the difference between a wrong password and an unknown name, as a share of the time',
          bar: differenceBar,
          digits: 3,
        }),
        atMost(shareToldApart(wrong, unknown), {
          of: 'how often the slower of two is told by its time',
          bar: tellingBar,
          digits: 2,
        }),
      ],
    ],
  )
}

/** One account for each try, so that none is slowed down for guessing. */
async function createAccounts(websiteUrl: string, databaseUrl: string, count: number): Promise<void> {
  const visitor = visitWebsite(websiteUrl, { 'x-forwarded-for': '192.0.2.2' })
  const typed = { name: 'template', password: 'nine clouds above a red barn', email: '' }
  await visitor.send('/sign-up', '/sign-up', typed)
  await withConnection(databaseUrl, client =>
    client.query(
      `insert into accounts (name, password_hash)
         select 'known-' || n, password_hash
           from accounts, generate_series($1::integer, $2::integer) as n
           where name = 'template'`,
      [1 - count / 10, count],
    ),
  )
}

async function timeOf(websiteUrl: string, login: string, n: number): Promise<number> {
  const visitor = visitWebsite(websiteUrl, { 'x-forwarded-for': `10.1.${(n >> 8) & 255}.${n & 255}` })
  const page = await visitor.open('/sign-in')
  const started = performance.now()
  const { status, text } = await visitor.sendFrom(page, '/sign-in', { login, password: 'not the password' })
  const ms = performance.now() - started
  if (status !== 403) throw new Error(`a wrong sign-in was answered ${status}:\n${text}`)
  return ms
}

/** Of all pairs of one and the other, the share that the better of the two rules "the slower one is …" gets right. */
function shareToldApart(one: number[], other: number[]): number {
  let slower = 0
  for (const a of one) for (const b of other) slower += a > b ? 1 : a === b ? 0.5 : 0
  const share = slower / (one.length * other.length)
  return Math.max(share, 1 - share)
}
