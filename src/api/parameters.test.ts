import Type from 'typebox'
import { describe, expect, it } from 'vitest'
import { parseParameters, type ValidationIssue } from './parameters.ts'

// What the recorded requests do not hold, compared with Pydantic 2: written, and the value or the kind of issue.
const integers: [string, number | string][] = [
  ['\ufeff10', 'int_parsing'],
  ['\u008510', 10],
  ['\u00a010\u2003', 10],
  [`${'0'.repeat(4400)}1`, 1],
  ['1_000.00', 1000],
  ['_1', 'int_parsing'],
  ['1_.0', 'int_parsing'],
  [`${' '.repeat(16_000)}x`, 'int_parsing'],
]

describe('integers', () => {
  it.each(integers)('%.20j', (written, expected) => {
    const issues: ValidationIssue[] = []
    const { n } = parseParameters(Type.Object({ n: Type.Integer() }), 'query', { n: written }, issues)
    expect(issues[0]?.type ?? n).toBe(expected)
  })
  it.each([`1${' '.repeat(100_000)}1`, ' '.repeat(100_000), `1${'_1'.repeat(50_000)}_`, '0'.repeat(100_000)])(
    'text of 100 KB takes less than 5 ms: %.10j',
    written => {
      const times = Array.from({ length: 40 }, () => {
        const start = performance.now()
        parseParameters(Type.Object({ n: Type.Integer() }), 'query', { n: written }, [])
        return performance.now() - start
      })
      expect(Math.min(...times)).toBeLessThan(5)
    },
  )
})
