import { readFile } from 'node:fs/promises'
import openapiTypes, { astToString, COMMENT_HEADER } from 'openapi-typescript'
import { expect, it } from 'vitest'

it('openapi.ts is generated from openapi.json (npm run openapi writes it)', async () => {
  const description = await readFile(new URL('../../../openapi.json', import.meta.url), 'utf8')
  const types = astToString(await openapiTypes(description))
  await expect(`${COMMENT_HEADER}${types}`).toMatchFileSnapshot('openapi.ts')
})
