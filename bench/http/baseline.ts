import { writeFileSync } from 'node:fs'
import { type Server, startServer } from '../../lab/servers/larder-process.ts'

/** Starts a minimal Fastify server that sends a body for each path, or that of `*` for any path. */
export function startBaseline(
  contentType: string,
  bodies: Iterable<[string, string]>,
  file: string,
): Promise<Server> {
  writeFileSync(file, JSON.stringify([...bodies]))
  const program = new URL('baseline-server.ts', import.meta.url).pathname
  return startServer([program, `${contentType}; charset=utf-8`, file], {}, '/dev/null')
}
