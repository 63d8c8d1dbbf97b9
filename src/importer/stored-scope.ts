// The scope in the database, with the file from which the catalog was loaded.
import type { Client } from 'pg'
import { type CatalogScope, wholeWorld } from './catalog-scope.ts'

export interface LoadedCatalog {
  scope: CatalogScope
  fileName: string
  fileSha256: string
}

/** Null if the catalog was not loaded by `larder bootstrap`. */
export async function readLoadedCatalog(client: Client): Promise<LoadedCatalog | null> {
  const { rows } = await client.query<{
    countries: string[]
    languages: string[]
    only_scanned: boolean
    file_name: string
    file_sha256: string
  }>('select countries, languages, only_scanned, file_name, file_sha256 from catalog_scope')
  const [row] = rows
  return row === undefined
    ? null
    : {
        scope: { countries: row.countries, languages: row.languages, onlyScanned: row.only_scanned },
        fileName: row.file_name,
        fileSha256: row.file_sha256,
      }
}

export async function readScope(client: Client): Promise<CatalogScope> {
  return (await readLoadedCatalog(client))?.scope ?? wholeWorld
}

export async function saveLoadedCatalog(
  client: Client,
  { scope, fileName, fileSha256 }: LoadedCatalog,
): Promise<void> {
  await client.query(
    `insert into catalog_scope (countries, languages, only_scanned, file_name, file_sha256) values ($1, $2, $3, $4, $5)
       on conflict (singleton) do update
         set countries = excluded.countries, languages = excluded.languages, only_scanned = excluded.only_scanned,
             file_name = excluded.file_name, file_sha256 = excluded.file_sha256, loaded_at = now()`,
    [scope.countries, scope.languages, scope.onlyScanned, fileName, fileSha256],
  )
}
