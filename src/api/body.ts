// Reads JSON bodies and validates them against the schemas that describe them in OpenAPI. Errors are like those of parameters.
import type { Static, TObject, TSchema } from 'typebox'
import type { ApiRequest } from './api-request.ts'
import { ApiError, bodyTooLarge, clientDisconnected } from './errors.ts'
import { type ParseResult, parseLiteral, type ValidationIssue } from './parameters.ts'

/** The subset of JSON Schema used for bodies. */
interface FieldSchema {
  /** For nullable fields: the type, then null. */
  type?: string | string[]
  enum?: string[]
  format?: string
  minLength?: number
  maxLength?: number
  minimum?: number
  maximum?: number
}

// More than any body of the API has. Errors repeat their input, and writing a deeply nested one overflows the stack.
const maxDepth = 32

const defaultMaxBytes = 65_536

/** The bytes, whatever their content type: JSON is parsed where errors can be reported, and signatures of webhooks cover bytes. */
export async function readBody(
  { raw }: Pick<ApiRequest, 'raw'>,
  maxBytes = defaultMaxBytes,
): Promise<Buffer> {
  if (Number(raw.headers['content-length']) > maxBytes) throw bodyTooLarge()
  const chunks: Buffer[] = []
  let bytes = 0
  try {
    for await (const chunk of raw.iterator({ destroyOnReturn: false })) {
      bytes += chunk.length
      if (bytes > maxBytes) throw bodyTooLarge()
      chunks.push(chunk)
    }
  } catch (error) {
    if (error instanceof ApiError) throw error
    throw clientDisconnected()
  } finally {
    // What is not read would be taken for the next request of the connection.
    raw.resume()
  }
  return Buffer.concat(chunks)
}

/** Parses the body as a JSON object. An empty body is an empty object; anything else is rejected. */
export function parseBody(bytes: Buffer): Record<string, unknown> {
  if (bytes.length === 0) return {}
  let value: unknown
  try {
    value = JSON.parse(bytes.toString('utf8'))
  } catch {
    throw new ApiError(422, [{ type: 'json_invalid', loc: ['body'], msg: 'JSON decode error', input: null }])
  }
  if (isDeeperThan(maxDepth, value)) {
    const msg = `JSON decode error: nested more than ${maxDepth} levels deep`
    throw new ApiError(422, [{ type: 'json_invalid', loc: ['body'], msg, input: null }])
  }
  if (isObject(value)) return value
  const msg = 'Input should be a valid dictionary or object to extract fields from'
  throw new ApiError(422, [{ type: 'model_attributes_type', loc: ['body'], msg, input: value }])
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Level by level: a recursive function would overflow the stack itself. */
function isDeeperThan(levels: number, value: unknown): boolean {
  let level = [value]
  for (let depth = 0; depth <= levels; depth++) {
    level = level.flatMap(each => (typeof each === 'object' && each !== null ? Object.values(each) : []))
    if (level.length === 0) return false
  }
  return true
}

/**
 * Returns the values by name and collects the issues of all fields in schema order, followed by unknown
 * fields.
 */
export function validateBody<Schema extends TObject>(
  schema: Schema,
  given: Record<string, unknown>,
  issues: ValidationIssue[],
): Static<Schema> {
  const values: Record<string, unknown> = {}
  for (const [name, field] of Object.entries<TSchema>(schema.properties)) {
    const input = Object.hasOwn(given, name) ? given[name] : undefined
    if (input === undefined) {
      if (schema.required?.includes(name)) {
        issues.push({ type: 'missing', loc: ['body', name], msg: 'Field required', input: null })
      }
      continue
    }
    const result = parseField(field, input)
    if ('issue' in result) {
      const { type, msg, ctx } = result.issue
      issues.push({ type, loc: ['body', name], msg, input, ...(ctx && { ctx }) })
    } else {
      values[name] = result.value
    }
  }
  for (const [name, input] of Object.entries(given)) {
    // Unlike unknown query parameters these are rejected: a misspelt limit would create a key without one.
    if (!Object.hasOwn(schema.properties, name)) {
      issues.push({
        type: 'extra_forbidden',
        loc: ['body', name],
        msg: 'Extra inputs are not permitted',
        input,
      })
    }
  }
  return values as Static<Schema>
}

function parseField(schema: FieldSchema, input: unknown): ParseResult {
  const [type, other] = [schema.type].flat()
  if (other === 'null' && input === null) return { value: null }
  if (type === 'integer') return parseInteger(schema, input)
  if (typeof input !== 'string') return issue('string_type', 'Input should be a valid string')
  if (schema.enum) return parseLiteral(schema.enum, input)
  return schema.format === 'date-time' ? parseFutureDate(input) : parseText(schema, input)
}

/** Trims the text and measures it in code points, like parameters (rule query-length). */
function parseText({ minLength = 0, maxLength = 1_000 }: FieldSchema, input: string): ParseResult {
  const text = input.replaceAll('\0', '').trim()
  const length = Array.from(text).length
  if (length < minLength) {
    return issue('string_too_short', `String should have at least ${formatLength(minLength)}`, {
      min_length: minLength,
    })
  }
  if (length > maxLength) {
    return issue('string_too_long', `String should have at most ${formatLength(maxLength)}`, {
      max_length: maxLength,
    })
  }
  return { value: text }
}

function formatLength(count: number): string {
  return count === 1 ? '1 character' : `${count} characters`
}

function parseInteger({ minimum, maximum }: FieldSchema, input: unknown): ParseResult {
  if (typeof input !== 'number' || !Number.isInteger(input)) {
    return issue('int_type', 'Input should be a valid integer')
  }
  if (minimum !== undefined && input < minimum) {
    return issue('greater_than_equal', `Input should be greater than or equal to ${minimum}`, { ge: minimum })
  }
  if (maximum !== undefined && input > maximum) {
    return issue('less_than_equal', `Input should be less than or equal to ${maximum}`, { le: maximum })
  }
  return { value: input }
}

const dateTime = /^(\d{4}-\d{2}-\d{2})T\d{2}:\d{2}(:\d{2}(\.\d{1,9})?)?(Z|[+-]\d{2}:\d{2})$/

function parseFutureDate(input: string): ParseResult {
  const day = dateTime.exec(input)?.[1]
  // JavaScript would turn 31 February into a day in March.
  const exists = day !== undefined && new Date(`${day}T00:00:00Z`).getUTCDate() === Number(day.slice(8))
  const time = Date.parse(input)
  if (!exists || Number.isNaN(time)) {
    return issue(
      'datetime_parsing',
      'Input should be a valid datetime with a time zone, such as 2027-01-31T12:00:00Z',
    )
  }
  if (time <= Date.now()) return issue('datetime_future', 'Input should be in the future')
  return { value: input }
}

function issue(type: string, msg: string, ctx?: Record<string, number>): ParseResult {
  return { issue: { type, msg, ...(ctx && { ctx }) } }
}
