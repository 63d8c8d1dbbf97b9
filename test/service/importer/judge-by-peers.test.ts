import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { mapNutrients } from '../../../src/food/nutrients.ts'
import { copyLine, type ImportedFood, importedColumns } from '../../../src/importer/copy-line.ts'
import { judgeByPeers, refreshPeerStatistics } from '../../../src/importer/judge-by-peers.ts'
import { copyInto } from '../../../src/platform/database/copy-into.ts'
import { withConnection } from '../../../src/platform/database/pool.ts'
import { confidence, confidences } from '../../../src/quality/confidence.ts'
import { checkPlausibility } from '../../../src/quality/plausibility.ts'
import { createStores, type TestStores } from '../../support/database.ts'

let stores: TestStores
beforeAll(async () => {
  stores = await createStores()
})
afterAll(() => stores.drop())

const now = Date.UTC(2026, 10, 15) / 1_000

type Macros = [kcal: number, protein: number, fat: number, carbs: number]

let created = 0
beforeEach(() => {
  created = 0
})

function food(
  name: string,
  [kcal, protein, fat, carbs]: Macros,
  more: Partial<ImportedFood> = {},
): ImportedFood {
  const candidate = checkPlausibility({
    ...mapNutrients(() => null),
    ...{ source: 'off', source_id: String(++created), name, brand: null, barcode: null, category: null },
    ...{ serving_size_g: null, serving_desc: null, alcohol_g: null, polyols_g: null },
    ...{ calories_kcal: kcal, protein_g: protein, fat_g: fat, carbs_g: carbs },
    ...{ saturated_fat_g: fat / 3, sugar_g: carbs / 2, sodium_mg: 50 },
    ...{ image_url: null, image_thumb_url: null, popularity: 0, source_modified_at: now },
    ...{ quality_flags: [], details: null, alternate_id: null },
    ...more,
  })
  return { ...candidate, confidence: confidence(candidate, now) }
}

/** The values of one kind of food, each a little different. */
const similar = (count: number, name: string, values: Macros, more: Partial<ImportedFood> = {}) =>
  Array.from({ length: count }, (_, index) =>
    food(name, values.map(value => value * (0.9 + (0.2 * index) / count)) as Macros, more),
  )

interface Judged {
  source_id: string
  confidence: number
  quality_flags: { rule: string; field: string; found: number }[] | null
}

/** The number of doubted foods among `staged`, and those foods. `catalog` are the foods they are compared with. */
async function judge(catalog: ImportedFood[], staged: ImportedFood[]) {
  return withConnection(stores.databaseUrl, async client => {
    await client.query('begin')
    await client.query(`create temp table staged as select ${importedColumns.join(', ')} from foods limit 0`)
    await client.query('create temp table catalog as select * from staged')
    for (const [table, rows] of [
      ['catalog', catalog],
      ['staged', staged],
    ] as const) {
      await copyInto(client, table, importedColumns, [rows.map(copyLine).join('')])
    }
    await client.query('alter table staged add doubted_confidence numeric')
    for (const candidate of staged) {
      await client.query('update staged set doubted_confidence = $1 where source_id = $2', [
        confidences(candidate, now).doubted,
        candidate.source_id,
      ])
    }
    await refreshPeerStatistics(client, '(select * from catalog)')
    const count = await judgeByPeers(client)
    const { rows } = await client.query<Judged>(
      `select source_id, confidence, quality_flags from staged where quality_flags @> '[{"rule": "unlike-peers"}]'`,
    )
    await client.query('rollback')
    return { count, doubted: rows }
  })
}

const beef = () => similar(20, 'Ground Beef', [245, 17, 19.5, 0.1])
const fromName = { rule: 'category-from-name', field: 'category' }
const maize: Macros = [48, 1.6, 1.2, 7.2]

it('doubts a food with the values of another', async () => {
  const wrong = food('Ground Beef', maize)
  const right = food('Ground Beef', [210, 18.6, 15, 0])
  expect(wrong.confidence).toBeGreaterThan(0.75)
  const { count, doubted } = await judge(beef(), [wrong, right])
  expect(count).toBe(1)
  expect(doubted).toEqual([
    {
      source_id: wrong.source_id,
      confidence: confidences(wrong, now).doubted,
      quality_flags: [{ rule: 'unlike-peers', field: 'calories_kcal', found: 48 }],
    },
  ])
  expect(doubted[0]?.confidence).toBeLessThan(0.75)
})

