// The id of a food through imports in any order, killed imports, merges and splits (rule stable-ids, ADR 19).
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import type { Client } from 'pg'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { SourceId } from '../../../src/food/sources.ts'
import { runImport } from '../../../src/importer/run.ts'
import { withConnection } from '../../../src/platform/database/pool.ts'
import { createStores, emptyCatalog, type TestStores } from '../../support/database.ts'

let stores: TestStores
const folder = mkdtempSync(join(tmpdir(), 'larder-food-ids-'))
beforeAll(async () => {
  stores = await createStores()
})
beforeEach(startAnew)
afterAll(async () => {
  await stores.drop()
  rmSync(folder, { recursive: true })
})

const sources = ['community', 'ai_estimate'] as const
const gtins = ['3017620422003', '4006381333931', '5000112637922', '7622210449283'] as const

/** `barcode` is the number of a GTIN: records with the same one are one product. */
interface ProductRecord {
  source_id: string
  barcode: number
}

const lineOf = ({ source_id, barcode }: ProductRecord) =>
  JSON.stringify({
    source_id,
    name: 'Hazelnut spread',
    barcode: gtins[barcode],
    calories_kcal: 539,
    fat_g: 31,
    carbs_g: 57,
    protein_g: 6,
  })

/** A food that every dump has, because an import without any usable record is refused. */
const anchorOf = (source: SourceId) =>
  JSON.stringify({ source_id: `${source} anchor`, name: `Anchor of ${source}`, calories_kcal: 100 })

/** With the anchors as foods 1 and 2. */
async function startAnew() {
  await stores.sql(emptyCatalog)
  for (const source of sources) await importDump(source, [])
}

/** Imports the full dump of a source. Records that it no longer contains leave the catalog. */
async function importDump(source: SourceId, records: ProductRecord[], wrap = (client: Client) => client) {
  const file = join(folder, 'records.jsonl')
  writeFileSync(file, [anchorOf(source), ...records.map(lineOf)].join('\n'))
  await withConnection(stores.databaseUrl, client =>
    runImport(wrap(client), {
      inputs: [{ file, origin: { from: 'jsonl', source } }],
      fullDumpOf: source,
      allowMassRemoval: true,
    }),
  )
}

/** Ends the connection to PostgreSQL before one of its statements. */
function killedAt(statement: number) {
  let statements = 0
  return (client: Client) => {
    const query = client.query.bind(client) as (...values: unknown[]) => unknown
    return Object.assign(client, {
      query(...values: unknown[]) {
        if (++statements === statement) {
          client.on('error', () => undefined)
          client.connection.stream.destroy()
        }
        return query(...values)
      },
    })
  }
}

interface State {
  /** The ids that foods have. */
  ids: number[]
  /** The records of each id that finds a food, the shown one first. */
  found: Map<number, string[]>
}

async function readState(): Promise<State> {
  const rows = await stores.sql<{ id: number; records: string[]; others: number[] }>(`
    select id::integer,
           source_id || array(select source_id from superseded_records where food_id = foods.id order by source_id) as records,
           array(select food_id::integer from merged_food_ids where merged_into_food_id = foods.id) as others
      from foods where source_id not like '% anchor' order by id`)
  return {
    ids: rows.map(({ id }) => id),
    found: new Map(rows.flatMap(({ id, records, others }) => [id, ...others].map(each => [each, records]))),
  }
}

const found = async () => Object.fromEntries((await readState()).found)

describe('an id', () => {
  it('is the oldest when two foods become one, and the other finds it', async () => {
    await importDump('community', [
      { source_id: 'a', barcode: 0 },
      { source_id: 'b', barcode: 1 },
    ])
    expect(await found()).toEqual({ 3: ['a'], 4: ['b'] })
    await importDump('community', [
      { source_id: 'b', barcode: 0 },
      { source_id: 'a', barcode: 0 },
    ])
    expect(await readState()).toEqual({
      ids: [3],
      found: new Map([
        [3, ['a', 'b']],
        [4, ['a', 'b']],
      ]),
    })
  })

  it('returns to its food when a correction that made two foods one is taken back', async () => {
    await importDump('community', [
      { source_id: 'a', barcode: 0 },
      { source_id: 'b', barcode: 1 },
    ])
    await importDump('community', [
      { source_id: 'a', barcode: 0 },
      { source_id: 'b', barcode: 0 },
    ])
    await importDump('community', [
      { source_id: 'a', barcode: 0 },
      { source_id: 'b', barcode: 1 },
    ])
    expect(await readState()).toEqual({
      ids: [3, 4],
      found: new Map([
        [3, ['a']],
        [4, ['b']],
      ]),
    })
  })

  it('that a food has stays, although a record with an older one returns to its product', async () => {
    await importDump('community', [{ source_id: 'a', barcode: 0 }])
    await importDump('community', [])
    await importDump('ai_estimate', [{ source_id: 'b', barcode: 0 }])
    expect(await readState()).toEqual({ ids: [4], found: new Map([[4, ['b']]]) })
    await importDump('community', [{ source_id: 'a', barcode: 0 }])
    expect(await readState()).toEqual({
      ids: [4],
      found: new Map([
        [3, ['a', 'b']],
        [4, ['a', 'b']],
      ]),
    })
  })

  it('finds the rest of its product when the shown record leaves and the rest joins another', async () => {
    await importDump('community', [
      { source_id: 'a', barcode: 0 },
      { source_id: 'b', barcode: 0 },
      { source_id: 'c', barcode: 1 },
    ])
    expect(await found()).toEqual({ 3: ['a', 'b'], 5: ['c'] })
    await importDump('community', [
      { source_id: 'b', barcode: 1 },
      { source_id: 'c', barcode: 1 },
    ])
    expect((await readState()).ids).toEqual([3])
    expect(await found()).toEqual({ 3: ['b', 'c'], 5: ['b', 'c'] })
  })

  it('goes with the shown record when its product is separated', async () => {
    await importDump('ai_estimate', [{ source_id: 'guess', barcode: 0 }])
    await importDump('community', [{ source_id: 'label', barcode: 0 }])
    expect(await found()).toEqual({ 3: ['label', 'guess'] })
    await importDump('community', [{ source_id: 'label', barcode: 1 }])
    expect((await readState()).found.get(3)).toEqual(['label'])
  })

  it('is never given to another product', async () => {
    await importDump('community', [{ source_id: 'a', barcode: 0 }])
    await importDump('community', [])
    await importDump('community', [{ source_id: 'b', barcode: 1 }])
    expect(await found()).toEqual({ 4: ['b'] })
  })
})

