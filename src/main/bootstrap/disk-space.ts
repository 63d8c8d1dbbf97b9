// Whether a download or an import fits on the disk, checked before it starts.
import { statfs } from 'node:fs/promises'
import type { Client } from 'pg'
import type { CatalogScope } from '../../importer/catalog-scope.ts'
import { findSource, type SourceName } from '../../sources/registry.ts'
import { CliError } from '../commands/errors.ts'

/**
 * The stage, the catalog with its indexes, and the log of PostgreSQL. A dump without details needed 1.4 KB for each product
 * besides the log, a product with details has about twice that.
 */
const bytesPerFood = 4_500

/** No country has more than a third of the products of Open Food Facts. */
const maxShareOfCountry = 1 / 3

/** A product of the official dump, compressed; other dumps are looked into once they are there. */
export const officialBytesPerProduct = 2_300

export function bytesForImport(products: number, { countries }: CatalogScope): number {
  return Math.ceil(products * (countries.length === 0 ? 1 : maxShareOfCountry) * bytesPerFood)
}

const sampleRows = 2_000

/** Estimated from the first lines. */
export async function countProducts(from: SourceName, file: string): Promise<number> {
  const dump = await findSource(from).open(file)
  let rows = 0
  for await (const batch of dump.rows()) {
    rows += batch.length
    if (rows >= sampleRows) break
  }
  const bytesRead = dump.bytesRead()
  return bytesRead === 0 ? 0 : Math.ceil((rows * (dump.totalBytes ?? 0)) / bytesRead)
}

/** Undefined where the directory is that of another machine or container. */
export async function freeBytes(directory: string): Promise<number | undefined> {
  try {
    const { bavail, bsize } = await statfs(directory)
    return bavail * bsize
  } catch {
    return undefined
  }
}

export function assertSpace(
  purpose: 'download' | 'import',
  directory: string,
  free: number | undefined,
  needed: number,
): void {
  if (free === undefined || free >= needed) return
  throw new CliError(
    `not enough disk space for the ${purpose}: it needs about ${gigabytes(needed)}, and ${directory} has ${gigabytes(free)} free`,
    { advice: `${adviceFor[purpose]} and run the same command again. --skip-disk-check skips this check` },
  )
}

const adviceFor = {
  download: 'Free some space, or set DOWNLOADS_DIR to a folder on a larger disk,',
  import: 'Free some space, or load less with --country or --size small,',
}

/** Null if PostgreSQL runs on another machine, or does not say where its data is. */
export async function dataDirectoryOf(databaseUrl: string, client: Client): Promise<string | null> {
  if (!localHosts.has(new URL(databaseUrl).hostname)) return null
  const { rows } = await client.query<{ directory: string | null }>(
    `select (select setting from pg_settings where name = 'data_directory') as directory`,
  )
  return rows[0]?.directory ?? null
}

const localHosts = new Set(['', 'localhost', '127.0.0.1', '[::1]'])

const gigabytes = (bytes: number) =>
  bytes < 1e9
    ? `${Math.max(1, Math.round(bytes / 1e6)).toLocaleString('en')} MB`
    : `${(bytes / 1e9).toFixed(1)} GB`