it('doubts values per serving among foods that hardly contain water', async () => {
  const bars = similar(20, 'Choco Bar', [540, 9, 33, 50])
  const serving = food('Choco Bar', [240, 4, 14.7, 22])
  const cookies = food('Choco Bar', [480, 6, 22, 64])
  const { doubted } = await judge(bars, [serving, cookies])
  expect(doubted.map(({ source_id }) => source_id)).toEqual([serving.source_id])
  const puddings = similar(20, 'Choco Pudding', [150, 4, 6, 20])
  expect((await judge(puddings, [food('Choco Pudding', [75, 2, 3, 10])])).count).toBe(0)
})

it('keeps the other flags', async () => {
  const flag = { rule: 'energy-from-kj', field: 'calories_kcal', found: 200 }
  const { doubted } = await judge(beef(), [food('Ground Beef', maize, { quality_flags: [flag] })])
  expect(doubted[0]?.quality_flags).toEqual([
    flag,
    { rule: 'unlike-peers', field: 'calories_kcal', found: 48 },
  ])
})

// title, catalog, food, whether it is doubted
const cases: [string, () => ImportedFood[], () => ImportedFood, boolean][] = [
  [
    'dried fruit that is named like fresh fruit',
    () => similar(20, 'Banana', [92, 1.1, 0.3, 22]),
    () => food('Banana', [340, 4, 1, 80]),
    true,
  ],
  [
    'an oil with the values of a spoon',
    () => similar(20, 'Olive Oil', [880, 0, 98, 0]),
    () => food('Olive Oil', [126, 0, 14, 0]),
    true,
  ],
  [
    'a food of the same name in another inflection and order',
    () => similar(20, 'Olive Oil', [880, 0, 98, 0]),
    () => food('Oil, olives', [126, 0, 14, 0]),
    true,
  ],
  [
    'dry pulses among canned ones',
    () => similar(20, 'Lentils', [95, 7, 0.5, 15]),
    () => food('Lentils', [345, 25, 1.5, 57]),
    false,
  ],
  [
    'the powder of a drink',
    () => similar(20, 'Iced Tea', [30, 0, 0, 7.5]),
    () => food('Iced Tea', [380, 0, 0, 95]),
    false,
  ],
  [
    'a variety of a food that several tables have in another one',
    () => [
      ...similar(8, 'Fig', [74, 1, 0.4, 15]),
      ...similar(5, 'Fig', [300, 3, 1, 64]),
      ...(['usda', 'bls', 'ciqual', 'swiss'] as const).map(source =>
        food('Fig', [74, 1, 0.4, 15], { source }),
      ),
    ],
    () => food('Fig', [262, 2.6, 0.8, 56]),
    false,
  ],
  [
    'a variety that several peers have',
    () => [...similar(20, 'Ground Beef', [245, 17, 19.5, 0.1]), ...similar(5, 'Ground Beef', maize)],
    () => food('Ground Beef', maize),
    false,
  ],
  [
    'a food with few peers',
    () => similar(11, 'Ground Beef', [245, 17, 19.5, 0.1]),
    () => food('Ground Beef', maize),
    false,
  ],
  [
    'a food with few peers, one of them measured by a laboratory',
    () => [
      ...similar(4, 'Ground Beef', [245, 17, 19.5, 0.1]),
      food('Beef, ground, raw', [250, 17, 20, 0], { source: 'usda' }),
    ],
    () => food('Ground Beef', maize),
    true,
  ],
  [
    'a food whose peers mostly have wrong values, but for the laboratory food',
    () => [
      ...similar(6, 'Banana', [340, 4, 1, 80]),
      food('Bananas, raw', [89, 1.1, 0.3, 23], { source: 'usda' }),
    ],
    () => food('Banana', [91, 1.1, 0.3, 23]),
    false,
  ],
  [
    'a laboratory food',
    () => similar(20, 'Ground Beef', [245, 17, 19.5, 0.1]),
    () => food('Beef, ground', maize, { source: 'usda' }),
    false,
  ],
  [
    'a label of USDA Branded Foods',
    () => similar(20, 'Ground Beef', [245, 17, 19.5, 0.1]),
    () => food('Ground Beef', maize, { source: 'usda', brand: 'Millers' }),
    true,
  ],
  [
    'a food with peers of low confidence only',
    () =>
      similar(20, 'Ground Beef', [245, 17, 19.5, 0.1], {
        saturated_fat_g: null,
        sodium_mg: null,
        sugar_g: null,
      }),
    () => food('Ground Beef', maize),
    false,
  ],
  [
    'a food with an unknown macronutrient',
    () => similar(20, 'Ground Beef', [245, 17, 19.5, 0.1]),
    () => food('Ground Beef', maize, { fat_g: null }),
    false,
  ],
  [
    'a food of a uniform category',
    () => similar(30, 'Miel', [320, 0.4, 0, 80], { category: 'Honeys' }),
    () => food('Crème des Alpages', [60, 3, 3, 5], { category: 'Honeys' }),
    true,
  ],
  [
    'a food of a uniform category that was found from its name',
    () => similar(30, 'Miel', [320, 0.4, 0, 80], { category: 'Honeys' }),
    () => food('Crème des Alpages', [60, 3, 3, 5], { category: 'Honeys', quality_flags: [fromName] }),
    true,
  ],
  [
    'a food of a category that the names of the others gave them',
    () => similar(30, 'Miel', [320, 0.4, 0, 80], { category: 'Honeys', quality_flags: [fromName] }),
    () => food('Crème des Alpages', [60, 3, 3, 5], { category: 'Honeys' }),
    false,
  ],
  [
    'a food of a mixed category',
    () => [
      ...similar(30, 'Miel', [320, 0.4, 0, 80], { category: 'Groceries' }),
      ...similar(30, 'Mayonnaise', [680, 1, 75, 1], { category: 'Groceries' }),
    ],
    () => food('Crème des Alpages', [60, 3, 3, 5], { category: 'Groceries' }),
    false,
  ],
  [
    'a food like those of its name and unlike those of its category',
    () => [
      ...similar(40, 'Miel', [320, 0.4, 0, 80], { category: 'Honeys' }),
      ...similar(20, 'Hydromel', [60, 0.5, 0, 14.5], { category: 'Meads' }),
    ],
    () => food('Hydromel', [60, 0.5, 0, 14.5], { category: 'Honeys' }),
    false,
  ],
]
it.each(cases)('%s', async (_, catalog, candidate, isDoubted) => {
  const { count } = await judge(catalog(), [candidate()])
  expect(count).toBe(isDoubted ? 1 : 0)
})

