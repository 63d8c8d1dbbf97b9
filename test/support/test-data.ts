import type { TestContext } from 'vitest'

/** Real dumps, too large for the repository (CONTRIBUTING.md says which). */
const folder = process.env['LARDER_TEST_DATA']

/** The path of a file in that folder; skips the test where there is no folder. */
export function testDataFile(test: TestContext, path: string): string {
  if (folder === undefined) test.skip('LARDER_TEST_DATA is not set')
  return `${folder}/${path}`
}
