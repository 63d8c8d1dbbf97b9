import { parseArgs } from 'node:util'
import { serveStdio } from '@modelcontextprotocol/server/stdio'
import { startHttpServer } from './http.ts'
import { createServerFactory, type LarderMcpOptions } from './server.ts'
import { version } from './version.ts'

const help = `Usage: larder-mcp [options]

Gives assistants nutrition facts from a Larder service, over the Model Context Protocol.
Without options it speaks the protocol on standard input and output.

  --http PORT            serve streamable HTTP at /mcp on this port instead
  --host HOST            address to listen on with --http (default: 127.0.0.1)
  --allow-host NAME      another name under which clients reach the server; may be repeated
  --version              print the version
  --help                 print this help

Environment:
  LARDER_API_URL         address of the API, such as https://api.example.org (default: http://127.0.0.1:8080)
  LARDER_API_KEY         API key; without one, the limits of anonymous callers apply
`

class UsageError extends Error {}

/** Runs until the client disconnects or a signal arrives, and returns the exit code. */
export async function main(args: string[], environment: Record<string, string | undefined>): Promise<number> {
  try {
    const options = readOptions(args)
    if (options.help) process.stdout.write(help)
    else if (options.version) process.stdout.write(`${version}\n`)
    else await run(options, readEnvironment(environment))
    return 0
  } catch (error) {
    const message = usageMessage(error)
    if (message === undefined) throw error
    process.stderr.write(`larder-mcp: ${message}\n`)
    return 2
  }
}

function usageMessage(error: unknown): string | undefined {
  if (error instanceof UsageError) return error.message
  const { code } = error as NodeJS.ErrnoException
  if (code === 'EADDRINUSE') return 'the port is in use; choose another with --http'
  if (code === 'EACCES' || code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND')
    return 'cannot listen on this address; check --http and --host'
  return undefined
}

function readOptions(args: string[]) {
  try {
    const { values } = parseArgs({
      args,
      options: {
        http: { type: 'string' },
        host: { type: 'string' },
        'allow-host': { type: 'string', multiple: true, default: [] },
        version: { type: 'boolean', default: false },
        help: { type: 'boolean', default: false },
      },
    })
    return values
  } catch (error) {
    throw new UsageError(`${(error as Error).message}. See larder-mcp --help.`)
  }
}

function readEnvironment(environment: Record<string, string | undefined>): LarderMcpOptions {
  const apiUrl = environment['LARDER_API_URL'] || 'http://127.0.0.1:8080'
  if (!/^https?:\/\/[^\s/]/.test(apiUrl) || !URL.canParse(apiUrl))
    throw new UsageError(
      `LARDER_API_URL is "${apiUrl}"; it must be an address such as https://api.example.org.`,
    )
  return { apiUrl: apiUrl.replace(/\/+$/, ''), apiKey: environment['LARDER_API_KEY'] || undefined }
}

async function run(options: ReturnType<typeof readOptions>, larder: LarderMcpOptions): Promise<void> {
  if (options.http === undefined) {
    if (options.host !== undefined || options['allow-host'].length > 0)
      throw new UsageError('--host and --allow-host need --http PORT.')
    serveStdio(createServerFactory(larder), { onerror: error => console.error(error.message) })
    return
  }
  if (!/^\d{1,5}$/.test(options.http) || Number(options.http) > 65_535)
    throw new UsageError(`--http is "${options.http}"; it must be a port number.`)
  const server = await startHttpServer({
    ...larder,
    port: Number(options.http),
    host: options.host,
    allowedHosts: options['allow-host'],
  })
  process.stderr.write(`larder-mcp: listening on ${server.url}, reading from ${larder.apiUrl}\n`)
  await new Promise<void>(resolve => {
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => resolve())
  })
  await server.stop()
}
