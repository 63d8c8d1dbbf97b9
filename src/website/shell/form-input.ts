import type { FastifyRequest } from 'fastify'

/** What was typed into these fields; a field that is missing is empty. PostgreSQL takes no NUL. */
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

/** One parameter of the address; of several the first. */
export function readQuery({ query }: FastifyRequest, name: string): string {
  const value = typeof query === 'object' && query !== null ? Reflect.get(query, name) : undefined
  const first = Array.isArray(value) ? value[0] : value
  return typeof first === 'string' ? first.replaceAll('\0', '') : ''
}

/** The id in the path; 0, which nothing has, when it is none. */
export function readId({ params }: FastifyRequest): number {
  const value = typeof params === 'object' && params !== null ? Reflect.get(params, 'id') : undefined
  return typeof value === 'string' && /^[1-9]\d{0,14}$/.test(value) ? Number(value) : 0
}

export function readParam({ params }: FastifyRequest, name: string): string {
  const value = typeof params === 'object' && params !== null ? Reflect.get(params, name) : undefined
  return typeof value === 'string' ? value : ''
}
