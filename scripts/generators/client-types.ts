import { typesOf } from '../../packages/client/scripts/openapi-types.ts'
import { dataSchemas, describedApi } from './api-description.ts'

/** What the client calls: the parameters of the data endpoints, and the schemas of their responses. */
export async function clientTypes(): Promise<Record<string, string>> {
  const { openapi, info, paths, components } = describedApi()
  const data = Object.entries(paths).filter(([path]) => !/^\/(auth|billing)\//.test(path))
  const calls = data.flatMap(([path, { get }]) =>
    get
      ? [[path, { get: { operationId: get.operationId, parameters: get.parameters ?? [], responses: {} } }]]
      : [],
  )
  const schemas = dataSchemas.map(name => [name, components.schemas[name]])
  const types = await typesOf({
    openapi,
    info,
    paths: Object.fromEntries(calls),
    components: { schemas: Object.fromEntries(schemas) },
  })
  return { 'packages/client/src/openapi.ts': types }
}
