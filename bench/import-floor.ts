// The lower bound for an import: gunzip, JSON.parse, and COPY of the same columns into a table without an index.
// Nothing is normalized, scored or compared; columns without a source field get a constant of typical size.
import { once } from 'node:events'
import { createReadStream } from 'node:fs'
import { createGunzip } from 'node:zlib'
import { from as copyFrom } from 'pg-copy-streams'
import { mapNutrients, nutrientTable } from '../src/food/nutrients.ts'
import { importedColumns } from '../src/importer/copy-line.ts'
import { withConnection } from '../src/platform/database/pool.ts'

type Product = Record<string, unknown> & { nutriments?: Record<string, unknown> }
type Value = (product: Product) => unknown

const nutrient =
  (field: string): Value =>
  product =>
    product.nutriments?.[field]

const columnValues: Partial<Record<(typeof importedColumns)[number], Value>> = {
  source: () => 'off',
  source_id: product => product['code'],
  name: product => product['product_name'],
  brand: product => product['brands'],
  barcode: product => product['code'],
  category: product => (product['categories_tags'] as string[] | undefined)?.at(-1),
  serving_desc: product => product['serving_size'],
  ...mapNutrients(id => nutrient(`${nutrientTable[id].off.names[0]}_100g`)),
  image_url: product =>
    product['images'] === undefined
      ? null
      : `https://images.openfoodfacts.org/images/products/301/762/042/2003/front_en.${product['code']}.400.jpg`,
  image_thumb_url: product =>
    product['images'] === undefined
      ? null
      : `https://images.openfoodfacts.org/images/products/301/762/042/2003/front_en.${product['code']}.100.jpg`,
  confidence: () => 0.5,
  source_modified_at: product => product['last_modified_t'],
  popularity: product => product['unique_scans_n'] ?? 0,
  normalized_name: product => product['product_name'],
  normalized_brand: product => product['brands'] ?? '',
}

/** Returns the duration in seconds. */
export function importFloor(databaseUrl: string, file: string): Promise<number> {
  return withConnection(databaseUrl, async client => {
    const columns = importedColumns.join(', ')
    await client.query(`create table floor as select ${columns} from foods limit 0`)
    const started = performance.now()
    const copy = client.query(copyFrom(`copy floor (${columns}) from stdin`))
    const ended = once(copy, 'finish')
    for await (const lines of linesOf(file)) {
      const text = lines.map(line => copyLine(JSON.parse(line))).join('')
      if (!copy.write(text)) await once(copy, 'drain')
    }
    copy.end()
    await ended
    const seconds = (performance.now() - started) / 1000
    await client.query('drop table floor')
    return seconds
  })
}

async function* linesOf(file: string): AsyncGenerator<string[]> {
  const bytes = createReadStream(file, { highWaterMark: 1 << 20 }).pipe(createGunzip({ chunkSize: 1 << 20 }))
  let rest = Buffer.alloc(0)
  for await (const chunk of bytes) {
    const all = rest.length === 0 ? chunk : Buffer.concat([rest, chunk])
    const end = all.lastIndexOf(10) + 1
    rest = all.subarray(end)
    if (end > 0) yield all.toString('utf8', 0, end - 1).split('\n')
  }
}

const values = importedColumns.map(column => columnValues[column])

function copyLine(product: Product): string {
  let line = ''
  for (const value of values) {
    const field = value?.(product)
    if (field === undefined || field === null) line += '\\N\t'
    else line += `${typeof field === 'string' ? escapeCopy(field) : field}\t`
  }
  return `${line.slice(0, -1)}\n`
}

const escapeCopy = (text: string) =>
  /[\\\n\r\t]/.test(text) ? text.replace(/[\\\n\r\t]/g, found => `\\${found}`) : text
