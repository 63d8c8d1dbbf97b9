// Brings the catalog up to date with community records and takedowns (ADR 57): an import of the few records that changed, with the
// same steps as any other.
import type { Client } from 'pg'
import type { RecordContent } from '../community/content.ts'
import type { CheckedProposal } from '../community/contribution.ts'
import { communitySource } from '../food/sources.ts'
import { inTransaction } from '../platform/database/pool.ts'
import { forgetLines, removeProvisionally, restoreRemoved, stageTakenDown } from './apply-takedowns.ts'
import { wholeWorld } from './catalog-scope.ts'
import { checkProposal } from './check-proposal.ts'
import { createJudge, type Judge } from './judge-record.ts'
import { noDigests } from './line-digests.ts'
import { merge } from './merge.ts'
import {
  lineOf,
  markPublished,
  markTakedowns,
  type PendingRecord,
  type PendingTakedown,
  pendingRecords,
  pendingTakedowns,
} from './published.ts'
import { addLineCounts, ImportAborted, type ImportReport, newLineCounts, newReport } from './report.ts'
import { rulesFingerprint } from './rules-fingerprint.ts'
import { acquireImportLock } from './run.ts'
import { createStage, stageJudged } from './stage.ts'
import { loadTaxonomy, taxonomyFingerprint } from './taxonomy.ts'

export interface Published {
  records: number
  takedowns: number
}

export interface Publisher {
  /** Loads the rules, so that what follows does not wait for them. */
  prepare(client: Client): Promise<void>
  /** What the checks of an import say about a proposed food. */
  check(client: Client, content: RecordContent): Promise<CheckedProposal>
  /** Repeats until nothing is pending. `null`: another import is running; takedowns are in force nevertheless. */
  publish(client: Client): Promise<Published | null>
}

/** Keeps the rules that take long to load, until they change. */
export function createPublisher(imageHosts: readonly string[]): Publisher {
  let judge: { taxonomy: string; scoredAt: number; judge: Judge } | undefined

  async function judgeFor(client: Client, report: ImportReport): Promise<Judge> {
    const taxonomy = await taxonomyFingerprint(client)
    if (judge?.taxonomy !== taxonomy || judge.scoredAt !== report.scored_at) {
      const settings = {
        origin: { from: 'jsonl', source: communitySource },
        format: 'jsonl',
        startedAt: report.started_at,
        scoredAt: report.scored_at,
        digests: noDigests(),
        digestScope: '',
        reprocess: true,
        taxonomy: await loadTaxonomy(client),
        imageHosts,
        scope: wholeWorld,
        stageOutOfScope: true,
      } as const
      judge = { taxonomy, scoredAt: report.scored_at, judge: await createJudge(settings) }
    }
    return judge.judge
  }

  async function publishOnce(
    client: Client,
    records: PendingRecord[],
    takedowns: PendingTakedown[],
  ): Promise<void> {
    const report = newReport()
    await createStage(client)
    await stageRecords(client, await judgeFor(client, report), records, report)
    await merge(client, report, () => undefined, {
      fullDump: null,
      cursor: null,
      rules: { fingerprint: rulesFingerprint('foods'), missing: noneMissing },
      operatorSynonyms: null,
      dryRun: false,
      inPlace: takedowns.some(({ is_provisional }) => is_provisional),
      stageMore: () => stageTakenDown(client, takedowns),
      alsoInTransaction: async () => {
        await markPublished(client, records, takedowns)
        await forgetLines(client, takedowns)
      },
    })
  }

  return {
    async prepare(client) {
      await judgeFor(client, newReport())
    },
    check: async (client, content) => checkProposal(client, await judgeFor(client, newReport()), content),
    async publish(client) {
      const published: Published = { records: 0, takedowns: 0 }
      // Before the lock, so that a node that has its rules already publishes meanwhile.
      await judgeFor(client, newReport())
      try {
        await acquireImportLock(client)
      } catch (error) {
        if (!(error instanceof ImportAborted)) throw error
        await takeDownDuringImport(client)
        return null
      }
      for (;;) {
        const records = await pendingRecords(client)
        const takedowns = await pendingTakedowns(client)
        if (records.length === 0 && takedowns.length === 0) break
        const provisional = takedowns.filter(({ is_provisional }) => is_provisional)
        if (provisional.length === 0) await publishOnce(client, records, takedowns)
        else {
          // In one transaction, so that nobody sees the restored foods.
          await inTransaction(client, async () => {
            await restoreRemoved(client, provisional)
            await publishOnce(client, records, takedowns)
          })
        }
        published.records += records.length
        published.takedowns += takedowns.length
      }
      return published
    },
  }
}

const noneMissing = () => ({ missingFoodIds: [], missingSupersededIds: [], missingPartialIds: [] })

async function stageRecords(
  client: Client,
  judge: Judge,
  records: PendingRecord[],
  report: ImportReport,
): Promise<void> {
  const counts = newLineCounts()
  const rows = records.map((record, index) => ({ line: index + 1, product: lineOf(record) }))
  await stageJudged(client, judge.rows(rows, counts))
  addLineCounts(report, counts)
}

async function takeDownDuringImport(client: Client): Promise<void> {
  const takedowns = await pendingTakedowns(client)
  const isNew = takedowns.some(({ is_lifted }) => !is_lifted)
  if (!isNew) return
  await inTransaction(client, async () => {
    // The import holds locks on the rows that it changes.
    await client.query(`set local lock_timeout = '5s'`)
    await markTakedowns(client, takedowns, true)
    await removeProvisionally(client, takedowns)
  })
}
