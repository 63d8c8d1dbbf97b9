// A caller of GET /search that keeps its connections, and the time that each answer took. Where time does not matter,
// @larder/client is simpler.
import { Agent, get } from 'node:http'

export interface Endpoint {
  url: string
  key: string
}

export interface Asked {
  q: string
  limit?: number
  source?: string
}

export interface Answer {
  status: number
  body: string
  ms: number
}

export type Search = (asked: Asked) => Promise<Answer>

export function searchAt({ url, key }: Endpoint, connections = 1): Search {
  const agent = new Agent({ keepAlive: true, maxSockets: connections })
  const headers = { authorization: `Bearer ${key}` }
  return ({ q, limit = 10, source }) =>
    new Promise((resolve, reject) => {
      const parameters = new URLSearchParams({ q, limit: String(limit), ...(source && { source }) })
      const started = performance.now()
      get(`${url}/search?${parameters}`, { agent, headers }, answer => {
        let body = ''
        answer.setEncoding('utf8')
        answer.on('data', (chunk: string) => {
          body += chunk
        })
        answer.on('error', reject)
        answer.on('end', () =>
          resolve({ status: answer.statusCode ?? 0, body, ms: performance.now() - started }),
        )
      }).on('error', reject)
    })
}

/** The answer, which must be one. */
export async function answerTo(search: Search, asked: Asked): Promise<Answer> {
  const answer = await search(asked)
  if (answer.status !== 200)
    throw new Error(`${JSON.stringify(asked)} was answered ${answer.status}: ${answer.body}`)
  return answer
}

/** How long each of them takes, one after the other. */
export async function timesOf(search: Search, queries: string[]): Promise<number[]> {
  const times: number[] = []
  for (const q of queries) times.push((await answerTo(search, { q })).ms)
  return times
}
