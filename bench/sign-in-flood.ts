// Somebody tries passwords as fast as they can, while others look up foods and the owner wants to get in.
import { setTimeout as wait } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'
import { ask } from '../lab/clients/http.ts'
import { visitWebsite, type WebVisitor } from '../lab/clients/web-visitor.ts'
import { atLeast, atMost, printTable } from '../lab/report.ts'
import { mean, quantile } from '../lab/statistics.ts'
import type { Storm, StormAnswers } from './sign-in-flood-worker.ts'

const signInsASecond = 200
const foodsASecond = 100
const p99BarMs = 100

export interface SignInLoad {
  apiUrl: string
  websiteUrl: string
  key: string
  foods: number
  seconds: number
}

const warmUpSeconds = 3
const sessionCookie = '__Host-larder'
const owner = { login: 'owner', password: 'nine clouds above a red barn' }

export async function stormWebsite(load: SignInLoad): Promise<void> {
  const browser = visitWebsite(load.websiteUrl, { 'x-forwarded-for': '192.0.2.1' })
  await browser.send('/sign-up', '/sign-up', { name: owner.login, password: owner.password, email: '' })
  // A server that has just started is slow by itself.
  await lookUpFoods({ ...load, seconds: warmUpSeconds })
  const rows: string[][] = []
  for (const from of ['nobody', 'one address', 'many addresses'] as const) {
    const [answers, lookups, entries] = await Promise.all([
      from === 'nobody' ? undefined : raise({ ...load, from, perSecond: signInsASecond, login: owner.login }),
      lookUpFoods(load),
      from === 'nobody' ? [] : signInAgainAndAgain(browser, load.seconds),
    ])
    rows.push(rowOf(from, load, answers, lookups, entries))
    process.stderr.write(`storm from ${from}: done\n`)
  }
  printTable(
    [
      'storm from',
      'sign-ins/s',
      'answered',
      'p99 ms',
      '/food p50 ms',
      '/food p99 ms',
      '/food not 200',
      'the owner got in',
      'tries',
      'seconds to get in',
    ],
    rows,
  )
}

function rowOf(
  from: string,
  { seconds }: SignInLoad,
  answers: StormAnswers | undefined,
  lookups: Lookups,
  entries: Entry[],
): string[] {
  const isCalm = answers === undefined
  const worstWait = Math.max(0, ...entries.map(entry => entry.seconds))
  return [
    from,
    isCalm ? '' : (answers.times.length / seconds).toFixed(0),
    isCalm
      ? ''
      : Object.entries(answers.statuses)
          .map(([status, count]) => `${count} × ${status}`)
          .join(', '),
    isCalm ? '' : quantile(answers.times, 0.99).toFixed(0),
    quantile(lookups.times, 0.5).toFixed(1),
    atMost(quantile(lookups.times, 0.99), { of: `/food p99, storm from ${from}`, bar: p99BarMs, digits: 1 }),
    atMost(lookups.failures, { of: `/food not answered 200, storm from ${from}`, bar: 0, digits: 0 }),
    isCalm
      ? ''
      : atLeast(entries.filter(({ isIn }) => isIn).length, {
          of: `how often the owner got in, storm from ${from}`,
          bar: 1,
          digits: 0,
        }),
    isCalm ? '' : mean(entries.map(({ tries }) => tries)).toFixed(1),
    isCalm ? '' : `${mean(entries.map(entry => entry.seconds)).toFixed(1)}, at most ${worstWait.toFixed(1)}`,
  ]
}

/** In a thread of its own, so that the times of foods are not those of a busy client. */
async function raise(storm: Storm): Promise<StormAnswers> {
  const worker = new Worker(new URL('accounts-storm-worker.ts', import.meta.url), { workerData: storm })
  return new Promise((resolve, reject) => {
    worker.once('message', resolve)
    worker.once('error', reject)
  })
}

interface Lookups {
  /** Milliseconds of each, from the moment it was due: who waits behind a slow one is slow too. */
  times: number[]
  failures: number
}

async function lookUpFoods({ apiUrl, key, foods, seconds }: SignInLoad): Promise<Lookups> {
  const start = performance.now()
  let failures = 0
  const asked = Array.from({ length: seconds * foodsASecond }, async (_, n) => {
    const dueAt = start + (1_000 * n) / foodsASecond
    await wait(Math.max(0, dueAt - performance.now()))
    const { status } = await ask(apiUrl, `/food/${1 + Math.floor(Math.random() * foods)}`, { key })
    if (status !== 200) failures++
    return performance.now() - dueAt
  })
  return { times: await Promise.all(asked), failures }
}

interface Entry {
  tries: number
  seconds: number
  /** False: the storm was over before. */
  isIn: boolean
}

/** The owner with the browser that the account knows, whose session is lost; sent away, they wait as long as they were told to. */
async function signInAgainAndAgain(browser: WebVisitor, seconds: number): Promise<Entry[]> {
  const entries: Entry[] = []
  const end = performance.now() + 1_000 * seconds
  await wait(1_000)
  while (performance.now() < end) {
    const begun = performance.now()
    const entry = { tries: 0, seconds: 0, isIn: false }
    browser.cookies.delete(sessionCookie)
    while (!entry.isIn && performance.now() < end) {
      entry.tries++
      const page = await browser.open('/sign-in')
      const answer = page.status === 200 ? await browser.sendFrom(page, '/sign-in', owner) : page
      entry.isIn = answer.status === 303
      if (!entry.isIn) await wait(1_000 * Number(answer.headers['retry-after'] ?? 1))
    }
    entry.seconds = (performance.now() - begun) / 1_000
    entries.push(entry)
    await wait(1_000)
  }
  return entries
}
