// What happens to the contributions of an account that is deleted.
import type { Database } from '../platform/database/pool.ts'
import { undoChangesOf } from './changes.ts'
import { rejectOpen } from './takedowns.ts'

/** `keep` leaves them without a name; `remove` undoes them. */
export const contributionChoices = ['keep', 'remove'] as const
export type ContributionChoice = (typeof contributionChoices)[number]

const removalReason = 'removed by its author'

/**
 * Must run in the transaction that deletes the account, before it does: the foreign keys then forget who the author was. Returns the
 * photos to delete from their store afterwards.
 */
export async function eraseContributions(
  database: Database,
  accountId: number,
  choice: ContributionChoice,
): Promise<string[]> {
  if (choice === 'remove') {
    await undoChangesOf(database, accountId, null, removalReason)
    const photoKeys = await rejectOpen(database, accountId, null, removalReason)
    await forgetTexts(database, accountId)
    return photoKeys
  }
  // Nobody is left to answer questions about them.
  await database.query({
    text: `
      update contributions set status = 'withdrawn', revision = revision + 1
        where account_id = $1 and status in ('pending', 'question')`,
    values: [accountId],
  })
  await forgetTexts(database, accountId)
  return forgetUnusedPhotos(database, accountId)
}

/** Those of proposals that changed nothing are evidence of nothing. */
async function forgetUnusedPhotos(database: Database, accountId: number): Promise<string[]> {
  const { rows } = await database.query<{ photo_key: string }>({
    text: `
      update contributions set photo_key = null
        from (select id, photo_key from contributions
                where account_id = $1 and photo_key is not null and status in ('rejected', 'withdrawn')) as had
        where contributions.id = had.id
        returning had.photo_key`,
    values: [accountId],
  })
  return rows.map(({ photo_key }) => photo_key)
}

/** Notes and answers are free text, in which people may name themselves. Values of foods are not personal data. */
async function forgetTexts(database: Database, accountId: number): Promise<void> {
  await database.query({
    text: 'update contributions set note = null, answer = null where account_id = $1',
    values: [accountId],
  })
  await database.query({
    text: `update community_changes set reason = null where author_id = $1 and action in ('accepted', 'confirmed')`,
    values: [accountId],
  })
  await database.query({
    text: `
      update reports set note = null, suggested = null, reply_address = null, sender_hash = null
        where account_id = $1`,
    values: [accountId],
  })
}

/** Whether the choice matters. */
export async function hasContributions(database: Database, accountId: number): Promise<boolean> {
  const { rowCount } = await database.query({
    text: 'select from contributions where account_id = $1 limit 1',
    values: [accountId],
  })
  return rowCount !== 0
}
