import { expect, it } from 'vitest'
import { wholeWorld } from '../../importer/catalog-scope.ts'
import { assertSpace, bytesForImport } from './disk-space.ts'

it('expects less of one country', () => {
  expect(bytesForImport(3_000, { ...wholeWorld, countries: ['Germany'] })).toBe(
    bytesForImport(1_000, wholeWorld),
  )
})

it('says how much is missing, where, and what to do', () => {
  expect(() => assertSpace('import', '/var/lib/postgresql', 2e9, 18e9)).toThrow(
    'not enough disk space for the import: it needs about 18.0 GB, and /var/lib/postgresql has 2.0 GB free',
  )
})

it.each([[undefined], [18e9], [19e9]])(
  'accepts %s free bytes, where nothing is known or there is enough',
  free => {
    expect(() => assertSpace('import', '/', free, 18e9)).not.toThrow()
  },
)
