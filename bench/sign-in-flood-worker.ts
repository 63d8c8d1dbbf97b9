// Sends wrong sign-ins like a browser, at a fixed rate regardless of earlier responses.
import { setTimeout as wait } from 'node:timers/promises'
import { parentPort, workerData } from 'node:worker_threads'
import { ask } from '../lab/clients/http.ts'
import { textIn, visitWebsite } from '../lab/clients/web-visitor.ts'

export interface Flood {
  websiteUrl: string
  /** Every other attempt is for this account, the rest for unknown names. */
  login: string
  from: 'one address' | 'many addresses'
  perSecond: number
  seconds: number
}

export interface FloodResult {
  statuses: Record<string, number>
  /** Milliseconds from when each was due. */
  times: number[]
}

const flood: Flood = workerData

const visitor = visitWebsite(flood.websiteUrl)
const page = await visitor.open('/sign-in')
const cookie = [...visitor.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
const token = textIn(page, /name="form_token" value="([^"]+)"/)

const statuses: Record<string, number> = {}
const start = performance.now()
const times = await Promise.all(
  Array.from({ length: flood.seconds * flood.perSecond }, async (_, n) => {
    const dueAt = start + (1_000 * n) / flood.perSecond
    await wait(Math.max(0, dueAt - performance.now()))
    const status = await tryPassword(n)
    statuses[status] = (statuses[status] ?? 0) + 1
    return performance.now() - dueAt
  }),
)
parentPort?.postMessage({ statuses, times } satisfies FloodResult)

async function tryPassword(n: number): Promise<string> {
  const typed = {
    form_token: token,
    login: n % 2 ? flood.login : `nobody-${n}`,
    password: `a password that is wrong, number ${n}`,
  }
  try {
    const { status } = await ask(flood.websiteUrl, '/sign-in', {
      method: 'POST',
      headers: {
        cookie,
        origin: flood.websiteUrl,
        'content-type': 'application/x-www-form-urlencoded',
        'user-agent': 'sign-in flood',
        'x-forwarded-for': flood.from === 'one address' ? '198.51.100.7' : randomAddress(),
      },
      body: new URLSearchParams(typed).toString(),
    })
    return String(status)
  } catch (error) {
    return (error as NodeJS.ErrnoException).code ?? 'connection error'
  }
}

function randomAddress(): string {
  const octet = () => Math.floor(Math.random() * 256)
  return `10.${octet()}.${octet()}.${octet()}`
}
