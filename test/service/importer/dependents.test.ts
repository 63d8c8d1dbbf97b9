// Objects that depend on a replaced table are reported before the first line is read.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { checksums } from '../../../lab/catalogs/checksum.ts'
import { noProgress } from '../../../src/importer/progress.ts'
import { runImport } from '../../../src/importer/run.ts'
import { syncSource } from '../../../src/importer/sync.ts'
import { withConnection } from '../../../src/platform/database/pool.ts'
import { storesForTest, type TestStores } from '../../support/database.ts'

const folder = mkdtempSync(join(tmpdir(), 'larder-dependents-'))
afterAll(() => rmSync(folder, { recursive: true }))

const file = join(folder, 'foods.jsonl')
writeFileSync(
  file,
  Array.from({ length: 500 }, (_, n) =>
    JSON.stringify({ code: `${4e12 + n}`, product_name: `Food ${n}` }),
  ).join('\n'),
)

const importFile = (stores: TestStores, listener = noProgress) =>
  withConnection(stores.databaseUrl, client =>
    runImport(client, { inputs: [{ file, origin: { from: 'off' } }] }, listener),
  )

const dependents: [name: string, create: string, drop: string][] = [
  ['view named_foods', 'create view named_foods as select id, name from foods', 'drop view named_foods'],
  [
    'materialized view brands',
    'create materialized view brands as select distinct brand from foods',
    'drop materialized view brands',
  ],
  [
    'foreign key constraint menu_food_fkey on table menu',
    'create table menu (food bigint references foods)',
    'drop table menu',
  ],
  [
    'foreign key constraint own on table foods',
    `create table shops (id bigint primary key);
     alter table foods add shop bigint, add constraint own foreign key (shop) references shops`,
    'alter table foods drop shop; drop table shops',
  ],
  [
    'trigger on_change on table foods',
    `create function noted() returns trigger language plpgsql as 'begin return null; end';
     create trigger on_change after update on foods execute function noted()`,
    'drop trigger on_change on foods; drop function noted',
  ],
  [
    'rule kept on table foods',
    'create rule kept as on delete to foods do instead nothing',
    'drop rule kept on foods',
  ],
  [
    'policy visible on table foods',
    'create policy visible on foods using (true)',
    'drop policy visible on foods',
  ],
  [
    'publication of table foods in publication feed',
    'create publication feed for table foods',
    'drop publication feed',
  ],
  [
    'function counted()',
    'create function counted() returns bigint begin atomic select count(*) from foods; end',
    'drop function counted',
  ],
  [
    'function label(foods)',
    `create function label(foods) returns text language sql as 'select $1.name'`,
    'drop function label',
  ],
  ['column food of table basket', 'create table basket (food foods)', 'drop table basket'],
  ['column foods of table baskets', 'create table baskets (foods foods[])', 'drop table baskets'],
  ['table special_foods', 'create table special_foods () inherits (foods)', 'drop table special_foods'],
  ['view frequent_terms', 'create view frequent_terms as select term from terms', 'drop view frequent_terms'],
]

it('stops an import for each kind of dependent object, and runs without it', async () => {
  const stores = await storesForTest('fixture-foods')
  const before = await withConnection(stores.databaseUrl, checksums)
  for (const [name, create, drop] of dependents) {
    await stores.sql(create)
    let isRead = false
    const importing = importFile(stores, { ...noProgress, onProgress: () => (isRead = true) })
    await expect(importing, name).rejects.toThrow(
      `these objects depend on them: ${name}. Drop them, run the import, and create them again. Nothing was changed`,
    )
    expect(isRead).toBe(false)
    await stores.sql(drop)
  }
  expect(await withConnection(stores.databaseUrl, checksums)).toEqual(before)
  expect(await importFile(stores)).toMatchObject({ foods: { added: 500 } })
})

it('stops a sync too, before it reads anything', async () => {
  const stores = await storesForTest('fixture-foods')
  await stores.sql(`
    create view named_foods as select id, name from foods;
    create materialized view brands as select distinct brand from foods;
    create table menu (food bigint references foods)`)
  const named =
    'foreign key constraint menu_food_fkey on table menu; materialized view brands; view named_foods. Drop them'
  await withConnection(stores.databaseUrl, async client => {
    const nowhere = join(folder, 'does-not-exist')
    await expect(syncSource(client, 'off', { from: nowhere })).rejects.toThrow(named)
  })
})

it('accepts indexes, constraints, statistics and sequences of the table itself', async () => {
  const stores = await storesForTest('fixture-foods')
  await stores.sql(`
    create index by_fat on foods (fat_g);
    alter table foods add constraint short check (length(name) < 1000);
    create statistics of_foods on source, category from foods;
    create view elsewhere as select source from excluded_records`)
  expect(await importFile(stores)).toMatchObject({ foods: { added: 500 } })
})
