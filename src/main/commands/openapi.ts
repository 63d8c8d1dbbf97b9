import { describeApi } from '../../api/openapi-routes.ts'

export async function openapiCommand(): Promise<void> {
  process.stdout.write(`${JSON.stringify(describeApi(), null, 2)}\n`)
}
