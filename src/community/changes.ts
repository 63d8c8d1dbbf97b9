// The history of community records. Each change has what was there before, so that it can be undone; foods keep their ids, because the
// record stays the same one.
import type { Database, DatabasePool } from '../platform/database/pool.ts'
import type { ProposedFields, RecordContent } from './content.ts'
import { queueUnreviewed } from './trust.ts'

export interface CommunityChange {
  id: number
  record_id: number
  contribution_id: number | null
  author_id: number | null
  moderator_id: number | null
  changed_at: Date
  action: 'accepted' | 'confirmed' | 'undone' | 'removed'
  undoes_id: number | null
  reason: string | null
  before: RecordContent | null
  after: RecordContent | null
  photo_key: string | null
  /** Whether a later change has undone it. */
  is_undone: boolean
}

export interface NewChange {
  /** Null for a new record. */
  recordId: number | null
  contributionId: number | null
  authorId: number | null
  moderatorId: number | null
  action: CommunityChange['action']
  undoesId?: number
  reason: string | null
  /** Null removes the record. */
  content: RecordContent | null
  isConfirmed: boolean
  photoKey: string | null
}

/** Writes the record and its history together. Returns the id of the record. */
export async function recordChange(database: Database, change: NewChange): Promise<number> {
  const { recordId, before, wasConfirmed } = await writeRecord(database, change)
  await database.query({
    text: `
      insert into community_changes
          (record_id, contribution_id, author_id, moderator_id, action, undoes_id, reason, before, after, was_confirmed,
           is_confirmed, photo_key)
        values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)`,
    values: [
      recordId,
      change.contributionId,
      change.authorId,
      change.moderatorId,
      change.action,
      change.undoesId ?? null,
      change.reason,
      before === null ? null : JSON.stringify(before),
      change.content === null ? null : JSON.stringify(change.content),
      wasConfirmed,
      change.isConfirmed,
      change.photoKey,
    ],
  })
  return recordId
}

async function writeRecord(database: Database, { recordId, content, isConfirmed }: NewChange) {
  const json = content === null ? null : JSON.stringify(content)
  if (recordId === null) {
    const { rows } = await database.query<{ id: number }>({
      text: 'insert into community_records (content, is_confirmed) values ($1, $2) returning id',
      values: [json, isConfirmed],
    })
    return { recordId: rows[0]?.id as number, before: null, wasConfirmed: false }
  }
  const { rows } = await database.query<{ content: RecordContent | null; is_confirmed: boolean }>({
    text: 'select content, is_confirmed from community_records where id = $1 for update',
    values: [recordId],
  })
  await database.query({
    text: `
      update community_records
        set content = $2, is_confirmed = $3, updated_at = now(), version = nextval('community_versions')
        where id = $1`,
    values: [recordId, json, isConfirmed],
  })
  return { recordId, before: rows[0]?.content ?? null, wasConfirmed: rows[0]?.is_confirmed ?? false }
}

export type UndoResult = { recordId: number } | { error: 'not_found' | 'changed_since' | 'undone_already' }

/** Undoes the last change of a record that is not undone yet; an earlier one must wait for those after it. */
export function undo(
  pool: DatabasePool,
  changeId: number,
  moderatorId: number | null,
  reason: string,
  alsoInTransaction: (database: Database, change: CommunityChange) => Promise<void> = async () => undefined,
): Promise<UndoResult> {
  return pool.transaction(async database => {
    const change = await lockChange(database, changeId)
    if (change === undefined) return { error: 'not_found' }
    if (change.is_undone) return { error: 'undone_already' }
    if (change.last_id !== change.id) return { error: 'changed_since' }
    await undoChange(database, change, moderatorId, reason)
    await alsoInTransaction(database, change)
    return { recordId: change.record_id }
  })
}

interface LockedChange extends CommunityChange {
  was_confirmed: boolean
  /** The last change of the record that is neither an undo nor undone. */
  last_id: number
}

