// The storm itself: wrong sign-ins at a fixed rate, whatever becomes of those before, as a browser would send them.
import { setTimeout as wait } from 'node:timers/promises'
import { parentPort, workerData } from 'node:worker_threads'
import { ask } from '../lab/clients/http.ts'
import { textIn, visitWebsite } from '../lab/clients/web-visitor.ts'

export interface Storm {
  websiteUrl: string
  /** Every other try is at this account, the others at names that nobody has. */
  login: string
  from: 'one address' | 'many addresses'
  perSecond: number
  seconds: number
}

export interface StormAnswers {
  statuses: Record<string, number>
  /** Milliseconds, from the moment each was due. */
  times: number[]
}

const storm: Storm = workerData

const visitor = visitWebsite(storm.websiteUrl)
const page = await visitor.open('/sign-in')
const cookie = [...visitor.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
const token = textIn(page, /name="form_token" value="([^"]+)"/)

const statuses: Record<string, number> = {}
const start = performance.now()
const times = await Promise.all(
  Array.from({ length: storm.seconds * storm.perSecond }, async (_, n) => {
    const dueAt = start + (1_000 * n) / storm.perSecond
    await wait(Math.max(0, dueAt - performance.now()))
    const status = await tryPassword(n)
    statuses[status] = (statuses[status] ?? 0) + 1
    return performance.now() - dueAt
  }),
)
parentPort?.postMessage({ statuses, times } satisfies StormAnswers)

async function tryPassword(n: number): Promise<string> {
  const typed = {
    form_token: token,
    login: n % 2 ? storm.login : `nobody-${n}`,
    password: `a password that is wrong, number ${n}`,
  }
  try {
    const { status } = await ask(storm.websiteUrl, '/sign-in', {
      method: 'POST',
      headers: {
        cookie,
        origin: storm.websiteUrl,
        'content-type': 'application/x-www-form-urlencoded',
        'user-agent': 'A storm',
        'x-forwarded-for': storm.from === 'one address' ? '198.51.100.7' : randomAddress(),
      },
      body: new URLSearchParams(typed).toString(),
    })
    return String(status)
  } catch (error) {
    return (error as NodeJS.ErrnoException).code ?? 'broken'
  }
}

function randomAddress(): string {
  const part = () => Math.floor(Math.random() * 256)
  return `10.${part()}.${part()}.${part()}`
}
