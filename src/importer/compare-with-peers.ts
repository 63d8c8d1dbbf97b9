// Compares the staged records with foods of the same kind, and the stored ones too if what is usual for a kind has changed.
import type { Client } from 'pg'
import { nutrients } from '../food/nutrients.ts'
import { isLaboratoryDataSql } from '../food/sources.ts'
import { judgeByPeers, judgeStoredFoods, refreshPeerStatistics } from './judge-by-peers.ts'

// A small import does not change what is usual for a kind of food, unless it brings laboratory foods.
const minShareForNewStatistics = 0.1
const minLaboratoryFoodsForNewStatistics = 100

/** `accepted` is how many records were staged. Returns how many foods are unlike their peers. */
export async function compareWithPeers(client: Client, accepted: number): Promise<number> {
  const { rows } = await client.query<{ stored: number; laboratory: number }>(`
    select (select foods from catalog_stats) as stored,
           (select count(*) from staged where rejected is null and ${isLaboratoryDataSql('staged')}) as laboratory`)
  const { stored = 0, laboratory = 0 } = rows[0] ?? {}
  const isRefreshed =
    accepted > minShareForNewStatistics * stored || laboratory >= minLaboratoryFoodsForNewStatistics
  if (isRefreshed) await refreshPeerStatistics(client, stored === 0 ? 'staged' : stagedAndStored)
  const unlikePeers = await judgeByPeers(client)
  return isRefreshed && stored > 0 ? unlikePeers + (await judgeStoredFoods(client)) : unlikePeers
}

const peerColumns = [
  ...['source', 'source_id', 'brand', 'barcode', 'generic_name', 'category', 'confidence', 'quality_flags'],
  ...nutrients,
].join(', ')
const stagedAndStored = `
  (select ${peerColumns} from staged where rejected is null
   union all
   select ${peerColumns} from foods
     where not exists (select from staged where staged.source = foods.source and staged.source_id = foods.source_id))`
