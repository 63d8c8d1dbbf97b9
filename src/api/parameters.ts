// Parses parameters like Pydantic 2, using the schemas that describe them in OpenAPI. Messages, order and
// accepted values are part of the contract (docs/specification/validation.md).
import type { Static, TObject, TSchema } from 'typebox'
import { cursorOf } from '../catalog/changes.ts'
import { countryName } from '../language/countries.ts'

export interface ValidationIssue {
  type: string
  /** Where it is: the name of a parameter, or the path of a member of the body. */
  loc: [location: 'path' | 'query' | 'body', ...names: string[]]
  msg: string
  /** As sent: a string or null, or any JSON for body fields. */
  input: unknown
  ctx?: Record<string, string | number>
}

type ParameterLocation = 'path' | 'query'

/** The subset of JSON Schema used for parameters. */
interface ParameterSchema {
  type?: string
  enum?: string[]
  /** Of a list, whose values are separated by commas. */
  items?: ParameterSchema
  maxItems?: number
  /** Whether neither the order nor duplicates matter. */
  uniqueItems?: boolean
  format?: string
  minLength?: number
  minimum?: number
  maximum?: number
  default?: unknown
}

type ParameterIssue = Omit<ValidationIssue, 'loc' | 'input'>

export type ParseResult = { value: unknown } | { issue: ParameterIssue }

export function hasProperties(schema: TObject): boolean {
  return Object.keys(schema.properties).length > 0
}

/** Returns the values by name with defaults, and collects the issues of all parameters in schema order. */
export function parseParameters<Schema extends TObject>(
  schema: Schema,
  location: ParameterLocation,
  given: Record<string, string | undefined>,
  issues: ValidationIssue[],
): Static<Schema> {
  const values: Record<string, unknown> = {}
  for (const [name, parameter] of Object.entries<TSchema>(schema.properties)) {
    const input = given[name]
    if (input === undefined) {
      if (schema.required?.includes(name)) {
        issues.push({ type: 'missing', loc: [location, name], msg: 'Field required', input: null })
      } else {
        values[name] = (parameter as ParameterSchema).default
      }
      continue
    }
    const result = parseValue(parameter, input)
    if ('issue' in result) {
      const { type, msg, ctx } = result.issue
      issues.push({ type, loc: [location, name], msg, input, ...(ctx && { ctx }) })
    } else {
      values[name] = result.value
    }
  }
  return values as Static<Schema>
}

function parseValue(schema: ParameterSchema, input: string): ParseResult {
  if (schema.enum) return parseLiteral(schema.enum, input)
  if (schema.type === 'integer') return safeInteger(parseInteger(schema, input))
  if (schema.type === 'number') return parseNumber(schema, input)
  if (schema.type === 'boolean') return parseBoolean(input)
  if (schema.items) return parseList(schema, schema.items, input)
  if (schema.format === 'country') return parseCountry(input)
  if (schema.format === 'cursor') return parseCursor(input)
  return parseString(schema, input)
}

/** White space around the values is ignored; the first value that is invalid is reported. */
function parseList(
  { maxItems = Infinity, uniqueItems = false }: ParameterSchema,
  items: ParameterSchema,
  input: string,
): ParseResult {
  const texts = input.split(',')
  if (texts.length > maxItems) {
    return {
      issue: {
        type: 'too_long',
        msg: `List should have at most ${maxItems} items after validation, not ${texts.length}`,
        ctx: { field_type: 'List', max_length: maxItems, actual_length: texts.length },
      },
    }
  }
  const values: unknown[] = []
  for (const text of texts) {
    // The response repeats the integers of a list, so they keep all their digits.
    const isInteger = items.type === 'integer'
    const result = isInteger ? parseInteger(items, text.trim()) : parseValue(items, text.trim())
    if ('issue' in result) return result
    values.push(result.value)
  }
  return { value: uniqueItems ? [...new Set(values)].sort() : values }
}

const maxCountryLength = 100

/** As its English name, so that all spellings have the same response. */
function parseCountry(input: string): ParseResult {
  if (input === '') return { value: '' }
  const country = input.length <= maxCountryLength ? countryName(input) : null
  if (country !== null) return { value: country }
  return { issue: { type: 'value_error', msg: 'Value error, not an ISO code or name of a country' } }
}

/** A time becomes the cursor after it. */
function parseCursor(input: string): ParseResult {
  const value = cursorOf(input)
  if (value !== undefined) return { value }
  const msg = 'Value error, not a cursor of an earlier response nor a time such as 2026-11-17T04:12:09Z'
  return { issue: { type: 'value_error', msg } }
}

function parseString(schema: ParameterSchema, input: string): ParseResult {
  const minLength = schema.minLength ?? 0
  // Code points, untrimmed: one emoji is one character (rule query-length).
  if (input.length < 2 * minLength && Array.from(input).length < minLength) {
    return {
      issue: {
        type: 'string_too_short',
        msg: `String should have at least ${minLength} ${minLength === 1 ? 'character' : 'characters'}`,
        ctx: { min_length: minLength },
      },
    }
  }
  return { value: input.replaceAll('\0', '') } // PostgreSQL rejects NUL
}

