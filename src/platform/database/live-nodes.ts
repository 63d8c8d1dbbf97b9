import { hostname } from 'node:os'

/** What connections of a node are called in pg_stat_activity, such as `0.1.0 web-1`. */
export async function nodeName(version: string): Promise<string> {
  return `${version} ${hostname()}`
}
