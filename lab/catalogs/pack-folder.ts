// A folder as `larder export` leaves it, for tests of pages that do not read the packs.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type PackEntry, packCredit, packFileName, packFormats, packName } from '../../src/packs/pack.ts'
import { indexFile } from '../../src/packs/pack-index.ts'

export function createPackFolder(): { path: string; remove(): void } {
  const path = mkdtempSync(join(tmpdir(), 'larder-packs-'))
  const packs = packFormats.map(format => entryOf({ format, country: null, top: 100_000, fields: 'lean' }))
  const delta = entryOf(
    { format: 'sqlite', country: 'de', top: null, fields: 'full' },
    '2026-11-15T02:00:00.000000Z',
  )
  for (const { url } of [...packs, delta]) writeFileSync(join(path, url), content)
  writeFileSync(join(path, indexFile), JSON.stringify({ packs: [...packs, delta] }))
  return { path, remove: () => rmSync(path, { recursive: true }) }
}

const content = 'not a real pack'
const sha256 = 'c0ffee'.padEnd(64, '0')

function entryOf(
  selection: Pick<PackEntry, 'format' | 'country' | 'top' | 'fields'>,
  deltaFrom?: string,
): PackEntry {
  const createdAt = new Date('2026-11-16T02:00:00Z')
  const isDelta = deltaFrom !== undefined
  const { sources, licence, attribution } = packCredit(['off'])
  return {
    name: packName(selection),
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
    url: packFileName(selection, { createdAt, sha256, isDelta }),
    ...(isDelta && { delta_from: deltaFrom, deletions: 12 }),
  }
}
