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

/** As it is sent: without the members that are undefined. */
export const describedApi = (): ApiDescription => JSON.parse(JSON.stringify(describeApi()))

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
