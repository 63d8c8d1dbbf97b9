import { readFileSync } from 'node:fs'
import { parse } from 'yaml'

/** In the built program the files hold JSON (scripts/copy-data.ts), which takes a fraction of the time to parse. */
export function readYaml(file: URL): unknown {
  const text = readFileSync(file, 'utf8')
  return /^[[{]/.test(text) ? JSON.parse(text) : parse(text)
}
