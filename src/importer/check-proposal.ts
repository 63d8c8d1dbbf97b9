// What the checks of an import say about a proposed food, before anybody decides about it. Nothing is written.
import type { Client } from 'pg'
import type { RecordContent } from '../community/content.ts'
import type { CheckedFood, CheckedProposal } from '../community/contribution.ts'
import { nutrients } from '../food/nutrients.ts'
import { inTransaction } from '../platform/database/pool.ts'
import { type QualityFlag, unconfirmed } from '../quality/candidate-food.ts'
import { effectOf } from '../quality/plausibility.ts'
import { judgeByPeers } from './judge-by-peers.ts'
import type { Judge } from './judge-record.ts'
import { lineOf } from './published.ts'
import { newLineCounts } from './report.ts'
import { createStage, stageJudged } from './stage.ts'

const shownColumns = ['name', 'brand', 'barcode', 'category', 'serving_size_g', 'serving_desc', ...nutrients]

class ChecksEnd extends Error {}

export async function checkProposal(
  client: Client,
  judge: Judge,
  content: RecordContent,
): Promise<CheckedProposal> {
  let checked: CheckedProposal = { rejected: 'no-name' }
  await inTransaction(client, async () => {
    await createStage(client)
    const record = {
      id: 0,
      content,
      is_confirmed: true,
      version: 0,
      modified_at: Math.floor(Date.now() / 1000),
    }
    await stageJudged(client, judge.rows([{ line: 1, product: lineOf(record) }], newLineCounts()))
    await judgeByPeers(client)
    checked = await readChecked(client)
    // The temporary tables go with it.
    throw new ChecksEnd()
  }).catch(error => {
    if (!(error instanceof ChecksEnd)) throw error
  })
  return checked
}

async function readChecked(client: Client): Promise<CheckedProposal> {
  const { rows } = await client.query<
    CheckedFood & { rejected: string | null; quality_flags: QualityFlag[] | null }
  >(`select rejected, quality_flags, ${shownColumns.join(', ')} from staged`)
  const [row] = rows
  if (row === undefined) return { rejected: 'no-name' }
  const { rejected, quality_flags, ...food } = row
  if (rejected !== null) return { rejected }
  const checks = (quality_flags ?? []).filter(({ rule }) => rule !== unconfirmed)
  return { food, checks, isDoubted: checks.some(flag => effectOf(flag) !== undefined) }
}
