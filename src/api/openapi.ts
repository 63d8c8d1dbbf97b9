// What the OpenAPI description says about the API as a whole; openapi-responses.ts describes the responses.
import type { TObject, TSchema } from 'typebox'
import { HealthSchema } from '../catalog/catalog-stats.ts'
import { CategoryCountSchema } from '../catalog/categories.ts'
import type { ApiFormat } from '../food/api-food.ts'
import { FoodSchema } from '../food/food.ts'
import { catalogCredit, catalogLicence } from '../food/sources.ts'
import { MealItemSchema, MealSchema } from '../meals/meal-schema.ts'
import { accountSchemas } from './account-schemas.ts'
import type { Route } from './api-request.ts'
import { type DescribedOperation, openapiPath } from './openapi-responses.ts'
import { hasProperties } from './parameters.ts'
import { ErrorSchema, ReceivedSchema, ValidationErrorSchema } from './response-schemas.ts'
import { BatchEntrySchema } from './routes/batch.ts'
import { FoodChangeSchema, FoodChangesSchema } from './routes/changes.ts'
import { FoodDetailsSchema, FoodOriginSchema, QualityFlagSchema } from './routes/food-details.ts'
import { SuggestionSchema } from './routes/suggest.ts'

const about = `Nutrition data for foods: typo-tolerant search, lookup by id and barcode, popular foods and categories.

- All nutrient values are per 100 g. **\`null\` means unknown, never zero.** For a portion: value × grams ÷ 100.
- An API key is optional: send it as \`Authorization: Bearer KEY\`. Without one, requests are rate-limited by IP address.
- When the rate limit is exceeded, the response is 429 with a \`Retry-After\` header in seconds. With a key, \`X-RateLimit-Limit\`, \`X-RateLimit-Remaining\` and \`X-RateLimit-Reset\` (Unix time) report the remaining quota.
- Every successful GET response has an \`ETag\`. Send it back as \`If-None-Match\`: unchanged data is 304 without a body.
- Errors are \`{"detail": …}\`: a message, or for 422 a list of invalid parameters. Unknown paths return 401.
- Later versions may add response members, optional parameters and values of \`source\`: ignore what you do not know.
- Credit the sources where you show the data: the headers \`X-Attribution\` and \`Link\` name those of the foods in the response. For Open Food Facts: *Data: ${catalogCredit.text}*, with a link to ${catalogCredit.url}.
`

export interface PublicUrls {
  apiUrl: string
  websiteUrl: string
}

/** Where `larder serve` listens unless it is configured otherwise. */
export const defaultUrls: PublicUrls = {
  apiUrl: 'http://127.0.0.1:8080',
  websiteUrl: 'http://127.0.0.1:8081',
}

/** The OpenAPI document. */
export function describeRoutes(
  routes: readonly Route[],
  schemas: readonly TSchema[],
  { apiUrl, websiteUrl }: PublicUrls,
): object {
  const headers: Record<string, object> = {}
  const paths: Record<string, Record<string, object>> = {}
  for (const { url, operations } of routes) {
    const described = operations.flatMap(({ method, description }) =>
      description === undefined ? [] : [[method.toLowerCase(), describeOperation(description, headers)]],
    )
    if (described.length > 0) paths[openapiPath(url)] = Object.fromEntries(described)
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Larder',
      version: '1.0.0',
      description: about,
      contact: { name: 'Website', url: websiteUrl },
      license: { name: `Data: ${catalogCredit.text}`, identifier: catalogLicence.spdxId },
    },
    components: {
      securitySchemes: {
        apiKey: {
          type: 'http',
          scheme: 'bearer',
          description: 'Optional: applies the rate limits of your plan',
        },
        accountKey: {
          type: 'http',
          scheme: 'bearer',
          description:
            'The account key, which starts with larder_account: manages API keys, usage and billing',
        },
      },
      schemas: Object.fromEntries(schemas.map(schema => [idOf(schema), withoutId(schema)])),
      headers,
    },
    paths,
    servers: [{ url: apiUrl, description: 'This server' }],
    tags: [
      { name: 'Foods', description: 'Search, lookup and lists of foods. An API key is optional.' },
      {
        name: 'Account',
        description: 'The account with its keys, usage, audit log and sessions. Requires the account key.',
      },
      { name: 'Billing', description: 'Plans and the subscription. Requires the account key.' },
      { name: 'Service', description: 'The state of the service, for load balancers and monitoring.' },
    ],
    externalDocs: { description: 'Guides, code samples and a playground', url: `${websiteUrl}/docs` },
  }
}

/** Adds its headers, which most responses have in common, to those of the document. */
function describeOperation(operation: DescribedOperation, headers: Record<string, object>): object {
  const { operationId, summary, tag, description, path, query, body, security, responses } = operation
  const parameters = [...parametersOf('path', path), ...parametersOf('query', query)]
  return {
    operationId,
    summary,
    tags: [tag],
    description,
    ...(body !== undefined && hasProperties(body) && { requestBody: requestBodyOf(body) }),
    ...(parameters.length > 0 && { parameters }),
    security,
    responses: Object.fromEntries(
      Object.entries(responses).map(([status, { description, headers: own, ...content }]) => {
        for (const [name, { description, ...schema }] of Object.entries<ParameterSchema>(own))
          headers[name] = { schema, description }
        const refs = Object.keys(own).map(name => [name, { $ref: `#/components/headers/${name}` }])
        return [status, { description, headers: Object.fromEntries(refs), ...content }]
      }),
    ),
  }
}

const requestBodyOf = (body: TObject) => ({
  required: true,
  content: { 'application/json': { schema: body } },
})

function parametersOf(location: 'path' | 'query', schema: TObject | undefined): object[] {
  return Object.entries<ParameterSchema>(schema?.properties ?? {}).map(
    ([name, { description, examples, ...parameter }]) => ({
      schema: parameter,
      ...(examples !== undefined && { example: examples[0] }),
      in: location,
      name,
      required: schema?.required?.includes(name) ?? false,
      description,
      // OpenAPI's default for a list in a query is to repeat the parameter.
      ...(parameter.type === 'array' && { style: 'form', explode: false }),
    }),
  )
}

interface ParameterSchema extends TSchema {
  type?: string
  description?: string
  examples?: unknown[]
}

const idOf = (schema: TSchema) => String((schema as { $id?: string }).$id)

const withoutId = ({ $id: _, ...schema }: TSchema & { $id?: string }) => schema

/** Schemas listed under components, so that generated clients have named types. */
export const namedSchemas = (apiFormat: ApiFormat) => [
  apiFormat.describe(FoodSchema),
  FoodOriginSchema,
  QualityFlagSchema,
  FoodDetailsSchema,
  BatchEntrySchema,
  FoodChangeSchema,
  FoodChangesSchema,
  CategoryCountSchema,
  SuggestionSchema,
  MealItemSchema,
  MealSchema,
  HealthSchema,
  ErrorSchema,
  ValidationErrorSchema,
  ReceivedSchema,
  ...accountSchemas,
]
