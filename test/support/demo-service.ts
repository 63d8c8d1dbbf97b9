import { afterAll, beforeAll } from 'vitest'
import type { RunningService } from '../../src/main/serve.ts'
import { createStores, loadDemoFoods, type TestStores } from './database.ts'
import { type Answer, ask } from './http.ts'
import { startService } from './service.ts'

export interface DemoService {
  stores: TestStores
  service: RunningService
  ask(path: string, options?: Parameters<typeof ask>[2]): Promise<Answer>
}

/** For the tests of one file: the service in this process, on a database of its own with the demo foods. */
export function withDemoService(overrides: Record<string, string> = {}): DemoService {
  const demo = {
    ask: (path, options) => ask(demo.service.apiUrl, path, options),
  } as DemoService
  beforeAll(async () => {
    demo.stores = await createStores()
    await loadDemoFoods(demo.stores)
    demo.service = await startService(demo.stores, overrides)
  })
  afterAll(async () => {
    await demo.service.stop()
    await demo.stores.drop()
  })
  return demo
}
