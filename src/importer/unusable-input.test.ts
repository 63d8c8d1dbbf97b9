import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { findSource } from '../sources/registry.ts'
import { explainMalformed, explainRejected } from './unusable-input.ts'

describe('explainRejected', () => {
  it('says how many records were skipped, which field they lack, in which format, and what to do', () => {
    expect(explainRejected({ 'no-source-id': 1 }, findSource('jsonl'))).toMatch(
      /^1 record without a usable source_id, .* `larder import jsonl`: give every record one, or import the right file/,
    )
    expect(explainRejected({ 'no-source-id': 2 }, findSource('usda'))).toMatch(
      /^2 records without a usable fdc_id/,
    )
    expect(explainRejected({ 'no-code': 2, 'no-name': 1 }, findSource('off'))).toMatch(
      /^2 records without a usable code, .*; 1 record without a usable name: give/,
    )
  })
})

describe('every reason', () => {
  const code = ['src/sources', 'src/importer']
    .flatMap(folder =>
      readdirSync(folder, { recursive: true, encoding: 'utf8' }).map(file => `${folder}/${file}`),
    )
    .filter(file => file.endsWith('.ts') && !file.endsWith('.test.ts'))
    .map(file => readFileSync(file, 'utf8'))
    .join('\n')
  const reasonsAfter = (pattern: RegExp) => [
    ...new Set([...code.matchAll(pattern)].map(([, reason = '']) => reason)),
  ]

  // Records that remove a food are usable.
  const rejected = reasonsAfter(/rejected: '([\w-]+)'/g).filter(reason => reason !== 'obsolete')
  // These stop the import with a separate message.
  const malformed = reasonsAfter(/(?:malformedRow\(.{0,30}|malformed: )'([\w-]+)'/g).filter(
    reason => reason !== 'corrupt' && reason !== 'truncated',
  )

  it.each([...rejected, 'out-of-scope'])('%s of a record says what to do', reason => {
    expect(explainRejected({ [reason]: 3 }, findSource('jsonl'))).toMatch(/^3 records .+: \w+/)
  })
  it.each(malformed)('%s of a line says what to do', reason => {
    expect(explainMalformed({ [reason]: 3 }, findSource('jsonl'))).toMatch(/^3 lines .+: \w+/)
  })
})
