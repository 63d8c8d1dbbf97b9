// The connection to Larder for one request of a client.
import type { IncomingMessage } from 'node:http'
import { createClient, type LarderClient } from '@larder/client'

export interface LarderSettings {
  /** The address of Larder's API. */
  larderUrl: string
  /** For clients that send no key. */
  apiKey?: string | undefined
  /** How long Larder may take for a response. */
  timeoutMs: number
}

export interface LarderConnection {
  client: LarderClient
  signal: AbortSignal
  /** For the client's response: the rate limit that Larder's last response stated, and the credit of all of them. */
  headers: Record<string, string>
}

const passedOn = ['x-ratelimit-limit', 'x-ratelimit-remaining', 'x-ratelimit-reset']
const creditHeaders = ['link', 'x-attribution']

/** Larder counts and limits the client, not the adapter: its key, address and user agent are passed on. */
export function connectToLarder(
  request: IncomingMessage,
  closed: AbortSignal,
  { larderUrl, apiKey, timeoutMs }: LarderSettings,
): LarderConnection {
  const headers: Record<string, string> = {}
  const userAgent = request.headers['user-agent']
  const client = createClient({
    baseUrl: larderUrl,
    apiKey: sentKey(request) ?? apiKey,
    // The client decides when to try again.
    maxRetries: 0,
    timeoutSeconds: timeoutMs / 1000,
    totalTimeoutSeconds: timeoutMs / 1000,
    cache: false,
    async fetch(url, init) {
      const response = await fetch(url, {
        ...init,
        headers: {
          ...init.headers,
          'x-forwarded-for': forwardedFor(request),
          ...(userAgent !== undefined && { 'user-agent': userAgent }),
        },
      })
      for (const name of passedOn) {
        const value = response.headers.get(name)
        if (value !== null) headers[name] = value
      }
      if (response.ok) addCredit(headers, response.headers)
      return response
    },
  })
  return { client, signal: AbortSignal.any([closed, AbortSignal.timeout(timeoutMs)]), headers }
}

/** Several foods are several responses, whose sources may differ. */
function addCredit(headers: Record<string, string>, credit: Headers): void {
  for (const name of creditHeaders) {
    const value = credit.get(name)
    if (value === null) continue
    const credits = [...(headers[name]?.split(', ') ?? []), ...value.split(', ')]
    headers[name] = [...new Set(credits)].join(', ')
  }
}

/** Other schemes are not meant for Larder: apps sign in to the test server of Open Food Facts with Basic. */
function sentKey({ headers }: IncomingMessage): string | undefined {
  const key = /^bearer +(\S+) *$/i.exec(headers.authorization ?? '')?.[1]
  // The client rejects characters that no key has; Larder has to answer 401.
  return key?.replace(/[^!-~]/g, '?')
}

/** Larder takes the last address of this list that is no trusted proxy, so a client cannot pretend to be another one. */
function forwardedFor({ headers, socket }: IncomingMessage): string {
  const before = [headers['x-forwarded-for'] ?? []].flat()
  return [...before, socket.remoteAddress ?? 'unknown'].join(', ')
}
