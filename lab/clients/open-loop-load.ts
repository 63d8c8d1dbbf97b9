// Open-loop load: requests arrive at a fixed rate regardless of earlier responses, like those of many independent
// clients. Latency counts from the time a request was due, not from when it was sent (no coordinated omission).
import { Agent, type IncomingHttpHeaders, request } from 'node:http'
import { setTimeout as wait } from 'node:timers/promises'

export interface LoadRequest {
  /** The group that its results are counted in. */
  kind: string
  url: string
  path: string
  method?: string
  headers?: Record<string, string>
  body?: string
}

export interface Outcome {
  request: LoadRequest
  /** 0 if there was no response. */
  status: number
  /** Why there was no response. */
  error: string
  headers: IncomingHttpHeaders
  text: string
  /** On the `performance.now()` clock. */
  dueAt: number
  ms: number
}

export interface OpenLoopLoad {
  inFlight(): number
  /** Stops sending; resolves when all requests have completed. */
  stop(): Promise<void>
}

const tickMs = 5
const requestTimeoutMs = 20_000

export function startOpenLoopLoad(
  perSecond: number,
  next: () => LoadRequest,
  onOutcome: (outcome: Outcome) => void,
): OpenLoopLoad {
  const agent = new Agent({ keepAlive: true, maxSockets: 2_000 })
  let inFlight = 0
  let isStopped = false

  const running = (async () => {
    let dueAt = performance.now()
    while (!isStopped) {
      for (const now = performance.now(); dueAt <= now; dueAt += 1_000 / perSecond) {
        inFlight++
        void send(agent, next(), dueAt).then(outcome => {
          inFlight--
          onOutcome(outcome)
        })
      }
      await wait(tickMs)
    }
    while (inFlight > 0) await wait(tickMs)
    agent.destroy()
  })()

  return {
    inFlight: () => inFlight,
    async stop() {
      isStopped = true
      await running
    },
  }
}

function send(agent: Agent, loadRequest: LoadRequest, dueAt: number): Promise<Outcome> {
  const { url, path, method = 'GET', headers = {}, body } = loadRequest
  const { hostname, port } = new URL(url)
  return new Promise(resolve => {
    const end = (status: number, error: string, received: IncomingHttpHeaders, text: string) =>
      resolve({
        request: loadRequest,
        status,
        error,
        headers: received,
        text,
        dueAt,
        ms: performance.now() - dueAt,
      })
    const outgoing = request(
      {
        ...{ agent, hostname, port, path, method, headers },
        signal: AbortSignal.timeout(requestTimeoutMs),
      },
      response => {
        const chunks: Buffer[] = []
        response.on('data', chunk => chunks.push(chunk))
        response.on('error', error => end(0, errorName(error), {}, ''))
        response.on('end', () =>
          end(response.statusCode ?? 0, '', response.headers, Buffer.concat(chunks).toString('utf8')),
        )
      },
    )
    outgoing.on('error', error => end(0, errorName(error), {}, ''))
    outgoing.end(body)
  })
}

const errorName = (error: Error) => (error as NodeJS.ErrnoException).code ?? error.name