export function parseLiteral(choices: string[], input: string): ParseResult {
  if (choices.includes(input)) return { value: input }
  const quoted = choices.map(choice => `'${choice}'`)
  const expected = [quoted.slice(0, -1).join(', '), ...quoted.slice(-1)].join(' or ')
  return { issue: { type: 'literal_error', msg: `Input should be ${expected}`, ctx: { expected } } }
}

const trueValues = new Set(['1', 't', 'y', 'yes', 'on', 'true'])
const falseValues = new Set(['0', 'f', 'n', 'no', 'off', 'false'])

function parseBoolean(input: string): ParseResult {
  const word = input.toLowerCase()
  if (trueValues.has(word)) return { value: true }
  if (falseValues.has(word)) return { value: false }
  return {
    issue: { type: 'bool_parsing', msg: 'Input should be a valid boolean, unable to interpret input' },
  }
}

const wholeNumber = /^([+-]?)(\d+(?:_\d+)*)(?:\.0+)?$/
const maxDigits = 4300 // same limit as Python
const maxExactDigits = 15

/** A BigInt where a number would lose precision (rule integer-form). */
function parseInteger(
  schema: ParameterSchema,
  input: string,
): { value: number | bigint } | { issue: ParameterIssue } {
  const match = wholeNumber.exec(trimWhiteSpace(input))
  if (!match) {
    return {
      issue: {
        type: 'int_parsing',
        msg: 'Input should be a valid integer, unable to parse string as an integer',
      },
    }
  }
  const [, sign, integerPart = ''] = match
  const digits = integerPart.replaceAll('_', '').replace(/^0+(?=\d)/, '')
  if (digits.length > maxDigits) {
    return {
      issue: {
        type: 'int_parsing_size',
        msg: 'Unable to parse input string as an integer, exceeded maximum size',
      },
    }
  }
  const convert = digits.length <= maxExactDigits ? Number : BigInt
  const value = sign === '-' ? -convert(digits) : convert(digits)
  const issue = boundIssue(schema, value)
  return issue ? { issue } : { value }
}

/** No id or page exceeds 2^53, so clamping to a safe number does not change the result. */
function safeInteger(result: { value: number | bigint } | { issue: ParameterIssue }): ParseResult {
  return 'issue' in result ? result : { value: clampToSafeInteger(result.value) }
}

const decimalNumber = /^[+-]?(?:\d+(?:_\d+)*(?:\.\d*)?|\.\d+)(?:e[+-]?\d+)?$/i
const notFinite = /^[+-]?(?:inf|infinity|nan)$/i
const maxNumberLength = 400

function parseNumber(schema: ParameterSchema, input: string): ParseResult {
  const text = trimWhiteSpace(input)
  const isNumber = text.length <= maxNumberLength && (decimalNumber.test(text) || notFinite.test(text))
  if (!isNumber) {
    return {
      issue: {
        type: 'float_parsing',
        msg: 'Input should be a valid number, unable to parse string as a number',
      },
    }
  }
  const value = Number(text.replaceAll('_', ''))
  if (!Number.isFinite(value))
    return { issue: { type: 'finite_number', msg: 'Input should be a finite number' } }
  const issue = boundIssue(schema, value)
  return issue ? { issue } : { value: value + 0 } // not -0
}

function boundIssue(
  { minimum, maximum }: ParameterSchema,
  value: number | bigint,
): ParameterIssue | undefined {
  if (minimum !== undefined && value < minimum) {
    return {
      type: 'greater_than_equal',
      msg: `Input should be greater than or equal to ${minimum}`,
      ctx: { ge: minimum },
    }
  }
  if (maximum !== undefined && value > maximum) {
    return {
      type: 'less_than_equal',
      msg: `Input should be less than or equal to ${maximum}`,
      ctx: { le: maximum },
    }
  }
  return undefined
}

// Unicode White_Space, as trimmed by Rust; JavaScript's trim adds U+FEFF and lacks U+0085. A set, because a
// regular expression takes ten times as long on 100 KB of spaces.
const whiteSpace = new Set(
  '\t\n\v\f\r \u0085\u00a0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a\u2028\u2029\u202f\u205f\u3000',
)

function trimWhiteSpace(text: string): string {
  let start = 0
  let end = text.length
  while (start < end && whiteSpace.has(text[start] ?? '')) start++
  while (end > start && whiteSpace.has(text[end - 1] ?? '')) end--
  return text.slice(start, end)
}

function clampToSafeInteger(value: number | bigint): number {
  if (value > Number.MAX_SAFE_INTEGER) return Number.MAX_SAFE_INTEGER
  if (value < Number.MIN_SAFE_INTEGER) return Number.MIN_SAFE_INTEGER
  return Number(value) + 0 // not -0
}
