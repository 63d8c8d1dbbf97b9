// Where the two servers listen, and where people reach them.
import { once } from 'node:events'
import { type AddressInfo, createServer, isIPv6 } from 'node:net'
import type { ListenAddress } from '../platform/http/graceful-shutdown.ts'
import type { Config } from './config.ts'
import { explainListenError } from './listen-error.ts'

interface ServerAddress {
  listen: ListenAddress
  /** As written in links and examples; forms of the website are accepted from there only. */
  publicUrl: string
  /** Frees a port that was found for port 0, just before the server listens. */
  release(): Promise<void>
}

export interface ServerAddresses {
  api: ServerAddress
  website: ServerAddress
}

/** Where other processes of this node listen already; undefined for a server that they do not run. */
export interface SharedPorts {
  api: number | undefined
  website: number | undefined
}

/** API_PUBLIC_URL and WEB_PUBLIC_URL default to where the servers listen. */
export async function resolveAddresses(config: Config, shared?: SharedPorts): Promise<ServerAddresses> {
  const { API_HOST, API_PORT, API_PUBLIC_URL, WEB_HOST, WEB_PORT, WEB_PUBLIC_URL } = config
  return {
    api: await explainListenError('API', addressOf(API_HOST, API_PORT, API_PUBLIC_URL, shared?.api)),
    website: await explainListenError('WEB', addressOf(WEB_HOST, WEB_PORT, WEB_PUBLIC_URL, shared?.website)),
  }
}

async function addressOf(
  host: string,
  configuredPort: number,
  url: string | undefined,
  sharedPort: number | undefined,
): Promise<ServerAddress> {
  const port = sharedPort ?? configuredPort
  // The website writes its address into pages and checks forms against it, so it must know its port before it listens.
  const held = port === 0 ? await holdUnusedPort(host) : { port, release: async () => {} }
  return {
    listen: { host, port: held.port, isOurs: port === 0 || sharedPort !== undefined },
    publicUrl: url ?? `http://${hostInUrl(host)}:${held.port}`,
    release: held.release,
  }
}

const loopbackOrAny = new Set(['127.0.0.1', '::1', '0.0.0.0', '::', ''])

function hostInUrl(host: string): string {
  if (loopbackOrAny.has(host)) return 'localhost'
  return isIPv6(host) ? `[${host}]` : host
}

/** Held, because other processes look for unused ports while the services are opened. */
async function holdUnusedPort(host: string): Promise<{ port: number; release: () => Promise<void> }> {
  const server = createServer().listen(0, host).unref()
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const release = async () => {
    if (!server.listening) return
    server.close()
    await once(server, 'close')
  }
  return { port, release }
}
