// What a rule can do: send requests as one of the callers, patiently where the run allows it.
import { setTimeout as sleep } from 'node:timers/promises'
import { type Answer, type Client, createClient, type Outgoing } from './client.ts'
import {
  type Caller,
  ConformanceFailure,
  type ConformanceOptions,
  type Context,
  type KeyName,
  type Need,
} from './contract.ts'

/** A minute's window and some slack: an hourly cap is not waited for. */
export const longestWaitSeconds = 65
const waitsPerRequest = 2

/** Any of these reads data, in order of preference; all belong to the Scale account. */
const readers: KeyName[] = ['read', 'full', 'scale', 'account']

export function createContext(options: ConformanceOptions): { ctx: Context; client: Client } {
  const client = createClient(options.baseUrl)
  const nameOf = (need: Need) => (need === 'reader' ? readers.find(name => options.keys[name]) : need)

  const has = (need: Need) => {
    const name = nameOf(need)
    return name !== undefined && Boolean(options.keys[name])
  }

  const secret = (need: Need) => {
    const name = nameOf(need)
    const found = name && options.keys[name]
    if (!found) throw new Error(`the rule uses the ${need} key without listing it in needs`)
    return found
  }

  async function send(outgoing: Outgoing & { as?: Caller; refusalExpected?: boolean }): Promise<Answer> {
    const { as = 'reader', refusalExpected = false, ...bare } = outgoing
    const key = as === 'anonymous' ? undefined : secret(as)
    const headers = { ...(key && { authorization: `Bearer ${key}` }), ...bare.headers }
    const words = callerInWords(as === 'anonymous' ? undefined : nameOf(as), bare.headers)
    let answer = await client.send({ ...bare, headers }, words)
    if (refusalExpected) return answer
    for (let waited = 0; answer.status === 429 && waited < waitsPerRequest; waited++) {
      await waitOutRefusal(answer, options.waits)
      answer = await client.send({ ...bare, headers }, words)
    }
    return answer
  }

  const get = (path: string, as: Caller = 'reader', headers: Record<string, string> = {}) =>
    send({ path, as, headers })

  const ctx: Context = {
    vectors: options.vectors,
    figures: options.figures ?? false,
    waits: options.waits,
    has,
    secret,
    get,
    send,
  }
  return { ctx, client }
}

export async function waitSeconds(seconds: number): Promise<void> {
  await sleep(seconds * 1000)
}

async function waitOutRefusal(answer: Answer, mayWait: boolean): Promise<void> {
  const seconds = Number(answer.headers['retry-after'])
  const where = `${answer.request}: the rule could not be checked, the caller is over its rate limit`
  if (!Number.isFinite(seconds)) throw new ConformanceFailure(`${where} and no Retry-After says for how long`)
  if (!mayWait) throw new ConformanceFailure(`${where} for ${seconds} s; --waits waits it out`)
  if (seconds > longestWaitSeconds)
    throw new ConformanceFailure(`${where} for ${seconds} s, too long to wait`)
  await waitSeconds(seconds)
}

function callerInWords(key: KeyName | undefined, headers: Record<string, string> = {}): string {
  const caller = key ? `${key} key` : 'anonymous'
  const sent = Object.entries(headers).map(([name, value]) =>
    // Some rules send a real key in an odd form: its value stays out of reports.
    name.toLowerCase() === 'authorization' ? 'another Authorization' : `${name}: ${value}`,
  )
  return [caller, ...sent].join(', ')
}
