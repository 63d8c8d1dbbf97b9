// Foods that are added and changed during the run. Their words are unique, so no other response changes.
import { execFile } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { Environment } from '../../lab/servers/larder-process.ts'
import { root } from '../../lab/servers/temporary-stores.ts'

const foods = 200
const firstCode = 9_790_000_000_000

export interface Deltas {
  /** A request path for one of them. */
  path(): string
  /** Whether the response has an edition that may have been current at the time of the request. */
  isCorrect(status: number, text: string, requestedAt: number): boolean
  importNext(): Promise<void>
  /** Removes the foods from the catalog. */
  removeAll(): Promise<void>
}

/** How long after an import a node may send a cached response of the previous edition. */
const maxStaleMs = 1_000

export function prepareDeltas(environment: Environment, folder: string): Deltas {
  /** Start and end time of each edition's import. */
  const editions: { from: number; to: number }[] = []
  const code = (n: number) => String(firstCode + n)
  const larder = (...args: string[]) =>
    promisify(execFile)(process.execPath, [join(root, 'src/main/cli.ts'), ...args], {
      cwd: '/',
      env: environment,
    })
  const write = (edition: number) => {
    const file = join(folder, `delta-${edition}.jsonl`)
    const lines = Array.from({ length: foods }, (_, n) =>
      JSON.stringify({
        code: code(n),
        product_name: `Zzqvx${n} Edition${edition}`,
        last_modified_t: 1_800_000_000 + edition,
      }),
    )
    writeFileSync(file, lines.join('\n'))
    return file
  }
  return {
    path: () => `/barcode/${code(Math.floor(Math.random() * foods))}`,
    isCorrect(status, text, requestedAt) {
      const started = editions.filter(({ from }) => from <= performance.now()).length
      const done = editions.filter(({ to }) => to + maxStaleMs <= requestedAt).length
      if (status === 404) return done === 0
      const edition = Number(/Edition(\d+)/.exec(text)?.[1])
      return edition >= done && edition <= started
    },
    async importNext() {
      const edition = { from: performance.now(), to: Number.POSITIVE_INFINITY }
      const file = write(editions.push(edition))
      await larder('import', 'off', file)
      edition.to = performance.now()
    },
    async removeAll() {
      if (editions.length > 0) await larder('import', 'off', '--obsolete', write(0))
    },
  }
}
