// Foods that come and change while all else goes on. Their words are nobody else's, so no other answer changes.
import { execFile } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { Environment } from '../bench/service.ts'
import { root } from '../bench/stores.ts'

const foods = 200
const firstCode = 9_790_000_000_000

export interface Deltas {
  /** Asks for one of them. */
  path(): string
  /** Whether an answer that was asked for at this moment is of an edition that may have been there. */
  isRight(status: number, text: string, askedAt: number): boolean
  importNext(): Promise<void>
  /** They leave the catalog. */
  takeAway(): Promise<void>
}

export function prepareDeltas(environment: Environment, folder: string): Deltas {
  /** When the import of each edition began and ended. */
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
    isRight(status, text, askedAt) {
      const begun = editions.filter(({ from }) => from <= performance.now()).length
      const done = editions.filter(({ to }) => to <= askedAt).length
      if (status === 404) return done === 0
      const edition = Number(/Edition(\d+)/.exec(text)?.[1])
      return edition >= done && edition <= begun
    },
    async importNext() {
      const edition = { from: performance.now(), to: Number.POSITIVE_INFINITY }
      const file = write(editions.push(edition))
      await larder('import', 'off', file)
      edition.to = performance.now()
    },
    async takeAway() {
      if (editions.length > 0) await larder('import', 'off', '--obsolete', write(0))
    },
  }
}
