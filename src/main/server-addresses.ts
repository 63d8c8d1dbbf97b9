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
  /** Listens. A port that was found for port 0 is held until then, so that no other program takes it. */
  handOver<Server>(listen: () => Promise<Server>): Promise<Server>
  /** Frees that port if nothing is to listen there. */
  release(): Promise<void>
}

export interface ServerAddresses {
  api: ServerAddress
  website: ServerAddress
}

/** API_PUBLIC_URL and WEB_PUBLIC_URL default to where the servers listen. Workers share the ports that their supervisor found. */
export async function resolveAddresses(config: Config, isShared = false): Promise<ServerAddresses> {
  const { API_HOST, API_PORT, API_PUBLIC_URL, WEB_HOST, WEB_PORT, WEB_PUBLIC_URL } = config
  return {
    api: await explainListenError('API', addressOf(API_HOST, API_PORT, API_PUBLIC_URL, isShared)),
    website: await explainListenError('WEB', addressOf(WEB_HOST, WEB_PORT, WEB_PUBLIC_URL, isShared)),
  }
}

async function addressOf(
  host: string,
  configuredPort: number,
  url: string | undefined,
  isShared: boolean,
): Promise<ServerAddress> {
  // The website writes its address into pages and checks forms against it, so it must know its port before it listens.
  const held = configuredPort === 0 ? await holdUnusedPort(host) : { port: configuredPort, ...notHeld }
  return {
    listen: { host, port: held.port, isOurs: configuredPort === 0 || isShared },
    publicUrl: url ?? `http://${hostInUrl(host)}:${held.port}`,
    handOver: held.handOver,
    release: held.release,
  }
}

const loopbackOrAny = new Set(['127.0.0.1', '::1', '0.0.0.0', '::', ''])

function hostInUrl(host: string): string {
  if (loopbackOrAny.has(host)) return 'localhost'
  return isIPv6(host) ? `[${host}]` : host
}

type Hold = Pick<ServerAddress, 'handOver' | 'release'>

const notHeld: Hold = { handOver: listen => listen(), release: async () => {} }

/** Held, because other processes look for unused ports while the services are opened. */
async function holdUnusedPort(host: string): Promise<{ port: number } & Hold> {
  const { server, isShared } = await listenShared(host)
  const { port } = server.address() as AddressInfo
  const release = async () => {
    if (!server.listening) return
    server.close()
    await once(server, 'close')
  }
  return {
    port,
    release,
    async handOver(listen) {
      if (!isShared) await release()
      try {
        return await listen()
      } finally {
        await release()
      }
    },
  }
}

/** Where the system lets sockets share a port, the server can listen before this socket is closed. */
async function listenShared(host: string) {
  for (const isShared of [true, false]) {
    const server = createServer().unref()
    try {
      server.listen({ port: 0, host, reusePort: isShared })
      await once(server, 'listening')
      return { server, isShared }
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOTSUP') throw error
    }
  }
  throw new Error(`cannot listen on ${host}`)
}
