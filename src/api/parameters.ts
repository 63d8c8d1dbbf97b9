// Reads parameters in the way of Pydantic 2, by the schemas that also describe them in OpenAPI: the texts,
// the order and the limits of what passes are part of the contract (decisions 1 to 9).
import type { Static, TObject, TSchema } from 'typebox'

export interface ValidationIssue {
  type: string
  loc: [location: 'path' | 'query' | 'body', name?: string]
  msg: string
  /** As it was sent: a string or null, in a body any JSON. */
  input: unknown
  ctx?: Record<string, string | number>
}

type ParameterLocation = 'path' | 'query'

/** The few JSON Schema words that our parameters use. */
interface ParameterSchema {
  type?: string
  enum?: string[]
  minLength?: number
  minimum?: number
  maximum?: number
  default?: unknown
}

export type ParseResult = { value: unknown } | { issue: Omit<ValidationIssue, 'loc' | 'input'> }

/** The values by name, defaults filled in; issues of all parameters are collected, in the order of the schema. */
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
    const reading = readValue(parameter, input)
    if ('issue' in reading) {
      const { type, msg, ctx } = reading.issue
      issues.push({ type, loc: [location, name], msg, input, ...(ctx && { ctx }) })
    } else {
      values[name] = reading.value
    }
  }
  return values as Static<Schema>
}

function readValue(schema: ParameterSchema, input: string): ParseResult {
  if (schema.enum) return readLiteral(schema.enum, input)
  if (schema.type === 'integer') return readInteger(schema, input)
  if (schema.type === 'boolean') return readBoolean(input)
  return readString(schema, input)
}

function readString(schema: ParameterSchema, input: string): ParseResult {
  const least = schema.minLength ?? 0
  // Code points, untrimmed: one emoji is one character (decision 3).
  if (input.length < 2 * least && Array.from(input).length < least) {
    return {
      issue: {
        type: 'string_too_short',
        msg: `String should have at least ${least} characters`,
        ctx: { min_length: least },
      },
    }
  }
  return { value: input.replaceAll('\0', '') } // which PostgreSQL refuses
}

export function readLiteral(choices: string[], input: string): ParseResult {
  if (choices.includes(input)) return { value: input }
  const quoted = choices.map(choice => `'${choice}'`)
  const expected = [quoted.slice(0, -1).join(', '), ...quoted.slice(-1)].join(' or ')
  return { issue: { type: 'literal_error', msg: `Input should be ${expected}`, ctx: { expected } } }
}

const truths = new Set(['1', 't', 'y', 'yes', 'on', 'true'])
const falsehoods = new Set(['0', 'f', 'n', 'no', 'off', 'false'])

function readBoolean(input: string): ParseResult {
  const word = input.toLowerCase()
  if (truths.has(word)) return { value: true }
  if (falsehoods.has(word)) return { value: false }
  return {
    issue: { type: 'bool_parsing', msg: 'Input should be a valid boolean, unable to interpret input' },
  }
}

const wholeNumber = /^([+-]?)(\d+(?:_\d+)*)(?:\.0+)?$/
const maxNumberLength = 4300 // digits, where Python stops too

function readInteger(schema: ParameterSchema, input: string): ParseResult {
  const deps = wholeNumber.exec(trimmed(input))
  if (!deps) {
    return {
      issue: {
        type: 'int_parsing',
        msg: 'Input should be a valid integer, unable to parse string as an integer',
      },
    }
  }
  const [, sign, written = ''] = deps
  const digits = written.replaceAll('_', '').replace(/^0+(?=\d)/, '')
  if (digits.length > maxNumberLength) {
    return {
      issue: {
        type: 'int_parsing_size',
        msg: 'Unable to parse input string as an integer, exceeded maximum size',
      },
    }
  }
  // Compared before it becomes a number, so that nothing is lost (decision 5).
  const value = sign === '-' ? -BigInt(digits) : BigInt(digits)
  if (schema.minimum !== undefined && value < BigInt(schema.minimum)) {
    return {
      issue: {
        type: 'greater_than_equal',
        msg: `Input should be greater than or equal to ${schema.minimum}`,
        ctx: { ge: schema.minimum },
      },
    }
  }
  if (schema.maximum !== undefined && value > BigInt(schema.maximum)) {
    return {
      issue: {
        type: 'less_than_equal',
        msg: `Input should be less than or equal to ${schema.maximum}`,
        ctx: { le: schema.maximum },
      },
    }
  }
  return { value: nearestSafeNumber(value) }
}

// Unicode's White_Space, as Rust trims it; JavaScript's own adds U+FEFF and lacks U+0085. A set and not a
// regular expression: on 100 KB of spaces that takes ten times as long.
const whiteSpace = new Set(
  '\t\n\v\f\r \u0085\u00a0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a\u2028\u2029\u202f\u205f\u3000',
)

function trimmed(text: string): string {
  let start = 0
  let end = text.length
  while (start < end && whiteSpace.has(text[start] ?? '')) start++
  while (end > start && whiteSpace.has(text[end - 1] ?? '')) end--
  return text.slice(start, end)
}

/** Beyond 2^53 there is no food and no page: the nearest number that we can count with answers the same. */
function nearestSafeNumber(value: bigint): number {
  if (value > Number.MAX_SAFE_INTEGER) return Number.MAX_SAFE_INTEGER
  if (value < Number.MIN_SAFE_INTEGER) return Number.MIN_SAFE_INTEGER
  return Number(value)
}
