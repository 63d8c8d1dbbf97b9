import { readFileSync } from 'node:fs'
import { glob } from 'node:fs/promises'
import { expect, it } from 'vitest'
import { searchableSources, sourceFacts, sourceIds } from '../food/sources.ts'
import { findSource, sources } from './registry.ts'

it('has a reader for every value of source', () => {
  const imported = new Set(sources.flatMap(({ ids }) => ids))
  expect([...imported].sort()).toEqual([...sourceIds].sort())
})

it('finds a source by the name of its command', () => {
  for (const source of sources) expect(findSource(source.name)).toBe(source)
  expect(new Set(sources.map(({ name }) => name)).size).toBe(sources.length)
})

it('has the search filters of the specification', () => {
  expect(searchableSources).toEqual(['off', 'ai_estimate'])
})

it.each([
  ['off', '3017620422003', null, 'https://world.openfoodfacts.org/product/3017620422003'],
  ['off', '15887170128', '0015887170128', 'https://world.openfoodfacts.org/product/0015887170128'],
  ['off', 'local-1', null, null],
  ['usda', 'fdc:167762', null, 'https://fdc.nal.usda.gov/food-details/167762/nutrients'],
  ['usda', '167762', null, 'https://fdc.nal.usda.gov/food-details/167762/nutrients'],
  ['usda', 'ndb:9316', null, 'https://fdc.nal.usda.gov/food-search?type=Foundation&query=9316'],
  [
    'usda',
    'gtin:0012345678905',
    '0012345678905',
    'https://fdc.nal.usda.gov/food-search?type=Branded&query=012345678905',
  ],
  ['usda', 'gtin:12345670', '12345670', 'https://fdc.nal.usda.gov/food-search?type=Branded&query=12345670'],
  ['usda', 'local-1', null, null],
] as const)('links record %s %s to its page at the source', (id, sourceId, barcode, url) => {
  expect(sourceFacts[id].recordUrl?.(sourceId, barcode)).toBe(url)
})

it('names no source outside its table and its reader', async () => {
  const found: string[] = []
  for await (const path of glob('src/**/*.{ts,tsx}')) {
    if (/\.test\.ts$|^src\/food\/sources\.ts$|^src\/sources\//.test(path)) continue
    // Not `off`, which is also a common word.
    if (/['"](?:usda|community|ai_estimate)['"]/.test(readFileSync(path, 'utf8'))) found.push(path)
  }
  expect(found).toEqual([])
})
