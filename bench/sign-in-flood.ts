// A password-guessing attack, while other clients look up foods and the account owner attempts to sign in.
import { setTimeout as wait } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'
import { ask } from '../lab/clients/http.ts'
import { visitWebsite, type WebVisitor } from '../lab/clients/web-visitor.ts'
import { atLeast, atMost, printTable } from '../lab/report.ts'
import { mean, quantile } from '../lab/statistics.ts'
import type { Flood, FloodResult } from './sign-in-flood-worker.ts'

const signInsPerSecond = 200
const foodsPerSecond = 100
const maxP99Ms = 100

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

export async function floodSignIn(load: SignInLoad): Promise<void> {
  const browser = visitWebsite(load.websiteUrl, { 'x-forwarded-for': '192.0.2.1' })
  await browser.send('/sign-up', '/sign-up', { name: owner.login, password: owner.password, email: '' })
  // A freshly started server is slow.
  await lookUpFoods({ ...load, seconds: warmUpSeconds })
  const rows: string[][] = []
  for (const from of ['none', 'one address', 'many addresses'] as const) {
    const [result, lookups, signIns] = await Promise.all([
      from === 'none'
        ? undefined
        : startFlood({ ...load, from, perSecond: signInsPerSecond, login: owner.login }),
      lookUpFoods(load),
      from === 'none' ? [] : signInRepeatedly(browser, load.seconds),
    ])
    rows.push(rowOf(from, load, result, lookups, signIns))
    process.stderr.write(`flood from ${from}: done\n`)
  }
  printTable(
    [
      'flood from',
      'sign-ins/s',
      'responses',
      'p99 ms',
      '/food p50 ms',
      '/food p99 ms',
      '/food errors',
      'owner sign-ins',
      'attempts',
      'seconds to sign in',
    ],
    rows,
  )
}

function rowOf(
  from: string,
  { seconds }: SignInLoad,
  result: FloodResult | undefined,
  lookups: Lookups,
  signIns: SignInAttempt[],
): string[] {
  const isBaseline = result === undefined
  const maxWait = Math.max(0, ...signIns.map(signIn => signIn.seconds))
  return [
    from,
    isBaseline ? '' : (result.times.length / seconds).toFixed(0),
    isBaseline
      ? ''
      : Object.entries(result.statuses)
          .map(([status, count]) => `${count} × ${status}`)
          .join(', '),
    isBaseline ? '' : quantile(result.times, 0.99).toFixed(0),
    quantile(lookups.times, 0.5).toFixed(1),
    atMost(quantile(lookups.times, 0.99), {
      of: `/food p99, flood from ${from}`,
      target: maxP99Ms,
      digits: 1,
    }),
    atMost(lookups.failures, { of: `/food errors, flood from ${from}`, target: 0, digits: 0 }),
    isBaseline
      ? ''
      : atLeast(signIns.filter(({ isSignedIn }) => isSignedIn).length, {
          of: `owner sign-ins, flood from ${from}`,
          target: 1,
          digits: 0,
        }),
    isBaseline ? '' : mean(signIns.map(({ attempts }) => attempts)).toFixed(1),
    isBaseline
      ? ''
      : `${mean(signIns.map(signIn => signIn.seconds)).toFixed(1)}, at most ${maxWait.toFixed(1)}`,
  ]
}

/** In a separate thread, so that the food lookups are not slowed down by a busy client. */
async function startFlood(flood: Flood): Promise<FloodResult> {
  const worker = new Worker(new URL('sign-in-flood-worker.ts', import.meta.url), { workerData: flood })
  return new Promise((resolve, reject) => {
    worker.once('message', resolve)
    worker.once('error', reject)
  })
}

interface Lookups {
  /** Milliseconds from when each request was due, so that waiting behind a slow one counts. */
  times: number[]
  failures: number
}

async function lookUpFoods({ apiUrl, key, foods, seconds }: SignInLoad): Promise<Lookups> {
  const start = performance.now()
  let failures = 0
  const lookups = Array.from({ length: seconds * foodsPerSecond }, async (_, n) => {
    const dueAt = start + (1_000 * n) / foodsPerSecond
    await wait(Math.max(0, dueAt - performance.now()))
    const { status } = await ask(apiUrl, `/food/${1 + Math.floor(Math.random() * foods)}`, { key })
    if (status !== 200) failures++
    return performance.now() - dueAt
  })
  return { times: await Promise.all(lookups), failures }
}

interface SignInAttempt {
  attempts: number
  seconds: number
  /** False if the flood ended before. */
  isSignedIn: boolean
}

/** The owner signs in from a known device after losing the session, and honours Retry-After. */
async function signInRepeatedly(browser: WebVisitor, seconds: number): Promise<SignInAttempt[]> {
  const signIns: SignInAttempt[] = []
  const end = performance.now() + 1_000 * seconds
  await wait(1_000)
  while (performance.now() < end) {
    const startedAt = performance.now()
    const signIn = { attempts: 0, seconds: 0, isSignedIn: false }
    browser.cookies.delete(sessionCookie)
    while (!signIn.isSignedIn && performance.now() < end) {
      signIn.attempts++
      const page = await browser.open('/sign-in')
      const response = page.status === 200 ? await browser.sendFrom(page, '/sign-in', owner) : page
      signIn.isSignedIn = response.status === 303
      if (!signIn.isSignedIn) await wait(1_000 * Number(response.headers['retry-after'] ?? 1))
    }
    signIn.seconds = (performance.now() - startedAt) / 1_000
    signIns.push(signIn)
    await wait(1_000)
  }
  return signIns
}
