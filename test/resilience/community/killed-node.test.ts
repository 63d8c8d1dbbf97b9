// A node is killed while moderators accept contributions: what was acknowledged is in the catalog, and nothing is half done.
import { setTimeout as wait } from 'node:timers/promises'
import { expect, it, onTestFinished, vi } from 'vitest'
import { findFreePort } from '../../../lab/servers/free-port.ts'
import { type ServiceProcess, spawnService } from '../../../lab/service.ts'
import { createStores } from '../../support/database.ts'
import { addAuthor, addContribution, proposedFood, signUpWithRole } from '../../support/review.ts'

const contributions = 50

it('loses no acknowledged acceptance, and leaves none half done', async () => {
  const stores = await createStores('fixture-foods')
  const port = await findFreePort()
  const url = `http://localhost:${port}`
  const start = () => spawnService(stores, { WEB_PORT: String(port), WEB_PUBLIC_URL: url })
  let node: ServiceProcess = await start()
  onTestFinished(async () => {
    await node.stop('SIGKILL')
    await stores.drop()
  })
  const authors = await Promise.all(['ada', 'ben', 'eve'].map(name => addAuthor(stores, name)))
  const moderator = await signUpWithRole({ url, stores }, 'mod', 'moderator')
  const ids: number[] = []
  for (let n = 0; n < contributions; n++) {
    const accountId = authors[n % authors.length] as number
    ids.push(await addContribution(stores, { accountId, proposed: { ...proposedFood, name: `Jam ${n}` } }))
  }

  const acknowledged = new Set<number>()
  const acceptAll = async (waiting: number[]) => {
    const lanes = Array.from({ length: 5 }, (_, lane) => waiting.filter((_id, index) => index % 5 === lane))
    await Promise.all(
      lanes.map(async lane => {
        for (const id of lane) {
          const answer = await moderator
            .send(`/review/${id}`, `/review/${id}/accept`, { confirmed: '1' })
            .catch(() => undefined)
          if (answer?.status === 303) acknowledged.add(id)
        }
      }),
    )
  }
  const accepting = acceptAll(ids)
  while (acknowledged.size < contributions / 3) await wait(1)
  await node.stop('SIGKILL')
  await accepting
  const beforeKill = acknowledged.size
  expect(beforeKill).toBeLessThan(contributions)

  const [halves] = await stores.sql(`
    select count(*) filter (where status = 'accepted' and record_id is null) as without_record,
           count(*) filter (where status = 'pending' and record_id is not null) as with_record,
           count(*) filter (where status = 'accepted' and changes <> 1 or status = 'pending' and changes <> 0) as wrong_changes,
           count(*) filter (where status = 'accepted' and audits <> 1 or status = 'pending' and audits <> 0) as wrong_audits,
           (select count(*) from community_records) - count(*) filter (where status = 'accepted') as orphans
      from (select contributions.*,
                   (select count(*) from community_changes where contribution_id = contributions.id) as changes,
                   (select count(*) from audit_log where subject = contributions.id || ': accepted') as audits
              from contributions) as decided`)
  expect(halves).toEqual({ without_record: 0, with_record: 0, wrong_changes: 0, wrong_audits: 0, orphans: 0 })

  node = await start()
  const inCatalog = async () =>
    (
      await stores.sql<{ id: number }>(`
        select contributions.id from contributions join foods on foods.source = 'community' and foods.name = proposed ->> 'name'
          where status = 'accepted'`)
    ).map(({ id }) => id)
  const accepted = async () =>
    (await stores.sql<{ id: number }>(`select id from contributions where status = 'accepted'`)).map(
      ({ id }) => id,
    )
  const atKill = await accepted()
  for (const id of acknowledged) expect(atKill).toContain(id)
  await vi.waitFor(async () => expect((await inCatalog()).sort()).toEqual(atKill.sort()), {
    timeout: 120_000,
  })

  // What is left can be decided as before.
  await acceptAll(ids.filter(id => !atKill.includes(id)))
  await vi.waitFor(async () => expect(await inCatalog()).toHaveLength(contributions), { timeout: 120_000 })
  console.log(
    `acknowledged before the kill: ${beforeKill}; accepted: ${atKill.length}; in the end: ${contributions}`,
  )
})
