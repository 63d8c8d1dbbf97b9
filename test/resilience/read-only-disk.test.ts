// The image runs on a read-only disk (compose.yaml): a pack is written with nothing but its folder to write to.
import { execFile } from 'node:child_process'
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, it, onTestFinished } from 'vitest'
import { programArguments } from '../../lab/build.ts'
import { environmentFor } from '../../lab/service.ts'
import { storesForTest, type TestStores } from '../support/database.ts'

const run = promisify(execFile)
const mayMount = process.getuid?.() === 0

/** Enough for SQLite to sort in files. */
const foods = 100_000

/** $1 is the folder, the rest the command. Other processes do not see these mounts. */
const onReadOnlyDisk = `
  set -e
  folder=$1
  shift
  mount --bind "$folder" "$folder"
  for disk in / /tmp /var/tmp; do
    if mountpoint -q $disk; then mount -o remount,bind,ro $disk; fi
    if touch $disk/larder-test 2> /dev/null; then echo "$disk is not read-only" >&2; exit 1; fi
  done
  exec "$@"`

async function addFoods(stores: TestStores): Promise<void> {
  const indexes = await stores.sql<{ name: string }>(
    `select indexname as name from pg_indexes
       where tablename = 'foods' and indexname not in (select conname from pg_constraint)`,
  )
  // Adding so many foods takes a tenth of the time without them.
  for (const { name } of indexes) await stores.sql(`drop index ${name}`)
  await stores.sql(
    `insert into foods (id, source, source_id, name, normalized_name, barcode, confidence, calories_kcal, protein_g, fat_g)
       select n, 'off', n, 'Soup ' || md5(n::text), 'soup ' || md5(n::text), lpad(n::text, 13, '0'), 0.9, 100, 5, 5
         from generate_series(1, $1::int) as n`,
    [foods],
  )
}

it.skipIf(!mayMount)('writes an SQLite pack on a read-only disk (needs root, to mount one)', async () => {
  const stores = await storesForTest()
  await addFoods(stores)
  const folder = mkdtempSync(join(tmpdir(), 'larder-packs-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const larder = [process.execPath, ...programArguments(), 'export', '--out', folder, '--json']
  const { stdout } = await run(
    'unshare',
    ['--mount', 'bash', '-c', onReadOnlyDisk, 'bash', folder, ...larder],
    {
      env: { PATH: process.env['PATH'] ?? '', ...environmentFor(stores) },
    },
  )
  const { pack } = JSON.parse(stdout)
  expect(pack.foods).toBe(foods)
  expect(readdirSync(folder).sort()).toEqual([pack.url, 'packs.json'].sort())
})
