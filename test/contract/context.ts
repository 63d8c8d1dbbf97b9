// What a check can do: send requests as one of the callers, waiting out rate limits where the run allows it.
import { setTimeout as sleep } from 'node:timers/promises'
import { type Client, createClient, type HttpResponse, type OutgoingRequest } from './client.ts'
import { type Caller, CheckFailed, type Context, type KeyName, type Need, type RunOptions } from './types.ts'

/** A window of one minute and some slack: an hourly cap is never waited for. */
export const maxWaitSeconds = 65
const maxWaitsPerRequest = 2

/** Keys that may read data, in order of preference; all belong to the Scale account. */
const readers: KeyName[] = ['read', 'full', 'scale', 'account']

export function createContext(options: RunOptions): { ctx: Context; client: Client } {
  const client = createClient(options.baseUrl)
  const nameOf = (need: Need) => (need === 'reader' ? readers.find(name => options.keys[name]) : need)

  const has = (need: Need) => {
    const name = nameOf(need)
    return name !== undefined && Boolean(options.keys[name])
  }

  const secret = (need: Need) => {
    const name = nameOf(need)
    const found = name && options.keys[name]
    if (!found) throw new Error(`the check uses the ${need} key without listing it in needs`)
    return found
  }

  async function send(
    outgoing: OutgoingRequest & { as?: Caller; mayBeRateLimited?: boolean },
  ): Promise<HttpResponse> {
    const { as = 'reader', mayBeRateLimited = false, ...bare } = outgoing
    const key = as === 'anonymous' ? undefined : secret(as)
    const headers = { ...(key && { authorization: `Bearer ${key}` }), ...bare.headers }
    const words = callerInWords(as === 'anonymous' ? undefined : nameOf(as), bare.headers)
    let response = await client.send({ ...bare, headers }, words)
    if (mayBeRateLimited) return response
    for (let waited = 0; response.status === 429 && waited < maxWaitsPerRequest; waited++) {
      await waitOutRateLimit(response, ctx.includeSlow)
      response = await client.send({ ...bare, headers }, words)
    }
    return response
  }

  const get = (path: string, as: Caller = 'reader', headers: Record<string, string> = {}) =>
    send({ path, as, headers })

  const ctx: Context = {
    checkDefaults: options.checkDefaults ?? false,
    includeSlow: options.includeSlow ?? false,
    estimateSource: options.estimateSource ?? 'ai_estimate',
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

async function waitOutRateLimit(response: HttpResponse, mayWait: boolean): Promise<void> {
  const seconds = Number(response.headers['retry-after'])
  const where = `${response.request}: not checked, the caller has exceeded its rate limit`
  if (!Number.isFinite(seconds)) throw new CheckFailed(`${where} and the response has no Retry-After`)
  if (!mayWait) throw new CheckFailed(`${where} for ${seconds} s; --include-slow waits for it`)
  if (seconds > maxWaitSeconds) throw new CheckFailed(`${where} for ${seconds} s, too long to wait`)
  await waitSeconds(seconds)
}

function callerInWords(key: KeyName | undefined, headers: Record<string, string> = {}): string {
  const caller = key ? `${key} key` : 'anonymous'
  const sent = Object.entries(headers).map(([name, value]) =>
    // Some checks send a real key in an odd form: its value stays out of reports.
    name.toLowerCase() === 'authorization' ? 'another Authorization' : `${name}: ${value}`,
  )
  return [caller, ...sent].join(', ')
}
