// What imports changed since a cursor (ADR 56).
import type { Database } from '../platform/database/pool.ts'

export interface FoodChange {
  food_id: number
  change: 'created' | 'changed' | 'merged' | 'removed'
  merged_into_food_id: number | null
  changed_at: string
}

export interface ChangesPage {
  changes: FoodChange[]
  /** The cursor after these changes. */
  next: string
  hasMore: boolean
}

const changesPerPage = 500

/** After this food of the import of this time, or after the whole import. */
interface Position {
  time: string
  foodId: string | undefined
}

const timePattern = /^20\d\d-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d{1,6})?Z$/
const cursorPattern = /^(\S+)(?: (\d{1,15}))?$/

const writeCursor = ({ time, foodId }: Position): string =>
  Buffer.from(foodId === undefined ? time : `${time} ${foodId}`).toString('base64url')

function readCursor(cursor: string): Position | undefined {
  const [, time = '', foodId] = cursorPattern.exec(Buffer.from(cursor, 'base64url').toString()) ?? []
  return isTime(time) ? { time, foodId } : undefined
}

/** Whether PostgreSQL can read it, too: without a 30 February. */
function isTime(text: string): boolean {
  if (!timePattern.test(text)) return false
  const date = new Date(text)
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text.slice(0, 'YYYY-MM-DD'.length))
}

/** The cursor that a client means by a cursor or a time, such as the version of a pack; undefined if it is neither. */
export function cursorOf(since: string): string | undefined {
  const position = isTime(since) ? { time: since, foodId: undefined } : readCursor(since)
  return position && writeCursor(position)
}

interface JournalRow {
  newest: string
  is_too_old: boolean | null
  changes: FoodChange[]
}

const inUtc = (time: string) => `to_char(${time} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`
const maxFoodId = '9223372036854775807'

/** Without a cursor, no changes and the newest cursor. Undefined if changes since the cursor are no longer known. */
export async function readChanges(
  database: Database,
  since: string | undefined,
): Promise<ChangesPage | undefined> {
  const position = since === undefined ? undefined : readCursor(since)
  const { rows } = await database.query<JournalRow>({
    name: 'food-changes',
    // One statement, so that the entries and the begin of the journal fit together.
    text: `
      select ${inUtc('greatest(changes_begin_at, (select max(changed_at) from food_changes))')} as newest,
             ($1::timestamptz, $2::bigint) < (changes_begin_at, ${maxFoodId}) as is_too_old,
             (select coalesce(json_agg(page), '[]')
                from (select food_id, change, merged_into_food_id, ${inUtc('changed_at')} as changed_at
                        from food_changes
                        where (food_changes.changed_at, food_id) > ($1::timestamptz, $2::bigint)
                        order by food_changes.changed_at, food_id
                        limit ${changesPerPage + 1}) as page) as changes
        from catalog_stats`,
    values: [position?.time, position && (position.foodId ?? maxFoodId)],
  })
  const { newest = '', is_too_old = false, changes = [] } = rows[0] ?? {}
  if (is_too_old) return undefined
  const page = changes.slice(0, changesPerPage)
  const last = page.at(-1)
  const hasMore = changes.length > page.length
  if (last === undefined)
    return { changes: [], next: since ?? writeCursor({ time: newest, foodId: undefined }), hasMore }
  const next = { time: last.changed_at, foodId: hasMore ? String(last.food_id) : undefined }
  return { changes: page, next: writeCursor(next), hasMore }
}