it('gives the same statistics when doubted foods are counted again', async () => {
  const doubt = (each: ImportedFood): ImportedFood => ({
    ...each,
    confidence: confidences(each, now).doubted,
    quality_flags: [{ rule: 'unlike-peers', field: 'fat_g', found: each.fat_g ?? 0 }],
  })
  const peers = beef()
  const { doubted } = await judge(
    [...peers.slice(0, 6), ...peers.slice(6).map(doubt)],
    [food('Ground Beef', maize)],
  )
  expect(doubted).toHaveLength(1)
})

it('finds the statistics of few foods by index', async () => {
  await withConnection(stores.databaseUrl, async client => {
    await client.query(`create temp table staged as select ${importedColumns.join(', ')} from foods limit 0`)
    await client.query('alter table staged add doubted_confidence numeric')
    await client.query(
      `insert into peer_statistics select 'generic_name', 'food ' || n, 20,
         '{"calories_kcal": [1, 1, 1, 1], "protein_g": [1, 1, 1, 1], "fat_g": [1, 1, 1, 1], "carbs_g": [1, 1, 1, 1]}'
       from generate_series(1, 20000) as n`,
    )
    await client.query('analyze peer_statistics')
    await copyInto(client, 'staged', importedColumns, [copyLine(food('Ground Beef', maize))])
    await client.query('analyze staged')
    const before = await readsOf(client)
    await judgeByPeers(client)
    expect((await readsOf(client)) - before).toBeLessThan(100)
    await client.query('truncate peer_statistics')
  })
})

/** Rows of `peer_statistics` that this connection has read in its transactions so far. */
async function readsOf(client: { query: (sql: string) => Promise<{ rows: { reads: string }[] }> }) {
  await client.query('select pg_stat_force_next_flush()')
  const { rows } = await client.query(
    `select seq_tup_read + coalesce(idx_tup_fetch, 0) as reads from pg_stat_user_tables where relname = 'peer_statistics'`,
  )
  return Number(rows[0]?.reads)
}
