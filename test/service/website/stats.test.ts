import { describe, expect, it, onTestFinished } from 'vitest'
import { ask } from '../../../lab/clients/http.ts'
import { startService } from '../../../lab/service.ts'
import { readCatalogBreakdown } from '../../../src/catalog/catalog-breakdown.ts'
import { categoryTrail } from '../../../src/food/categories.ts'
import { refreshDerivedTables } from '../../../src/importer/refresh-derived-tables.ts'
import { inTransaction, withConnection } from '../../../src/platform/database/pool.ts'
import { formats } from '../../../src/website/i18n/format.ts'
import { searchBenchmark } from '../../../src/website/stats/search-benchmark.ts'
import { storesForTest, type TestStores } from '../../support/database.ts'
import { openTestPool } from '../../support/keys.ts'

async function startWebsite(stores: TestStores): Promise<string> {
  const service = await startService(stores)
  onTestFinished(async () => {
    await service.stop()
  })
  return service.websiteUrl
}

async function readBreakdown(stores: TestStores) {
  const pool = openTestPool(stores)
  const breakdown = await readCatalogBreakdown(pool)
  await pool.close()
  return breakdown
}

describe('catalog statistics', () => {
  it('match counts over all foods', async () => {
    const stores = await storesForTest('fixture-foods')
    await stores.sql(`update foods set source_modified_at = 1500000000 + id * 1000000 where id % 3 <> 0`)
    await withConnection(stores.databaseUrl, client =>
      inTransaction(client, () => refreshDerivedTables(client)),
    )
    const { counts, ...totals } = await readBreakdown(stores)

    const [counted] = await stores.sql<{ foods: number; newest: Date; median: Date; categories: string[] }>(`
      select count(*)::int as foods, array_agg(distinct category) filter (where category is not null) as categories,
             date_trunc('day', to_timestamp(max(source_modified_at)), 'UTC') as newest,
             date_trunc('day', to_timestamp(percentile_disc(0.5) within group (order by source_modified_at)), 'UTC') as median
        from foods`)
    expect(totals).toMatchObject({
      foods: counted?.foods,
      categories: new Set(counted?.categories.flatMap(categoryTrail)).size,
      newestChange: counted?.newest,
      medianChange: counted?.median,
      syncs: [],
    })
    const expected = await stores.sql<{ kind: string; name: string; foods: number }>(`
      select 'source' as kind, source as name, count(*)::int as foods from foods group by source
      union all
      select 'year', coalesce(to_char(to_timestamp(source_modified_at) at time zone 'UTC', 'YYYY'), 'unknown'), count(*)::int
        from foods group by 2
      union all select 'known', 'fiber_g', count(*)::int from foods where fiber_g is not null
      union all select 'known', 'barcode', count(*)::int from foods where barcode is not null
      union all select 'class', 'complete', count(*)::int from foods
                  where confidence >= 0.75 and source <> 'ai_estimate'
      union all select 'class', 'estimate', count(*)::int from foods where source = 'ai_estimate'`)
    expect(expected.length).toBeGreaterThan(8)
    expect(counts).toEqual(expect.arrayContaining(expected))
    for (const kind of ['source', 'class', 'year']) {
      const all = counts.filter(count => count.kind === kind)
      expect(all.reduce((sum, { foods }) => sum + foods, 0)).toBe(counted?.foods)
    }
  })

  it('are replaced by the next import', async () => {
    const stores = await storesForTest('fixture-foods')
    await stores.sql(`delete from foods where source <> 'off'; update foods set fiber_g = null`)
    await withConnection(stores.databaseUrl, client =>
      inTransaction(client, () => refreshDerivedTables(client)),
    )
    const { counts } = await readBreakdown(stores)
    expect(counts.filter(({ kind }) => kind === 'source').map(({ name }) => name)).toEqual(['off'])
    expect(counts).toContainEqual({ kind: 'known', name: 'fiber_g', foods: 0 })
  })
})

