import Type from 'typebox'
import { describe, expect, it } from 'vitest'
import { parseParameters, type ValidationIssue } from './parameters.ts'

// Cases missing from the recorded requests, compared with Pydantic 2: input, and the value or error type.
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

describe('integer parameters', () => {
  it.each(integers)('parses %.20j as Pydantic does', (input, expected) => {
    const issues: ValidationIssue[] = []
    const { n } = parseParameters(Type.Object({ n: Type.Integer() }), 'query', { n: input }, issues)
    expect(issues[0]?.type ?? n).toBe(expected)
  })
  it.each([`1${' '.repeat(100_000)}1`, ' '.repeat(100_000), `1${'_1'.repeat(50_000)}_`, '0'.repeat(100_000)])(
    'parses 100 KB of text in less than 5 ms of processor time: %.10j',
    input => {
      const times = Array.from({ length: 40 }, () => {
        const start = process.threadCpuUsage()
        parseParameters(Type.Object({ n: Type.Integer() }), 'query', { n: input }, [])
        const { user, system } = process.threadCpuUsage(start)
        return (user + system) / 1_000
      })
      expect(Math.min(...times)).toBeLessThan(5)
    },
  )
})
