// larder-off-adapter: settings, start and stop.
import { parseArgs } from 'node:util'
import { maxPageSize } from './search-parameters.ts'
import { createAdapter } from './server.ts'

const help = `Usage: larder-off-adapter [options]

Answers requests in the format of the Open Food Facts API from a Larder service.

  --larder-url URL   address of Larder's API (default: LARDER_API_URL, or http://127.0.0.1:8080)
  --port PORT        port to listen on (default: 8090)
  --host HOST        address to listen on (default: 127.0.0.1)
  --timeout-ms MS    how long Larder may take for a response (default: 10000)
  --details-per-search N
                     how many products of a search get ingredients, Nutri-Score and other details; each costs
                     a request at Larder (default: 0)
  --help             print this help

LARDER_API_KEY, if set, is sent for clients that send no key themselves.
`

const shutdownMs = 10_000

class UsageError extends Error {}

/** Starts the adapter and returns the exit code once it has stopped. */
export async function main(args: string[], environment: NodeJS.ProcessEnv): Promise<number> {
  try {
    const settings = readSettings(args, environment)
    if (settings === null) process.stdout.write(help)
    else await serve(settings)
    return 0
  } catch (error) {
    const isExpected = error instanceof UsageError || (error instanceof Error && 'syscall' in error)
    if (!isExpected) throw error
    process.stderr.write(`larder-off-adapter: ${error.message}\n`)
    return 2
  }
}

interface Settings {
  larderUrl: string
  apiKey: string | undefined
  host: string
  port: number
  timeoutMs: number
  maxDetailsPerSearch: number
}

/** Null if only the help is wanted. */
export function readSettings(args: string[], environment: NodeJS.ProcessEnv): Settings | null {
  const options = parse(args)
  if (options.help) return null
  const larderUrl = options['larder-url'] ?? (environment['LARDER_API_URL'] || 'http://127.0.0.1:8080')
  if (!/^https?:\/\//.test(larderUrl) || !URL.canParse(larderUrl)) {
    throw new UsageError(
      `${larderUrl} is no address; set LARDER_API_URL or --larder-url, for example to http://127.0.0.1:8080`,
    )
  }
  return {
    larderUrl,
    apiKey: environment['LARDER_API_KEY'] || undefined,
    host: options.host,
    port: integer('--port', options.port, 0, 65_535),
    timeoutMs: integer('--timeout-ms', options['timeout-ms'], 1, 600_000),
    maxDetailsPerSearch: integer('--details-per-search', options['details-per-search'], 0, maxPageSize),
  }
}

function parse(args: string[]) {
  try {
    return parseArgs({
      args,
      options: {
        'larder-url': { type: 'string' },
        port: { type: 'string', default: '8090' },
        host: { type: 'string', default: '127.0.0.1' },
        'timeout-ms': { type: 'string', default: '10000' },
        'details-per-search': { type: 'string', default: '0' },
        help: { type: 'boolean', default: false },
      },
    }).values
  } catch (error) {
    throw new UsageError(`${error instanceof Error ? error.message : error} (--help lists the options)`)
  }
}

function integer(name: string, text: string, min: number, max: number): number {
  const value = /^\d+$/.test(text) ? Number(text) : Number.NaN
  if (!(value >= min && value <= max))
    throw new UsageError(`${name} ${text}: must be a whole number from ${min} to ${max}`)
  return value
}

function serve({ host, port, ...settings }: Settings): Promise<void> {
  const server = createAdapter({ ...settings, log: line => process.stdout.write(`${line}\n`) })
  return new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, host, () => {
      const address = server.address()
      const listeningPort = typeof address === 'object' ? address?.port : port
      const name = host.includes(':') ? `[${host}]` : host
      process.stderr.write(
        `larder-off-adapter: listening on http://${name}:${listeningPort}, Larder at ${settings.larderUrl}\n`,
      )
    })
    const stop = () => {
      // Requests in flight finish; idle connections are closed at once.
      server.close(() => resolve())
      setTimeout(() => server.closeAllConnections(), shutdownMs).unref()
    }
    process.once('SIGTERM', stop)
    process.once('SIGINT', stop)
  })
}
