import { afterAll, beforeAll } from 'vitest'
import { type Answer, ask } from '../../lab/clients/http.ts'
import { startService } from '../../lab/service.ts'
import type { RunningService } from '../../src/main/serve.ts'
import { createStores, type TestStores } from './database.ts'

export interface DemoService {
  stores: TestStores
  service: RunningService
  ask(path: string, options?: Parameters<typeof ask>[2]): Promise<Answer>
}

/** For the tests of one file: the service in this process, on a separate database with the demo foods. */
export function withDemoService(overrides: Record<string, string> = {}): DemoService {
  const demo = {
    ask: (path, options) => ask(demo.service.apiUrl, path, options),
  } as DemoService
  beforeAll(async () => {
    demo.stores = await createStores('demo-foods')
    demo.service = await startService(demo.stores, overrides)
  })
  afterAll(async () => {
    await demo.service.stop()
    await demo.stores.drop()
  })
  return demo
}
