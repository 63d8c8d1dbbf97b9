// A client of GET /search with keep-alive connections that measures latency. Use @larder/client if latency does not
// matter.
import { Agent, get } from 'node:http'

export interface Endpoint {
  url: string
  key: string
}

export interface SearchRequest {
  q: string
  limit?: number
  source?: string
}

export interface SearchResponse {
  status: number
  body: string
  ms: number
}

export type Search = (request: SearchRequest) => Promise<SearchResponse>

export function searchAt({ url, key }: Endpoint, connections = 1): Search {
  const agent = new Agent({ keepAlive: true, maxSockets: connections })
  const headers = { authorization: `Bearer ${key}` }
  return ({ q, limit = 10, source }) =>
    new Promise((resolve, reject) => {
      const parameters = new URLSearchParams({ q, limit: String(limit), ...(source && { source }) })
      const started = performance.now()
      get(`${url}/search?${parameters}`, { agent, headers }, response => {
        let body = ''
        response.setEncoding('utf8')
        response.on('data', (chunk: string) => {
          body += chunk
        })
        response.on('error', reject)
        response.on('end', () =>
          resolve({ status: response.statusCode ?? 0, body, ms: performance.now() - started }),
        )
      }).on('error', reject)
    })
}

/** Throws unless the status is 200. */
export async function searchOrThrow(search: Search, request: SearchRequest): Promise<SearchResponse> {
  const response = await search(request)
  if (response.status !== 200)
    throw new Error(`${JSON.stringify(request)} returned ${response.status}: ${response.body}`)
  return response
}

/** Latency of each query, sent one after the other. */
export async function timeQueries(search: Search, queries: string[]): Promise<number[]> {
  const times: number[] = []
  for (const q of queries) times.push((await searchOrThrow(search, { q })).ms)
  return times
}
