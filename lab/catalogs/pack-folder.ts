// A folder as `larder export` leaves it, for tests of pages that do not read the packs.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  type PackEntry,
  type PackSelection,
  packCredit,
  packFileName,
  packName,
} from '../../src/packs/pack.ts'
import { indexFile } from '../../src/packs/pack-index.ts'

export function createPackFolder(): { path: string; remove(): void } {
  const path = mkdtempSync(join(tmpdir(), 'larder-packs-'))
  const packs = [
    entryOf({ country: null, top: 100_000, fields: 'lean' }),
    entryOf({ country: 'de', top: null, fields: 'full' }),
  ]
  for (const { url } of packs) writeFileSync(join(path, url), content)
  writeFileSync(join(path, indexFile), JSON.stringify({ packs }))
  return { path, remove: () => rmSync(path, { recursive: true }) }
}

const content = 'not a real pack'
const sha256 = 'c0ffee'.padEnd(64, '0')

function entryOf(selection: PackSelection): PackEntry {
  const createdAt = new Date('2026-11-16T02:00:00Z')
  const { sources, licence, attribution } = packCredit(['off'])
  return {
    name: packName(selection),
    format: 'sqlite',
    ...selection,
    foods: 100_000,
    bytes: content.length,
    uncompressed_bytes: content.length,
    sha256,
    created_at: createdAt.toISOString(),
    catalog_version: '2026-11-16T02:00:00.000000Z',
    schema_version: 1,
    sources,
    licence,
    attribution,
    url: packFileName(selection, { createdAt, sha256 }),
  }
}