async function lockChange(database: Database, changeId: number): Promise<LockedChange | undefined> {
  // The lock on the record comes first, so that the state of its changes is read after an undo that runs at the same time.
  await database.query({
    text: `
      select from community_records
        where id = (select record_id from community_changes where id = $1) for update`,
    values: [changeId],
  })
  const { rows } = await database.query<LockedChange>({
    text: `
      select ${changeColumns}, was_confirmed,
             (select max(id) from community_changes as later
                where later.record_id = community_changes.record_id and later.action <> 'undone' and not ${isUndone('later')}) as last_id
        from community_changes where id = $1 and action <> 'undone'`,
    values: [changeId],
  })
  return rows[0]
}

const isUndone = (table: string) =>
  `exists (select from community_changes as undoing where undoing.undoes_id = ${table}.id)`

const changeColumns = `
  id, record_id, contribution_id, author_id, moderator_id, changed_at, action, undoes_id, reason, before, after, photo_key,
  ${isUndone('community_changes')} as is_undone`

async function undoChange(
  database: Database,
  change: LockedChange,
  moderatorId: number | null,
  reason: string,
): Promise<void> {
  await recordChange(database, {
    recordId: change.record_id,
    contributionId: change.contribution_id,
    authorId: change.author_id,
    moderatorId,
    action: 'undone',
    undoesId: change.id,
    reason,
    content: change.before,
    isConfirmed: change.was_confirmed,
    photoKey: null,
  })
  // First, so that two undos of one author lock their contributions in the same order.
  await queueUnreviewed(database, { authorId: change.author_id })
  await database.query({
    text: `
      update contributions set status = 'undone', is_sampled = false, revision = revision + 1, reason = $2, decided_at = now()
        where id = $1`,
    values: [change.contribution_id, reason],
  })
}

/**
 * Undoes the changes of one author: for each record, from the last change back to the first that somebody else made and nobody undid.
 * Changes under those of others stay: a moderator accepted what was built on them. Returns the number of undone changes.
 */
export async function undoChangesOf(
  database: Database,
  authorId: number,
  moderatorId: number | null,
  reason: string,
): Promise<number> {
  const { rows: records } = await database.query<{ record_id: number }>({
    text: 'select distinct record_id from community_changes where author_id = $1 order by record_id',
    values: [authorId],
  })
  let undone = 0
  for (const { record_id } of records) {
    for (let change = await lastChange(database, record_id); change?.author_id === authorId; ) {
      await undoChange(database, change, moderatorId, reason)
      undone++
      change = await lastChange(database, record_id)
    }
  }
  return undone
}

async function lastChange(database: Database, recordId: number): Promise<LockedChange | undefined> {
  await database.query({
    text: 'select from community_records where id = $1 for update',
    values: [recordId],
  })
  const { rows } = await database.query<LockedChange>({
    text: `
      select ${changeColumns}, was_confirmed, id as last_id
        from community_changes
        where record_id = $1 and action <> 'undone' and not ${isUndone('community_changes')}
        order by id desc limit 1`,
    values: [recordId],
  })
  return rows[0]
}

/**
 * Newest first. The first correction of a food creates its record, and undoing it removes the record; readers see the values of the
 * source before and after.
 */
export async function listChanges(database: Database, recordId: number): Promise<CommunityChange[]> {
  const { rows } = await database.query<CommunityChange & { of_source: ProposedFields | null }>({
    text: `
      select ${changeColumns},
             (select contributions.before from contributions
                where contributions.id = contribution_id and kind = 'correction' and action in ('accepted', 'undone')) as of_source
        from community_changes where record_id = $1 order by id desc`,
    values: [recordId],
  })
  return rows.map(({ of_source, before, after, ...change }) => ({
    ...change,
    before: before ?? (of_source && after && { ...after, ...of_source }),
    after: after ?? (of_source && before && { ...before, ...of_source }),
  }))
}
