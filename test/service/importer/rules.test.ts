// A changed rule makes the next import reprocess the lines, in the built program as it is deployed.
import { execFile } from 'node:child_process'
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { environmentFor } from '../../../lab/service.ts'
import { storesForTest, type TestStores } from '../../support/database.ts'

const run = promisify(execFile)
const root = mkdtempSync(join(tmpdir(), 'larder-built-'))
const build = () => run(process.execPath, ['scripts/build.ts'], { cwd: root })
beforeAll(async () => {
  for (const path of [
    'package.json',
    'tsconfig.json',
    'tsconfig.client.json',
    'src',
    'data',
    'scripts/build.ts',
  ])
    cpSync(path, join(root, path), { recursive: true })
  for (const path of ['node_modules', 'packages']) symlinkSync(join(process.cwd(), path), join(root, path))
  await build()
})
afterAll(() => rmSync(root, { recursive: true }))

async function larder(stores: TestStores, ...args: string[]) {
  const { stdout } = await run(process.execPath, [join(root, 'dist/main/cli.js'), ...args, '--json'], {
    env: { PATH: process.env['PATH'] ?? '', ...environmentFor(stores) },
  })
  return JSON.parse(stdout)
}

function dump(name: string, products: number): string {
  const path = join(root, name)
  const lines = Array.from({ length: products }, (_, n) =>
    JSON.stringify({ code: `400638133393${n}`, product_name: `Soup ${n}`, nutriments: { salt_100g: 1 } }),
  )
  writeFileSync(path, lines.join('\n'))
  return path
}

async function changeSaltRule(from: string, to: string): Promise<void> {
  const path = join(root, 'src/importer/normalize/sodium.ts')
  const code = readFileSync(path, 'utf8')
  expect(code).toContain(from)
  writeFileSync(path, code.replace(from, to))
  await build()
}

it('reprocesses every line after a rule change, and shows both fingerprints in inspect', async () => {
  const stores = await storesForTest()
  const [whole, few] = [dump('whole.jsonl', 5), dump('few.jsonl', 2)]
  const rulesNow = async () => (await larder(stores, 'inspect', '4006381333931')).rules

  expect(await larder(stores, 'import', 'off', whole)).toMatchObject({ skipped: 0, foods: { added: 5 } })
  expect(await larder(stores, 'import', 'off', whole)).toMatchObject({ skipped: 5, foods: { changed: 0 } })
  const before = await rulesNow()
  expect(before).toEqual({
    source: 'off',
    catalog: expect.stringMatching(/^[0-9a-f]{16}$/),
    program: before.catalog,
  })

  await changeSaltRule('= 2.5\n', '= 2\n')
  const after = await rulesNow()
  expect(after.catalog).toBe(before.catalog)
  expect(after.program).not.toBe(before.program)

  // After a partial import the catalog has foods of both rules.
  expect(await larder(stores, 'import', 'off', few)).toMatchObject({ skipped: 0, foods: { changed: 2 } })
  expect((await rulesNow()).catalog).toBe(null)

  expect(await larder(stores, 'import', 'off', whole)).toMatchObject({ skipped: 2, foods: { changed: 3 } })
  expect(await rulesNow()).toEqual({ ...after, catalog: after.program })
  expect(await stores.sql('select distinct sodium_mg from foods')).toEqual([{ sodium_mg: 500 }])
})
