// The difference between two SQLite packs of the same selection. docs/reference/packs.md shows how to apply it.
import { DatabaseSync } from 'node:sqlite'
import { columnsOf } from './columns.ts'
import { ExportRefused, type PackSelection, packName, packSchemaVersion } from './pack.ts'
import { fastWrites, foodsTable, insertMeta, metaTable } from './sqlite-pack.ts'

export interface DeltaCounts {
  upserts: number
  deletions: number
}

/** The catalog version of a pack; throws if it is not one of this selection. */
export function sqliteVersionOf(file: string, given: string, selection: PackSelection): string {
  const { name, schema_version, catalog_version } = readMeta(file, given)
  if (name !== packName(selection) || catalog_version === undefined) {
    throw new ExportRefused(
      'usage',
      `${given} is the pack ${name}, not ${packName(selection)}: a delta needs an earlier pack with the same --country, --top and --fields`,
    )
  }
  if (schema_version !== String(packSchemaVersion)) {
    throw new ExportRefused(
      'usage',
      `${given} has schema version ${schema_version} instead of ${packSchemaVersion}: export without --delta-from`,
    )
  }
  return catalog_version
}

function readMeta(file: string, given: string): Record<string, string | undefined> {
  let database: DatabaseSync | undefined
  try {
    database = new DatabaseSync(file, { readOnly: true })
    const rows = database.prepare('select key, value from meta').all()
    return Object.fromEntries(rows.map(({ key, value }) => [String(key), String(value)]))
  } catch (error) {
    throw new ExportRefused(
      'malformed-input',
      `${given} is not an SQLite pack (${(error as Error).message}). Name a file written by larder export --format sqlite`,
    )
  } finally {
    database?.close()
  }
}

/**
 * A food whose rank alone has changed is not in the delta: ranks follow from both popularities, confidence and id, and are
 * computed when the delta is applied. Otherwise one new food would change every popularity_rank after it.
 */
export function writeSqliteDelta(
  file: string,
  { oldPack, newPack, from }: { oldPack: string; newPack: string; from: string },
  { fields }: PackSelection,
): DeltaCounts {
  const compared = columnsOf(fields)
    .map(({ name }) => name)
    .filter(name => name !== 'popularity_rank' && name !== 'id')
  const database = new DatabaseSync(file)
  try {
    database.exec(`
      ${fastWrites}
      pragma user_version = ${packSchemaVersion};
      ${metaTable}
      ${foodsTable('upserts', fields, { hasKeys: false })}
      create table deletions (id integer primary key) strict;`)
    database.prepare('attach ? as old_pack').run(oldPack)
    database.prepare('attach ? as new_pack').run(newPack)
    const upserts = database
      .prepare(
        `insert into upserts
           select new.* from new_pack.foods as new left join old_pack.foods as old on old.id = new.id
             where old.id is null or ${compared.map(name => `old.${name} is not new.${name}`).join(' or ')}
             order by new.popularity_rank`,
      )
      .run()
    const deletions = database
      .prepare(
        `insert into deletions
           select id from old_pack.foods where id not in (select id from new_pack.foods) order by id`,
      )
      .run()
    database.exec('insert into meta select key, value from new_pack.meta')
    insertMeta(database, { delta_from: from })
    return { upserts: Number(upserts.changes), deletions: Number(deletions.changes) }
  } finally {
    database.close()
  }
}
