import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { barcodeCandidates } from '../../food/barcode.ts'
import { normalizedQuery, parseQuery } from './parse.ts'

const people = readFileSync(new URL('../../../lab/catalogs/people.tsv', import.meta.url), 'utf8')
const queries = people.split('\n').flatMap(line => line.split('\t')[1] ?? [])

describe('queries with one normalized form', () => {
  const expectEqual = (one: string, other: string) => {
    expect(normalizedQuery(other)).toBe(normalizedQuery(one))
    expect(parseQuery(other)).toEqual(parseQuery(one))
    expect(barcodeCandidates(other)).toEqual(barcodeCandidates(one))
  }
  it('are read alike: upper case and spaces', () => {
    expect(queries.length).toBeGreaterThan(200)
    for (const q of queries) expectEqual(q, `  ${q.toLowerCase().replaceAll(' ', '   ')}\t`)
  })
  it('are read alike: any text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 60 }), q => {
        expectEqual(q, ` ${q.replaceAll(' ', '\u00a0 ')} `)
        const normalized = normalizedQuery(q)
        if (normalizedQuery(normalized) === normalized) expectEqual(q, normalized)
      }),
      { numRuns: 500 },
    )
  })
})
