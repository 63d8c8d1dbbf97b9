// What is asked for: foods, barcodes and queries of a catalog, by chance but not twice the same.
import { readQueries } from '../lab/catalogs/search-queries.ts'
import { withConnection } from '../src/platform/database/pool.ts'

export interface Samples {
  foods: number[]
  barcodes: string[]
  queries: string[]
}

/** `many` of each, from all over the catalog. */
export function sampleCatalog(databaseUrl: string, many: number): Promise<Samples> {
  return withConnection(databaseUrl, async client => {
    const { rows: bounds } = await client.query<{ last: number }>('select max(id) as last from foods')
    const last = bounds[0]?.last ?? 0
    if (last === 0) throw new Error('the catalog is empty: import foods first, or try larder demo')
    const ids = Array.from({ length: many * 2 }, () => 1 + Math.floor(Math.random() * last))
    const { rows } = await client.query<{ id: number; name: string; barcode: string | null }>(
      'select id, name, barcode from foods where id = any($1) limit $2',
      [ids, many],
    )
    return {
      foods: rows.map(({ id }) => id),
      barcodes: rows.flatMap(({ barcode }) => barcode ?? []),
      queries: queriesFor(
        rows.map(({ name }) => name),
        many,
      ),
    }
  })
}

/** People's own where there are some; else words of names, every other one mistyped. */
function queriesFor(names: string[], many: number): string[] {
  const asked = readQueries(undefined, many).map(({ q }) => q)
  if (asked.length > 0) return asked
  return names.flatMap((name, place) => {
    const words = name.toLowerCase().split(' ').slice(0, 2).join(' ')
    if (words.length < 4) return []
    return [place % 2 === 0 ? words : mistyped(words)]
  })
}

function mistyped(words: string): string {
  const place = 1 + Math.floor(Math.random() * (words.length - 2))
  return words.slice(0, place) + words.slice(place + 1)
}
