// Whether response times reveal which account names exist: alternates unknown names and wrong passwords.

import { visitWebsite } from '../lab/clients/web-visitor.ts'
import { atMost, printTable } from '../lab/report.ts'
import { median, quantile } from '../lab/statistics.ts'
import { withConnection } from '../src/platform/database/pool.ts'

const maxDifference = 0.05
// 0.5 is pure chance; with 200 samples each, the standard error is 0.03.
const maxGuessAccuracy = 0.6

export async function measureTimingLeak(
  websiteUrl: string,
  databaseUrl: string,
  attempts: number,
): Promise<void> {
  await createAccounts(websiteUrl, databaseUrl, attempts)
  const times = { 'wrong password': [] as number[], 'unknown name': [] as number[] }
  for (let n = 1 - attempts / 10; n <= attempts; n++) {
    const pair = [
      ['wrong password', `known-${n}`],
      ['unknown name', `knows-${n}`],
    ] as const
    for (const [kind, login] of n % 2 ? pair : pair.toReversed()) {
      const ms = await timeSignIn(websiteUrl, login, n)
      if (n > 0) times[kind].push(ms) // the first tenth is warm-up
    }
  }

  const [wrong, unknown] = [times['wrong password'], times['unknown name']]
  const difference = median(wrong) - median(unknown)
  printTable(
    ['sign-in with', 'attempts', 'p10 ms', 'median ms', 'p90 ms'],
    Object.entries(times).map(([kind, each]) => [
      kind,
      String(each.length),
      ...[0.1, 0.5, 0.9].map(share => quantile(each, share).toFixed(2)),
    ]),
  )
  printTable(
    ['difference of the medians ms', 'as a share', 'accuracy of guessing by time'],
    [
      [
        difference.toFixed(2),
        atMost(Math.abs(difference) / median(unknown), {
          of: 'difference between a wrong password and an unknown name, as a share of the time',
          target: maxDifference,
          digits: 3,
        }),
        atMost(guessAccuracy(wrong, unknown), {
          of: 'accuracy of guessing by time',
          target: maxGuessAccuracy,
          digits: 2,
        }),
      ],
    ],
  )
}

/** One account per attempt, so that none is rate-limited. */
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

async function timeSignIn(websiteUrl: string, login: string, n: number): Promise<number> {
  const visitor = visitWebsite(websiteUrl, { 'x-forwarded-for': `10.1.${(n >> 8) & 255}.${n & 255}` })
  const page = await visitor.open('/sign-in')
  const started = performance.now()
  const { status, text } = await visitor.sendFrom(page, '/sign-in', { login, password: 'not the password' })
  const ms = performance.now() - started
  if (status !== 403) throw new Error(`a wrong sign-in got ${status}:\n${text}`)
  return ms
}

/** Share of all pairs that the better of the two rules "the slower one is …" classifies correctly (AUC). */
function guessAccuracy(one: number[], other: number[]): number {
  let slower = 0
  for (const a of one) for (const b of other) slower += a > b ? 1 : a === b ? 0.5 : 0
  const share = slower / (one.length * other.length)
  return Math.max(share, 1 - share)
}
