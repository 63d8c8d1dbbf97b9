import fc from 'fast-check'
import Type from 'typebox'
import { describe, expect, it } from 'vitest'
import { nullable } from '../food/food.ts'
import { parseBody, validateBody } from './body.ts'
import { ApiError } from './errors.ts'
import type { ValidationIssue } from './parameters.ts'

const schema = Type.Object({
  name: Type.String({ minLength: 1, maxLength: 5 }),
  scope: Type.Optional(Type.Enum(['read', 'full'], { type: 'string' })),
  cap: Type.Optional(nullable(Type.Integer({ minimum: 1, maximum: 9 }))),
  until: Type.Optional(nullable(Type.String({ format: 'date-time' }))),
})

function validate(given: Record<string, unknown>) {
  const issues: ValidationIssue[] = []
  const values = validateBody(schema, given, issues)
  return { values, issues: issues.map(({ type, loc }) => `${loc.join('.')} ${type}`) }
}

describe('request body', () => {
  it.each<[Record<string, unknown>, object]>([
    [{ name: 'ci' }, { name: 'ci' }],
    [{ name: ' ci\0 ' }, { name: 'ci' }],
    [{ name: '🥛🥛🥛🥛🥛' }, { name: '🥛🥛🥛🥛🥛' }],
    [
      { name: 'ci', cap: null, until: null },
      { name: 'ci', cap: null, until: null },
    ],
    [
      { name: 'ci', cap: 9, scope: 'full' },
      { name: 'ci', cap: 9, scope: 'full' },
    ],
    [
      { name: 'ci', until: '2999-02-28T12:00:00+01:00' },
      { name: 'ci', until: '2999-02-28T12:00:00+01:00' },
    ],
  ])('accepts %j', (given, values) => {
    expect(validate(given)).toEqual({ values, issues: [] })
  })

  it.each<[Record<string, unknown>, string[]]>([
    [{}, ['body.name missing']],
    [{ name: '' }, ['body.name string_too_short']],
    [{ name: ' \0 ' }, ['body.name string_too_short']],
    [{ name: '🥛🥛🥛🥛🥛🥛' }, ['body.name string_too_long']],
    [{ name: 5 }, ['body.name string_type']],
    [{ name: null }, ['body.name string_type']],
    [{ name: 'ci', scope: 'write' }, ['body.scope literal_error']],
    [{ name: 'ci', scope: null }, ['body.scope string_type']],
    [{ name: 'ci', cap: 0 }, ['body.cap greater_than_equal']],
    [{ name: 'ci', cap: 10 }, ['body.cap less_than_equal']],
    [{ name: 'ci', cap: 1.5 }, ['body.cap int_type']],
    [{ name: 'ci', cap: '5' }, ['body.cap int_type']],
    [{ name: 'ci', until: '2999-02-29T00:00:00Z' }, ['body.until datetime_parsing']],
    [{ name: 'ci', until: '2999-01-31' }, ['body.until datetime_parsing']],
    [{ name: 'ci', until: '2999-01-31T12:00:00' }, ['body.until datetime_parsing']],
    [{ name: 'ci', until: '2999-01-31T25:00:00Z' }, ['body.until datetime_parsing']],
    [{ name: 'ci', until: '2001-01-31T12:00:00Z' }, ['body.until datetime_future']],
    [
      { kap: 1, cap: 0, constructor: 1 },
      [
        'body.name missing',
        'body.cap greater_than_equal',
        'body.kap extra_forbidden',
        'body.constructor extra_forbidden',
      ],
    ],
  ])('rejects %j with %j', (given, issues) => {
    expect(validate(given).issues).toEqual(issues)
  })

  it('accepts or rejects any JSON without an unexpected error', () => {
    fc.assert(
      fc.property(fc.json(), fc.jsonValue(), (text, name) => {
        try {
          validate(parseBody(Buffer.from(text)))
          validate({ name, cap: name, until: name, scope: name })
        } catch (error) {
          expect(error).toBeInstanceOf(ApiError)
        }
      }),
    )
  })

  it.each([
    ['{', 'json_invalid'],
    ['{"name": "ci",}', 'json_invalid'],
    ['\xff', 'json_invalid'],
    ['[]', 'model_attributes_type'],
    ['null', 'model_attributes_type'],
    ['"name"', 'model_attributes_type'],
  ])('rejects %j as %s', (text, type) => {
    const parse = () => parseBody(Buffer.from(text, 'latin1'))
    expect(parse).toThrow(ApiError)
    try {
      parse()
    } catch (error) {
      expect((error as ApiError).status).toBe(422)
      expect((error as ApiError).detail).toMatchObject([{ type, loc: ['body'] }])
    }
  })

  it('rejects JSON that is nested too deeply, with an error that can be written as JSON', () => {
    const nested = (levels: number) => Buffer.from(`{"name":${'['.repeat(levels)}${']'.repeat(levels)}}`)
    expect(validate(parseBody(nested(30))).issues).toEqual(['body.name string_type'])
    for (const levels of [40, 20_000]) {
      expect(() => parseBody(nested(levels))).toThrow(
        expect.objectContaining({
          status: 422,
          detail: [
            {
              type: 'json_invalid',
              loc: ['body'],
              msg: 'JSON decode error: nested more than 32 levels deep',
              input: null,
            },
          ],
        }),
      )
    }
  })

  it('treats an empty body as an empty object', () => {
    expect(parseBody(Buffer.alloc(0))).toEqual({})
  })
})
