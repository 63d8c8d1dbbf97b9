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

// Compared with Pydantic 2, where a bound is given as ge=0.
const numbers: [string, number | string][] = [
  ['1', 1],
  ['+2.50', 2.5],
  ['.5', 0.5],
  ['1.', 1],
  ['1_000.5', 1000.5],
  ['1e1', 10],
  [' 7 ', 7],
  ['-0', 0],
  ['', 'float_parsing'],
  ['1,5', 'float_parsing'],
  ['0x10', 'float_parsing'],
  ['1__0', 'float_parsing'],
  ['9'.repeat(100_000), 'float_parsing'],
  ['nan', 'finite_number'],
  ['-Infinity', 'finite_number'],
  ['1e999', 'finite_number'],
  ['-0.1', 'greater_than_equal'],
]

describe('number parameters', () => {
  it.each(numbers)('parses %.20j as Pydantic does', (input, expected) => {
    const issues: ValidationIssue[] = []
    const schema = Type.Object({ n: Type.Number({ minimum: 0 }) })
    const { n } = parseParameters(schema, 'query', { n: input }, issues)
    expect(issues[0]?.type ?? n).toBe(expected)
  })
})

describe('lists', () => {
  const read = (input: string) => {
    const issues: ValidationIssue[] = []
    const schema = Type.Object({ list: Type.Array(Type.Enum(['a', 'b', 'c d']), { uniqueItems: true }) })
    return { ...parseParameters(schema, 'query', { list: input }, issues), issues }
  }

  it.each([
    ['b,a', ['a', 'b']],
    [' a , c d,a', ['a', 'c d']],
  ])('reads %j, each value once and in order', (input, expected) => {
    expect(read(input)).toMatchObject({ list: expected, issues: [] })
  })

  it('keeps the order and duplicates unless the values are a set, and has at most as many as allowed', () => {
    const schema = Type.Object({ list: Type.Array(Type.Integer(), { maxItems: 3 }) })
    const issues: ValidationIssue[] = []
    expect(parseParameters(schema, 'query', { list: '3, 1,3' }, issues)).toEqual({ list: [3, 1, 3] })
    expect(issues).toEqual([])
    parseParameters(schema, 'query', { list: '1,x,3,4' }, issues)
    expect(issues).toEqual([
      {
        type: 'too_long',
        loc: ['query', 'list'],
        msg: 'List should have at most 3 items after validation, not 4',
        input: '1,x,3,4',
        ctx: { field_type: 'List', max_length: 3, actual_length: 4 },
      },
    ])
  })

  it.each(['', 'a,', 'a,x,y', 'A', 'a;b'])('rejects %j once, with the text as sent', input => {
    expect(read(input).issues).toEqual([
      {
        type: 'literal_error',
        loc: ['query', 'list'],
        msg: "Input should be 'a', 'b' or 'c d'",
        input,
        ctx: { expected: "'a', 'b' or 'c d'" },
      },
    ])
  })
})

it('reads a country as its English name', () => {
  const read = (country: string) => {
    const issues: ValidationIssue[] = []
    const schema = Type.Object({ country: Type.String({ format: 'country' }) })
    return [parseParameters(schema, 'query', { country }, issues).country, issues[0]?.type]
  }
  expect(read('de')).toEqual(['Germany', undefined])
  expect(read('Allemagne')).toEqual(['Germany', undefined])
  expect(read('')).toEqual(['', undefined])
  expect(read('Atlantis')).toEqual([undefined, 'value_error'])
  expect(read('x'.repeat(100_000))).toEqual([undefined, 'value_error'])
})
