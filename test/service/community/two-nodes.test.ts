// An accepted contribution reaches every node, and an undone one leaves it.
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { ask } from '../../../lab/clients/http.ts'
import { startService } from '../../../lab/service.ts'
import { listChanges, undo } from '../../../src/community/changes.ts'
import { propose } from '../../../src/community/contributions.ts'
import { decide } from '../../../src/community/decide.ts'
import type { RunningService } from '../../../src/main/serve.ts'
import { type DatabasePool, openPool } from '../../../src/platform/database/pool.ts'
import { createStores, type TestStores } from '../../support/database.ts'

let stores: TestStores
let nodes: RunningService[]
let pool: DatabasePool
beforeAll(async () => {
  stores = await createStores('demo-foods')
  nodes = [await startService(stores), await startService(stores)]
  pool = openPool({
    url: stores.databaseUrl,
    connections: 4,
    connectTimeoutMs: 30_000,
    queryTimeoutMs: 60_000,
    applicationName: 'test',
    onIdleError: () => undefined,
  })
})
afterAll(async () => {
  await pool.close()
  for (const node of nodes) await node.stop()
  await stores.drop()
})

it('reaches every node', async () => {
  const { rows } = await pool.query<{ id: number }>({
    text: `insert into accounts (name, role) values ('ada', 'contributor'), ('mod', 'moderator') returning id`,
  })
  const [ada, mod] = rows.map(({ id }) => id)
  const proposed = {
    name: 'Quince Butter',
    calories_kcal: 200,
    protein_g: 0.5,
    fat_g: 0.2,
    carbs_g: 48,
    sugar_g: 45,
  }
  const result = await propose(pool, {
    accountId: ada as number,
    kind: 'new',
    foodId: null,
    proposed,
    checks: [],
    isDoubted: false,
    note: null,
    photoKey: 'photo',
    sentWith: 'api',
  })
  const id = 'contribution' in result ? result.contribution.id : 0
  const decided = await decide(pool, id, 1, mod as number, { action: 'accept', isConfirmed: false })
  const recordId = 'recordId' in decided ? (decided.recordId as number) : 0

  const namesOf = async (node: RunningService) => {
    const { json } = await ask(node.apiUrl, '/search?q=quince%20butter')
    return (json as { name: string }[]).map(({ name }) => name)
  }
  const seen = { timeout: 120_000 }
  for (const node of nodes)
    await vi.waitFor(async () => expect(await namesOf(node)).toContain('Quince Butter'), seen)

  const [change] = await listChanges(pool, recordId)
  await undo(pool, change?.id as number, mod as number, 'a test')
  for (const node of nodes)
    await vi.waitFor(async () => expect(await namesOf(node)).not.toContain('Quince Butter'), seen)
})
