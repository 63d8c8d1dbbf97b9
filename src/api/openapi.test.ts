import { Ajv2020 } from 'ajv/dist/2020.js'
import { expect, it } from 'vitest'
import { describeApi } from './openapi-routes.ts'

interface Schema {
  type?: string | string[]
  description?: string
  anyOf?: Schema[]
  additionalProperties?: boolean | Schema
  properties?: Record<string, Schema>
  examples?: unknown[]
}

interface Response {
  headers: Record<string, { description?: string; schema: Schema }>
  content?: { 'application/json': { schema: Schema; example: unknown } }
}

interface Description {
  paths: Record<string, Record<string, { responses: Record<string, Response> }>>
  components: { schemas: Record<string, Schema> }
}

// As it is sent: without the members that are undefined.
const description: Description = JSON.parse(JSON.stringify(describeApi()))
const { paths, components } = description

const responses = Object.entries(paths).flatMap(([path, methods]) =>
  Object.entries(methods).flatMap(([method, operation]) =>
    Object.entries(operation.responses).map(([status, response]) => ({
      name: `${method.toUpperCase()} ${path} ${status}`,
      path,
      method,
      status: Number(status),
      headers: Object.keys(response.headers),
      response,
    })),
  ),
)

/** All objects in the description, with the path to each. */
function* objectsIn(value: unknown, path = '#'): Generator<[path: string, value: object]> {
  if (typeof value !== 'object' || value === null) return
  yield [path, value]
  for (const [name, member] of Object.entries(value)) yield* objectsIn(member, `${path}/${name}`)
}

it('describes null as a type of the member, with the description next to it', () => {
  const inBranches = [...objectsIn(description)].filter(
    // A reference has no type to which null could be added.
    ([, value]) =>
      ('anyOf' in value || 'oneOf' in value) &&
      JSON.stringify(value).includes('"type":"null"') &&
      !JSON.stringify(value).includes('"$ref"'),
  )
  expect(inBranches).toEqual([])
  expect(components.schemas.Food?.properties?.fiber_g).toEqual({
    type: ['number', 'null'],
    minimum: 0,
    description: expect.stringMatching(/null is unknown, never zero$/),
  })
})

it('has open objects, and no schema with the name of a class that languages have', () => {
  const closed = [...objectsIn(description)].filter(
    ([, value]) => 'additionalProperties' in value && value.additionalProperties === false,
  )
  expect(closed).toEqual([])
  expect(Object.keys(components.schemas)).not.toContain('Error')
})

it('has an example for every schema and every response with a body, which fits the schema', () => {
  const ajv = new Ajv2020({ strict: false, validateFormats: false })
  const faults = (schema: Schema, example: unknown) => {
    const validate = ajv.compile({ ...schema, components })
    return validate(example) ? [] : validate.errors
  }
  for (const [name, schema] of Object.entries(components.schemas))
    expect([name, schema.examples?.length, faults(schema, schema.examples?.[0])]).toEqual([name, 1, []])
  for (const { name, response } of responses) {
    if (response.content === undefined) continue
    const { schema, example } = response.content['application/json']
    expect([name, typeof example, faults(schema, example)]).toEqual([name, 'object', []])
  }
})

it('has examples of foods with unknown nutrients', () => {
  const [food] = components.schemas.Food?.examples ?? []
  expect(food).toMatchObject({ cholesterol_mg: null, potassium_mg: null })
})

it('describes the headers of each response', () => {
  const expected = ({ path, method, status }: (typeof responses)[number]): string[] => {
    const isAccount = /^\/(auth|billing)\//.test(path)
    const isWebhook = path === '/billing/webhook'
    const isCounted = path !== '/health' && !isWebhook && ![401, 403, 405, 503].includes(status)
    const isFood = method === 'get' && path !== '/health' && !isAccount
    return [
      ...(isCounted ? ['X-RateLimit-Limit', 'X-RateLimit-Remaining', 'X-RateLimit-Reset'] : []),
      ...(isFood && (status === 200 || status === 304) ? ['Link', 'X-Attribution'] : []),
      ...(path === '/search' && (status === 200 || status === 304)
        ? ['X-Search-Match', 'X-Search-Query']
        : []),
      ...(method === 'get' && (status === 200 || status === 304) ? ['ETag'] : []),
      ...(path === '/health' ? [] : ['Cache-Control']),
      ...(status === 401 ? ['WWW-Authenticate'] : []),
      ...(status === 405 ? ['Allow'] : []),
      ...(status === 429 || status === 503 ? ['Retry-After'] : []),
      'X-Request-Id',
    ].sort()
  }
  for (const response of responses) {
    // The wrong code of POST /auth/account/key is found after the request was counted.
    if (response.name === 'POST /auth/account/key 403') continue
    expect([response.name, response.headers.toSorted()]).toEqual([response.name, expected(response)])
  }
})

it('describes 304 for every GET and 405 for every path', () => {
  for (const [path, methods] of Object.entries(paths)) {
    for (const [method, { responses }] of Object.entries(methods)) {
      const name = `${method} ${path}`
      expect([name, '304' in responses, '405' in responses]).toEqual([name, method === 'get', true])
    }
  }
})
