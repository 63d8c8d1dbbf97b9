import { describeApi } from '../../src/api/openapi-routes.ts'

export interface FieldSchema {
  type: string | string[]
  description?: string
  enum?: string[]
  items?: FieldSchema
}

interface QueryParameter {
  name: string
  description: string
  schema: FieldSchema
}

export interface ApiDescription {
  openapi: string
  info: object
  paths: Record<string, { get?: { operationId: string; parameters?: QueryParameter[] } }>
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
export const dataSchemas = [
  'Food',
  'CategoryCount',
  'Suggestion',
  'Health',
  'ErrorResponse',
  'ValidationErrorResponse',
  'FoodOrigin',
  'QualityFlag',
  'FoodDetails',
  'BatchEntry',
  'FoodChange',
  'FoodChanges',
  'MealItem',
  'Meal',
]
