// A mirror of Open Food Facts on loopback: answers byte ranges, and can stop in the middle of a file.
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { onTestFinished } from 'vitest'

interface MirroredFile {
  content: Buffer
  /** Null: the server names no validator and no ranges. */
  etag: string | null
}

interface MirrorRequest {
  path: string
  range: string | undefined
  ifRange: string | undefined
  /** Of the body, so far. */
  sentBytes: number
}

export interface Mirror {
  url: string
  files: Map<string, MirroredFile>
  requests: MirrorRequest[]
  /**
   * The next response for this path sends only so many bytes. `hold` leaves it open after them; `break` closes the connection.
   */
  interrupt(path: string, afterBytes: number, how: 'hold' | 'break'): void
  close(): Promise<void>
}

export async function startMirror(): Promise<Mirror> {
  const files: Mirror['files'] = new Map()
  const requests: MirrorRequest[] = []
  const interruptions = new Map<string, { afterBytes: number; how: 'hold' | 'break' }>()
  const server = createServer((request, response) => answer(request, response))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')

  function answer(request: IncomingMessage, response: ServerResponse): void {
    const path = request.url ?? ''
    const { range, 'if-range': ifRange } = request.headers
    const seen: MirrorRequest = { path, range, ifRange: String(ifRange ?? '') || undefined, sentBytes: 0 }
    requests.push(seen)
    const file = files.get(path)
    if (file === undefined) {
      response.writeHead(404).end()
      return
    }
    const { content, etag } = file
    const from = etag !== null && ifRange === etag ? Number(/^bytes=(\d+)-$/.exec(range ?? '')?.[1] ?? 0) : 0
    if (from >= content.length && from > 0) {
      response.writeHead(416, { 'content-range': `bytes */${content.length}` }).end()
      return
    }
    response.writeHead(from > 0 ? 206 : 200, {
      'content-length': content.length - from,
      ...(etag !== null && { etag }),
      ...(from > 0 && { 'content-range': `bytes ${from}-${content.length - 1}/${content.length}` }),
    })
    const interruption = interruptions.get(path)
    interruptions.delete(path)
    const body = content.subarray(from, interruption && from + interruption.afterBytes)
    seen.sentBytes = body.length
    if (interruption === undefined) response.end(body)
    else response.write(body, () => interruption.how === 'break' && response.destroy())
  }

  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    files,
    requests,
    interrupt: (path, afterBytes, how) => interruptions.set(path, { afterBytes, how }),
    async close() {
      if (!server.listening) return
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

/** Closed when the test ends. */
export async function mirrorForTest(): Promise<Mirror> {
  const mirror = await startMirror()
  onTestFinished(mirror.close)
  return mirror
}
