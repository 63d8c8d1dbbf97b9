// Random foods, barcodes and queries of a catalog.
import { withConnection } from '../../src/platform/database/pool.ts'

export interface Samples {
  foods: number[]
  barcodes: string[]
  queries: string[]
}

/** `count` of each, from the whole catalog. */
export function sampleCatalog(databaseUrl: string, count: number): Promise<Samples> {
  return withConnection(databaseUrl, async client => {
    const { rows: bounds } = await client.query<{ last: number }>('select max(id) as last from foods')
    const last = bounds[0]?.last ?? 0
    if (last === 0) throw new Error('the catalog is empty: import foods first, or try larder demo')
    const ids = Array.from({ length: count * 2 }, () => 1 + Math.floor(Math.random() * last))
    const { rows } = await client.query<{ id: number; name: string; barcode: string | null }>(
      'select id, name, barcode from foods where id = any($1) limit $2',
      [ids, count],
    )
    return {
      foods: rows.map(({ id }) => id),
      barcodes: rows.flatMap(({ barcode }) => barcode ?? []),
      queries: queriesFor(rows.map(({ name }) => name)),
    }
  })
}

/** Words of food names, every other query with a typo. */
function queriesFor(names: string[]): string[] {
  return names.flatMap((name, index) => {
    const words = name.toLowerCase().split(' ').slice(0, 2).join(' ')
    if (words.length < 4) return []
    return [index % 2 === 0 ? words : withTypo(words)]
  })
}

function withTypo(words: string): string {
  const index = 1 + Math.floor(Math.random() * (words.length - 2))
  return words.slice(0, index) + words.slice(index + 1)
}
