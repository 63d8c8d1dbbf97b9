// Requests that arrive at a fixed rate, whatever becomes of those before: so it is with many callers who do not know
// of each other. Times count from the moment a request was due, not from when there was time to send it.
import { Agent, type IncomingHttpHeaders, request } from 'node:http'
import { setTimeout as wait } from 'node:timers/promises'

export interface Question {
  /** What it is counted under. */
  kind: string
  url: string
  path: string
  method?: string
  headers?: Record<string, string>
  body?: string
}

export interface Outcome {
  question: Question
  /** 0: there was no answer. */
  status: number
  /** Why there was none. */
  error: string
  headers: IncomingHttpHeaders
  text: string
  /** On the clock of `performance.now()`. */
  dueAt: number
  ms: number
}

export interface Arrivals {
  inFlight(): number
  /** No more are sent; resolves when all have been answered. */
  stop(): Promise<void>
}

const turnMs = 5
const patienceMs = 20_000

export function startArrivals(
  perSecond: number | (() => number),
  next: () => Question,
  onOutcome: (outcome: Outcome) => void,
): Arrivals {
  const agent = new Agent({ keepAlive: true, maxSockets: 2_000 })
  const rate = typeof perSecond === 'number' ? () => perSecond : perSecond
  let flying = 0
  let isOver = false

  const running = (async () => {
    let dueAt = performance.now()
    while (!isOver) {
      for (const now = performance.now(); dueAt <= now; dueAt += 1_000 / rate()) {
        flying++
        void answerTo(agent, next(), dueAt).then(outcome => {
          flying--
          onOutcome(outcome)
        })
      }
      await wait(turnMs)
    }
    while (flying > 0) await wait(turnMs)
    agent.destroy()
  })()

  return {
    inFlight: () => flying,
    async stop() {
      isOver = true
      await running
    },
  }
}

function answerTo(agent: Agent, question: Question, dueAt: number): Promise<Outcome> {
  const { url, path, method = 'GET', headers = {}, body } = question
  const { hostname, port } = new URL(url)
  return new Promise(resolve => {
    const end = (status: number, error: string, sent: IncomingHttpHeaders, text: string) =>
      resolve({ question, status, error, headers: sent, text, dueAt, ms: performance.now() - dueAt })
    const outgoing = request(
      { agent, hostname, port, path, method, headers, signal: AbortSignal.timeout(patienceMs) },
      answer => {
        const chunks: Buffer[] = []
        answer.on('data', chunk => chunks.push(chunk))
        answer.on('error', error => end(0, nameOf(error), {}, ''))
        answer.on('end', () =>
          end(answer.statusCode ?? 0, '', answer.headers, Buffer.concat(chunks).toString('utf8')),
        )
      },
    )
    outgoing.on('error', error => end(0, nameOf(error), {}, ''))
    outgoing.end(body)
  })
}

const nameOf = (error: Error) => (error as NodeJS.ErrnoException).code ?? error.name
