// Clients that send one request after another, and how each request ended: also while a server stops.
import { Agent, request } from 'node:http'

interface ConnectionOutcomes {
  answered: number
  /** Nobody listens any more: the client knows that its request was not handled. */
  refused: number
  /** What the client saw of connections that were closed without a response, such as ECONNRESET. */
  resets: string[]
}

export interface ConnectingClients {
  outcomes: ConnectionOutcomes
  /** Resolves when every client has been refused, or after `end`. */
  finished: Promise<void>
  end(): void
}

/** Each client sends its next request as soon as the last one has ended, until it is refused. */
export function startClients(
  url: string,
  path: string,
  { clients, keepAlive }: { clients: number; keepAlive: boolean },
): ConnectingClients {
  const outcomes: ConnectionOutcomes = { answered: 0, refused: 0, resets: [] }
  const agent = new Agent({ keepAlive })
  let isEnded = false
  async function run(): Promise<void> {
    while (!isEnded) {
      const failure = await requestOnce(new URL(path, url), agent)
      if (failure === undefined) outcomes.answered++
      else if (failure === 'ECONNREFUSED') {
        outcomes.refused++
        return
      } else outcomes.resets.push(failure)
    }
  }
  return {
    outcomes,
    finished: Promise.all(Array.from({ length: clients }, run)).then(() => agent.destroy()),
    end() {
      isEnded = true
    },
  }
}

/** The code of the error; undefined when there was a response. */
function requestOnce(url: URL, agent: Agent): Promise<string | undefined> {
  return new Promise(resolve => {
    request(url, { agent }, response => {
      response.resume()
      response.on('end', () => resolve(undefined))
      response.on('error', ({ code, message }: NodeJS.ErrnoException) => resolve(code ?? message))
    })
      .on('error', ({ code, message }: NodeJS.ErrnoException) => resolve(code ?? message))
      .end()
  })
}
