import { readFile } from 'node:fs/promises'
import openapiTypes, { astToString, COMMENT_HEADER } from 'openapi-typescript'
import { expect, it } from 'vitest'

const schemas = ['Food', 'CategoryCount', 'Health', 'ErrorResponse', 'ValidationErrorResponse']

/** What the client calls: the parameters of the data endpoints, and the schemas of their responses. */
function clientPart(description: {
  openapi: string
  info: object
  paths: Record<string, { get?: { operationId: string; parameters?: object[] } }>
  components: { schemas: Record<string, object> }
}) {
  const data = Object.entries(description.paths).filter(([path]) => !/^\/(auth|billing)\//.test(path))
  const paths = data.map(([path, { get }]) => [
    path,
    { get: { operationId: get?.operationId, parameters: get?.parameters ?? [], responses: {} } },
  ])
  const named = schemas.map(name => [name, description.components.schemas[name]])
  return {
    openapi: description.openapi,
    info: description.info,
    paths: Object.fromEntries(paths),
    components: { schemas: Object.fromEntries(named) },
  }
}

it('openapi.ts is generated from openapi.json (npm run openapi writes it)', async () => {
  const text = await readFile(new URL('../../../openapi.json', import.meta.url), 'utf8')
  const types = astToString(await openapiTypes(JSON.stringify(clientPart(JSON.parse(text)))))
  await expect(`${COMMENT_HEADER}${types}`).toMatchFileSnapshot('openapi.ts')
  // The reason for all this: what callers read in their editor.
  expect(types).toMatch(/never zero \*\/\n\s+fiber_g: number \| null;/)
})
