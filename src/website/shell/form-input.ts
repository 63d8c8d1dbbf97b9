import type { FastifyRequest } from 'fastify'

/** Reads form fields; a missing field is empty. NUL is removed because PostgreSQL rejects it. */
export function readForm<Name extends string>(
  { body }: FastifyRequest,
  ...names: Name[]
): Record<Name, string> {
  const read = (name: string) => {
    const value = typeof body === 'object' && body !== null ? Reflect.get(body, name) : undefined
    return typeof value === 'string' ? value.replaceAll('\0', '') : ''
  }
  return Object.fromEntries(names.map(name => [name, read(name)])) as Record<Name, string>
}

/** Reads a query parameter; the first one if it is repeated. */
export function readQuery({ query, routeOptions }: FastifyRequest, name: string): string {
  const { cachedBy } = routeOptions.config
  if (cachedBy?.includes(name) === false)
    throw new Error(`${routeOptions.url} reads "${name}", which its cachedBy does not list`)
  const value = typeof query === 'object' && query !== null ? Reflect.get(query, name) : undefined
  const first = Array.isArray(value) ? value[0] : value
  return typeof first === 'string' ? first.replaceAll('\0', '') : ''
}

/** Reads the values of a query parameter that may be repeated, as one list that is separated by commas. */
export function readQueryList(request: FastifyRequest, name: string): string {
  const { query } = request
  const value = typeof query === 'object' && query !== null ? Reflect.get(query, name) : undefined
  return Array.isArray(value) ? value.join(',').replaceAll('\0', '') : readQuery(request, name)
}

/** Reads all values of a query parameter that may be repeated; the first one is part of the key of cached pages. */
export function readQueryAll(request: FastifyRequest, name: string): string[] {
  const { query } = request
  const value = typeof query === 'object' && query !== null ? Reflect.get(query, name) : undefined
  const first = readQuery(request, name)
  if (!Array.isArray(value)) return first === '' ? [] : [first]
  return value.map(each => String(each).replaceAll('\0', ''))
}

/** Reads the id from the path; 0, which is never used, if it is invalid. */
export function readId({ params }: FastifyRequest): number {
  const value = typeof params === 'object' && params !== null ? Reflect.get(params, 'id') : undefined
  return typeof value === 'string' && /^[1-9]\d{0,14}$/.test(value) ? Number(value) : 0
}

export function readParam({ params }: FastifyRequest, name: string): string {
  const value = typeof params === 'object' && params !== null ? Reflect.get(params, name) : undefined
  return typeof value === 'string' ? value : ''
}
