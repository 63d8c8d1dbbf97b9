import { describeApi } from '../../src/api/openapi-routes.ts'

export interface FieldSchema {
  type: string | string[]
  description?: string
}

export interface ApiDescription {
  openapi: string
  info: object
  paths: Record<string, { get?: { operationId: string; parameters?: object[] } }>
  components: {
    schemas: Record<string, { properties: Record<string, FieldSchema>; examples?: unknown[] }>
  }
}

let described: Promise<ApiDescription> | undefined

/** As it is sent: without the members that are undefined. */
export function describedApi(): Promise<ApiDescription> {
  described ??= describeApi().then(description => JSON.parse(JSON.stringify(description)))
  return described
}

/** What the data endpoints return. */
export const dataSchemas = ['Food', 'CategoryCount', 'Health', 'ErrorResponse', 'ValidationErrorResponse']
