import { afterAll, beforeAll } from 'vitest'
import { type Answer, ask } from '../../lab/clients/http.ts'
import { startService } from '../../lab/service.ts'
import type { RunningService } from '../../src/main/serve.ts'
import { type Contents, createStores, type TestStores } from './database.ts'

export interface FixtureService {
  stores: TestStores
  service: RunningService
  ask(path: string, options?: Parameters<typeof ask>[2]): Promise<Answer>
}

/** For the tests of one file: the service in this process, on a separate database with the fixture foods. */
export function withFixtureService(
  overrides: Record<string, string> = {},
  contents: Contents = 'fixture-foods',
): FixtureService {
  const fixture = {
    ask: (path, options) => ask(fixture.service.apiUrl, path, options),
  } as FixtureService
  beforeAll(async () => {
    fixture.stores = await createStores(contents)
    fixture.service = await startService(fixture.stores, overrides)
  })
  afterAll(async () => {
    await fixture.service.stop()
    await fixture.stores.drop()
  })
  return fixture
}
