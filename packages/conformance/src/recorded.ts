import { readFileSync } from 'node:fs'
import type { Vector } from './types.ts'

/** The recorded validation requests that come with the package. */
export function readVectors(): Vector[] {
  const text = readFileSync(new URL('../data/validation-vectors.jsonl', import.meta.url), 'utf8')
  return text
    .trim()
    .split('\n')
    .map(line => JSON.parse(line))
}