/** Each source has up to four records; each import is a full dump of one of them, and may be killed first. */
const imports = fc.array(
  fc.record({
    source: fc.constantFrom(...sources),
    records: fc.uniqueArray(
      fc.record({ source_id: fc.constantFrom('1', '2', '3', '4'), barcode: fc.nat(gtins.length - 1) }),
      { selector: ({ source_id }) => source_id, maxLength: 4 },
    ),
    killedAtStatement: fc.option(fc.integer({ min: 1, max: 60 }), { freq: 3 }),
  }),
  { minLength: 3, maxLength: 9 },
)

/** Whose food an id finds: that of the record last shown under it, or of those next to it if that one has left. */
interface Holders {
  shown: string[]
  others: string[]
}

describe('imports in any order, also killed ones', () => {
  it('leave every id with its product', async () => {
    const runs = Number(process.env['FOOD_ID_RUNS'] ?? 2)
    await fc.assert(
      fc.asyncProperty(imports, async steps => {
        await startAnew()
        const holders = new Map<number, Holders>()
        let before = await readState()
        for (const { source, records, killedAtStatement } of steps) {
          const named = records.map(record => ({ ...record, source_id: `${source} ${record.source_id}` }))
          if (killedAtStatement !== null) {
            // One with fewer statements than that ends before it is killed.
            await importDump(source, named, killedAt(killedAtStatement)).catch(() => undefined)
            const afterKill = await readState()
            await importDump(source, named)
            if (afterKill.ids.join() !== before.ids.join()) expect(await readState()).toEqual(afterKill)
          } else {
            await importDump(source, named)
          }
          const after = await readState()
          expectStable(before, after, holders)
          await importDump(source, named.toReversed())
          expect(await readState()).toEqual(after)
          before = after
        }
      }),
      { numRuns: runs, endOnFailure: true },
    )
  }, 600_000)
})

function expectStable(before: State, after: State, holders: Map<number, Holders>) {
  const inCatalog = new Set([...after.found.values()].flat())
  for (const [id, { shown, others }] of holders) {
    const remaining =
      [shown, others]
        .map(each => each.filter(record => inCatalog.has(record)))
        .find(each => each.length > 0) ?? []
    if (remaining.length === 0) continue
    const isFound = after.found.get(id)?.some(record => remaining.includes(record))
    expect(isFound, `${id} finds ${after.found.get(id)}, not ${remaining}`).toBe(true)
  }
  const highest = Math.max(0, ...holders.keys())
  for (const id of after.ids) {
    const records = after.found.get(id) ?? []
    const idsOfFood = [...after.found].filter(([, each]) => each === records).map(([each]) => each)
    const live = idsOfFood.filter(
      each => before.ids.includes(each) && before.found.get(each)?.some(record => records.includes(record)),
    )
    if (live.length > 0) expect(id, 'the oldest id that a food has').toBe(Math.min(...live))
    else if (id <= highest) expect(id, 'the oldest id').toBe(Math.min(...idsOfFood))
  }
  for (const [id, [shown = '', ...others]] of after.found) {
    const known = holders.get(id)
    if (after.ids.includes(id)) holders.set(id, { shown: [shown], others })
    else if (known && !(before.found.has(id) && !before.ids.includes(id))) {
      // Its food has become a part of another: the id stays with the record that was shown, or else with one next to it.
      const hasLeft = !known.shown.some(record => inCatalog.has(record))
      holders.set(id, { shown: hasLeft ? known.others : known.shown, others: [] })
    }
  }
}
