// Loads openapi.json for the API reference and the playground.
import { readFileSync } from 'node:fs'
import { estimateSource } from '../../food/sources.ts'

export interface Schema {
  $ref?: string
  /** Nullable: the type, then null. */
  type?: string | string[]
  format?: string
  description?: string
  enum?: string[]
  minimum?: number
  maximum?: number
  minLength?: number
  maxLength?: number
  default?: string | number | boolean
  items?: Schema
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
  content?: Record<string, { schema: Schema; example?: unknown }>
}

interface Operation {
  operationId: string
  summary: string
  description?: string
  tags: string[]
  parameters?: Parameter[]
  requestBody?: Content
  /** Alternative authentication schemes; an empty object means that the key is optional, an empty list that there is none. */
  security: Record<string, unknown>[]
  responses: Record<string, Content & { description: string; headers?: Record<string, unknown> }>
}

export interface Endpoint extends Operation {
  method: string
  path: string
}

interface OpenApi {
  info: { version: string }
  tags: { name: string; description: string }[]
  paths: Record<string, Record<string, Operation>>
  components: { schemas: Record<string, Schema>; headers: Record<string, { description: string }> }
}

export interface ApiDescription {
  version: string
  schemas: Record<string, Schema>
  /** What each response header says. */
  headers: Record<string, { description: string }>
  /** The endpoints by tag. */
  groups: { name: string; description: string; endpoints: Endpoint[] }[]
  /** Endpoints that can be called without a key. */
  publicEndpoints: Endpoint[]
}

/** openapi.json has the default spelling of the source of AI estimates. */
export function loadApiDescription(estimateName: string): ApiDescription {
  const text = readFileSync(new URL('../../../openapi.json', import.meta.url), 'utf8')
  const openApi: OpenApi = JSON.parse(text.replaceAll(estimateSource, estimateName))
  const endpoints = Object.entries(openApi.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({
      ...operation,
      path,
      method: method.toUpperCase(),
    })),
  )
  return {
    version: openApi.info.version,
    schemas: openApi.components.schemas,
    headers: openApi.components.headers,
    groups: openApi.tags.map(({ name, description }) => ({
      name,
      description,
      endpoints: endpoints.filter(({ tags }) => tags.includes(name)),
    })),
    publicEndpoints: endpoints.filter(isPublic),
  }
}

const isPublic = ({ method, security }: Endpoint): boolean =>
  method === 'GET' && (security.length === 0 || security.some(scheme => Object.keys(scheme).length === 0))

export function jsonSchemaOf(content: Content | undefined): Schema | undefined {
  return content?.content?.['application/json']?.schema
}

export function jsonExampleOf(content: Content | undefined): unknown {
  return content?.content?.['application/json']?.example
}

/** The schema name in a `$ref`. */
export function refName({ $ref }: Schema): string | undefined {
  return $ref?.replace('#/components/schemas/', '')
}

/** Path and query string of a request; parameters without a value are omitted. */
export function requestPath({ path, parameters = [] }: Endpoint, values: Record<string, string>): string {
  const query = new URLSearchParams(
    parameters
      .filter(({ name, in: location }) => location === 'query' && values[name])
      .map(({ name }) => [name, values[name] ?? '']),
  )
  const filledPath = path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(values[name] ?? ''))
  return query.size === 0 ? filledPath : `${filledPath}?${query}`
}

export function curlCommand(
  apiUrl: string,
  path: string,
  { method, needsKey, body }: { method: string; needsKey: boolean; body?: string | undefined },
) {
  // Only a single quote could end the quoted shell argument.
  const url = `'${`${apiUrl}${path}`.replaceAll("'", '%27')}'`
  const key = needsKey ? ' -H "Authorization: Bearer $ACCOUNT_KEY"' : ''
  const command = `curl${method === 'GET' ? '' : ` -X ${method}`}${key}`
  return body === undefined ? `${command} ${url}` : `${command} \\\n  -d '${body}' \\\n  ${url}`
}
