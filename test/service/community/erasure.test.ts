// The deletion of an account, with its contributions or without its name; and what pages say of removed foods and of changes.
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { ask } from '../../../lab/clients/http.ts'
import { startService } from '../../../lab/service.ts'
import { deleteAccount } from '../../../src/accounts/accounts.ts'
import { type Proposal, propose } from '../../../src/community/contributions.ts'
import { decide } from '../../../src/community/decide.ts'
import { type ContributionChoice, eraseContributions } from '../../../src/community/erasure.ts'
import { takeDown } from '../../../src/community/takedowns.ts'
import type { RunningService } from '../../../src/main/serve.ts'
import { createStores, type StoresWithPool } from '../../support/database.ts'

let stores: StoresWithPool
let nodes: RunningService[]
const seen = { timeout: 120_000, interval: 250 }

beforeAll(async () => {
  stores = await createStores('fixture-foods')
  nodes = [await startService(stores), await startService(stores)]
})
afterAll(async () => {
  for (const node of nodes) await node.stop()
  await stores.drop()
})

async function createAccount(name: string): Promise<number> {
  const [row] = await stores.sql(
    `insert into accounts (name, role) values ($1, 'contributor')
       on conflict (name) do update set role = excluded.role returning id`,
    [name],
  )
  return Number(row?.['id'])
}

const proposalOf = (accountId: number, name: string): Proposal => ({
  accountId,
  kind: 'new',
  foodId: null,
  proposed: { name, calories_kcal: 200, protein_g: 0.5, fat_g: 0.2, carbs_g: 48, sugar_g: 45 },
  checks: [],
  isDoubted: false,
  note: null,
  photoKey: null,
  sentWith: 'website',
})

async function contribute(author: string, name: string): Promise<void> {
  const accountId = await createAccount(author)
  const result = await propose(stores.pool, {
    ...proposalOf(accountId, name),
    note: `I am ${author}`,
    photoKey: `photo-of-${author}`,
  })
  if ('error' in result) throw new Error(result.error)
  await decide(stores.pool, result.contribution.id, 1, await createAccount('moderator'), {
    action: 'accept',
    isConfirmed: false,
  })
}

async function remove(name: string, choice: ContributionChoice): Promise<string[]> {
  let photoKeys: string[] = []
  await deleteAccount(stores.pool, name, async (transaction, accountId) => {
    photoKeys = await eraseContributions(transaction, accountId, choice)
  })
  return photoKeys
}

const everything = async () =>
  JSON.stringify([
    await stores.sql('select * from contributions'),
    await stores.sql('select * from community_changes'),
    await stores.sql('select * from audit_log'),
    await stores.sql('select * from mail_queue'),
  ])

const idOf = async (node: RunningService, name: string): Promise<number | undefined> => {
  const { json } = await ask(node.apiUrl, `/search?q=${encodeURIComponent(name)}`)
  return (json as { id: number; name: string }[]).find(food => food.name === name)?.id
}
const shownOn = (node: RunningService, name: string) =>
  vi.waitFor(async () => {
    const id = await idOf(node, name)
    expect(id).toBeDefined()
    return Number(id)
  }, seen)
const statusOf = async (url: string, path: string) => (await fetch(url + path)).status

it('keeps contributions without the name, or removes them with the account', async () => {
  await contribute('ada', 'Quince Butter')
  await contribute('ben', 'Sloe Jelly')
  for (const node of nodes) for (const name of ['Quince Butter', 'Sloe Jelly']) await shownOn(node, name)

  await propose(stores.pool, {
    ...proposalOf(await createAccount('ada'), 'Open Jam'),
    photoKey: 'photo-of-open',
  })
  expect(await remove('ada', 'keep')).toEqual(['photo-of-open'])
  expect(await remove('ben', 'remove')).toEqual(['photo-of-ben'])
  const left = await everything()
  expect(left).not.toMatch(/I am (ada|ben)|photo-of-(ben|open)/)
  expect(await stores.sql('select from contributions where account_id is not null')).toEqual([])
  for (const node of nodes) {
    await vi.waitFor(async () => expect(await idOf(node, 'Sloe Jelly')).toBe(undefined), seen)
    expect(await idOf(node, 'Quince Butter')).toBeDefined()
  }
})

it('shows no words in the history of a food, which would stay there after a takedown', async () => {
  await contribute('dora', 'Rowan Jelly')
  const [node] = nodes as [RunningService]
  const foodId = await shownOn(node, 'Rowan Jelly')
  const vandal = await createAccount('vandal')
  const result = await propose(stores.pool, {
    ...proposalOf(vandal, 'unused'),
    kind: 'correction',
    foodId,
    proposed: { name: 'Jane Example is a thief', sugar_g: 44 },
  })
  if ('error' in result) throw new Error(result.error)
  const moderatorId = await createAccount('moderator')
  await decide(stores.pool, result.contribution.id, 1, moderatorId, { action: 'accept', isConfirmed: true })
  await shownOn(node, 'Jane Example is a thief')
  await takeDown(stores.pool, {
    subject: { kind: 'contributions', accountId: vandal },
    ground: 'offensive',
    reason: 'insults',
    moderatorId,
  })
  await shownOn(node, 'Rowan Jelly')
  const page = await (await fetch(`${node.websiteUrl}/food/${foodId}-rowan-jelly`)).text()
  expect(page).toMatch(/id="history"[\s\S]*<li>Name<\/li>[\s\S]*45 g[\s\S]*44 g/)
  expect(page).not.toContain('Jane')
})

it('shows the history of a food without names, and says on every node that a removed food is gone', async () => {
  await contribute('cleo', 'Medlar Paste')
  const [first, second] = nodes as [RunningService, RunningService]
  const id = await shownOn(first, 'Medlar Paste')
  await shownOn(second, 'Medlar Paste')
  const page = await (await fetch(`${first.websiteUrl}/food/${id}-medlar-paste`)).text()
  expect(page).toMatch(/id="history"[\s\S]*Added\. Confirmed by a photo of the label/)
  expect(page).not.toMatch(/cleo|photo-of/)
  const [plain] = (await ask(first.apiUrl, '/search?q=banana')).json as { id: number; name: string }[]
  const other = await (await fetch(`${first.websiteUrl}/food/${plain?.id}`)).text()
  expect(other).not.toContain('id="history"')

  await takeDown(stores.pool, {
    subject: { kind: 'food', foodId: id },
    ground: 'trademark',
    reason: 'secret reason',
    moderatorId: null,
  })
  for (const node of nodes) {
    await vi.waitFor(async () => expect(await statusOf(node.apiUrl, `/food/${id}`)).toBe(404), seen)
    expect(await idOf(node, 'Medlar Paste')).toBe(undefined)
    const gone = await fetch(`${node.websiteUrl}/food/${id}-medlar-paste`)
    expect(gone.status).toBe(410)
    expect(await gone.text()).toContain('This food was removed')
    await vi.waitFor(async () => {
      const { json } = await ask(node.apiUrl, '/suggest?q=medlar')
      expect(JSON.stringify(json)).not.toContain('Medlar')
    }, seen)
  }
  const counts = await (await fetch(`${first.websiteUrl}/takedowns`)).text()
  expect(counts).toContain('Trademark')
  expect(counts).not.toMatch(/secret reason|Medlar/)
})
