// The second half of an import: work on the whole set, in SQL, inside one transaction, so that readers see the
// catalog as it was or as it is to be.
import type { Client } from 'pg'
import { inTransaction } from '../database/pool.ts'
import { importedColumns } from './food-row.ts'
import { refreshCatalog } from './refresh.ts'
import type { ImportReport } from './report.ts'

export async function merge(
  client: Client,
  report: ImportReport,
  onPhase: (doing: string) => void,
): Promise<void> {
  await client.query('analyze staged')
  await inTransaction(client, async () => {
    onPhase('looking for duplicates')
    report.duplicates = {
      sameId: await dropRepeatedIds(client),
      sameBarcode: await dropRepeatedBarcodes(client),
      barcodeTaken: await giveUpTakenBarcodes(client),
    }
    onPhase('changing foods that differ')
    report.changed = await updateChanged(client)
    onPhase('adding new foods')
    report.added = await insertNew(client)
    const dropped = report.duplicates.sameId + report.duplicates.sameBarcode
    report.unchanged = report.kept - dropped - report.changed - report.added
    if (report.changed + report.added === 0) return
    onPhase('writing counts and lists anew')
    await refreshCatalog(client)
  })
  await client.query('analyze foods')
}

/** The same code twice in a dump: the later line is the newer one. */
async function dropRepeatedIds(client: Client): Promise<number> {
  return rowsOf(
    client,
    `delete from staged using (
       select place, row_number() over (partition by source, source_id order by place desc) as rank from staged
     ) as ranked
     where ranked.rank > 1 and staged.place = ranked.place`,
  )
}

/**
 * One article under UPC and EAN spellings of its number. The one that has an id already survives, so that ids
 * stay; else the one we know best.
 */
async function dropRepeatedBarcodes(client: Client): Promise<number> {
  return rowsOf(
    client,
    `delete from staged using (
       select staged.place,
              row_number() over (
                partition by staged.barcode
                order by foods.id nulls last, staged.confidence desc, staged.popularity desc, staged.place
              ) as rank
         from staged
         left join foods on foods.barcode = staged.barcode
           and foods.source = staged.source and foods.source_id = staged.source_id
         where staged.barcode is not null
     ) as ranked
     where ranked.rank > 1 and staged.place = ranked.place`,
  )
}

/** A barcode finds one food: who has it keeps it. */
async function giveUpTakenBarcodes(client: Client): Promise<number> {
  return rowsOf(
    client,
    `update staged set barcode = null from foods
       where foods.barcode = staged.barcode
         and (foods.source, foods.source_id) is distinct from (staged.source, staged.source_id)`,
  )
}

async function updateChanged(client: Client): Promise<number> {
  const values = (table: string) => importedColumns.map(column => `${table}.${column}`).join(', ')
  return rowsOf(
    client,
    `update foods
       set (${importedColumns.join(', ')}, updated_at) = row(${values('staged')}, now())
       from staged
       where foods.source = staged.source and foods.source_id = staged.source_id
         and (${values('foods')}) is distinct from (${values('staged')})`,
  )
}

async function insertNew(client: Client): Promise<number> {
  const columns = importedColumns.join(', ')
  return rowsOf(
    client,
    `insert into foods (${columns})
       select ${columns} from staged
         where not exists (
           select from foods where foods.source = staged.source and foods.source_id = staged.source_id
         )
         order by place`,
  )
}

async function rowsOf(client: Client, statement: string): Promise<number> {
  return (await client.query(statement)).rowCount ?? 0
}