describe('the statistics page', () => {
  it('shows catalog statistics and the search benchmark', async () => {
    const stores = await storesForTest('fixture-foods')
    const { status, text, headers } = await ask(await startWebsite(stores), '/stats')
    expect(status).toBe(200)
    expect(headers['cache-control']).toContain('s-maxage')
    const [known] = await stores.sql<{ fiber: number; foods: number }>(
      'select count(fiber_g)::int as fiber, count(*)::int as foods from foods',
    )
    const row = new RegExp(
      `<th scope="row">Fiber</th><td class="measure-bar">.*?</td><td class="num">[^<]+</td><td class="num">${known?.fiber}</td>`,
    )
    expect(text).toMatch(row)
    for (const section of ['sources', 'age', 'known', 'confidence', 'search'])
      expect(text).toContain(`id="${section}"`)
    for (const { rows, command } of Object.values(searchBenchmark.measurements)) {
      if (rows.length > 0) expect(text).toContain(command)
      for (const { what, shares, kinds = [] } of [...rows, ...rows.flatMap(row => row.kinds ?? [])]) {
        expect(text).toContain(`<th scope="row">${what} <`)
        for (const share of shares) expect(text).toContain(`>${formats.en.percent(share, 1)}<`)
        if (kinds.length > 0) expect(text).toContain(`<summary>${what}</summary>`)
      }
    }
  })

  it('names the sources in the language of the page', async () => {
    const url = await startWebsite(await storesForTest('fixture-foods'))
    const { text } = await ask(url, '/fr/stats')
    for (const name of ['Open Food Facts', 'Communauté', 'Estimation par IA']) expect(text).toContain(name)
    expect(text).not.toContain('AI estimates')
  })

  it('redirects from its earlier path, in every language', async () => {
    const website = await startWebsite(await storesForTest())
    for (const [path, location] of [
      ['/numbers', '/stats'],
      ['/de/numbers', '/de/stats'],
    ] as const) {
      const { status, headers } = await ask(website, path)
      expect([status, headers['location']]).toEqual([301, location])
    }
  })

  it('shows what most people search for and do not find', async () => {
    const stores = await storesForTest('fixture-foods')
    await stores.sql(`
      insert into searches_by_day (day, query, callers, found_nothing, opened)
        select (now() at time zone 'utc')::date - age, query, callers, found_nothing, '{}'
          from (values (0, 'dragon <b>"jam"</b>', 9, 7), (3, 'dragon <b>"jam"</b>', 1200, 1200), (1, 'moon cake', 30, 20),
                       (0, 'milk', 900, 0), (0, 'often found', 900, 4), (31, 'long ago', 5000, 5000))
            as searched (age, query, callers, found_nothing)`)
    const { text } = await ask(await startWebsite(stores), '/stats')
    const [, section = ''] = /<h2 id="unfound">(.*?)<\/section>/s.exec(text) ?? []
    const rows = [...section.matchAll(/<bdi>(.*?)<\/bdi><\/th><td class="num">(.*?)<\/td>/g)]
    expect(rows.map(([, query, count]) => [query, count])).toEqual([
      ['dragon &lt;b>&quot;jam&quot;&lt;/b>', '1,207'],
      ['moon cake', '20'],
    ])
  })

  it('shows at most 20 searches, and no heading if there are none', async () => {
    const stores = await storesForTest()
    expect((await ask(await startWebsite(stores), '/stats')).text).not.toContain('id="unfound"')
    await stores.sql(`
      insert into searches_by_day (day, query, callers, found_nothing, opened)
        select (now() at time zone 'utc')::date, 'food ' || n, 5 + n, 5 + n, '{}' from generate_series(1, 30) as n`)
    const { text } = await ask(await startWebsite(stores), '/de/stats')
    const shown = [...text.matchAll(/<bdi>(.*?)<\/bdi>/g)].map(([, query]) => query)
    expect(shown).toEqual(Array.from({ length: 20 }, (_, index) => `food ${30 - index}`))
  })

  it('shows a notice before the first import', async () => {
    const { status, text } = await ask(await startWebsite(await storesForTest()), '/stats')
    expect(status).toBe(200)
    expect(text).toContain('calculated when foods are imported')
  })
})
