// The public contract, openapi.json, as the reference and the playground show it. Read once, at the start.
import { readFileSync } from 'node:fs'

export interface Schema {
  $ref?: string
  type?: string
  format?: string
  description?: string
  enum?: string[]
  minimum?: number
  maximum?: number
  minLength?: number
  maxLength?: number
  default?: string | number | boolean
  items?: Schema
  anyOf?: Schema[]
  properties?: Record<string, Schema>
  required?: string[]
  examples?: unknown[]
}

export interface Parameter {
  name: string
  in: 'path' | 'query'
  required: boolean
  description: string
  example?: string | number
  schema: Schema
}

interface Content {
  content?: Record<string, { schema: Schema }>
}

interface Operation {
  operationId: string
  summary: string
  description?: string
  tags: string[]
  parameters?: Parameter[]
  requestBody?: Content
  /** Each entry is one way to be let in; an empty one: without any key. */
  security?: Record<string, unknown>[]
  responses: Record<string, Content & { description: string }>
}

export interface Endpoint extends Operation {
  method: string
  path: string
}

interface OpenApi {
  info: { version: string }
  tags: { name: string }[]
  paths: Record<string, Record<string, Operation>>
  components: { schemas: Record<string, Schema> }
}

const openApi: OpenApi = JSON.parse(readFileSync(new URL('../../../openapi.json', import.meta.url), 'utf8'))

export const apiVersion = openApi.info.version

export const schemas = openApi.components.schemas

const endpoints: Endpoint[] = Object.entries(openApi.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => ({
    ...operation,
    path,
    method: method.toUpperCase(),
  })),
)

export const groups = openApi.tags.map(({ name }) => ({
  name,
  endpoints: endpoints.filter(({ tags }) => tags.includes(name)),
}))

/** Those that anybody may call, with or without a key. */
export const publicEndpoints = endpoints.filter(
  ({ method, security }) =>
    method === 'GET' && (security === undefined || security.some(way => Object.keys(way).length === 0)),
)

export function jsonSchemaOf(content: Content | undefined): Schema | undefined {
  return content?.content?.['application/json']?.schema
}

/** The name of the schema that a reference leads to. */
export function refName({ $ref }: Schema): string | undefined {
  return $ref?.replace('#/components/schemas/', '')
}

/** The address of a request: what is not given is left out. */
export function requestPath({ path, parameters = [] }: Endpoint, given: Record<string, string>): string {
  const inQuery = new URLSearchParams(
    parameters
      .filter(({ name, in: where }) => where === 'query' && given[name])
      .map(({ name }) => [name, given[name] ?? '']),
  )
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(given[name] ?? ''))
  return inQuery.size === 0 ? filled : `${filled}?${inQuery}`
}

export function curlCommand(
  apiUrl: string,
  path: string,
  { method, needsKey }: { method: string; needsKey: boolean },
) {
  // Quotes are the only letters that would end a quoted word of the shell.
  const address = `'${`${apiUrl}${path}`.replaceAll("'", '%27')}'`
  const key = needsKey ? ' -H "Authorization: Bearer $ACCOUNT_KEY"' : ''
  return `curl${method === 'GET' ? '' : ` -X ${method}`}${key} ${address}`
}
