// What becomes of one row of a dump: read, normalized, checked and scored, it is a line of the stage.

import type { CandidateFood } from '../quality/candidate-food.ts'
import { confidence, doubtedConfidence } from '../quality/confidence.ts'
import { checkPlausibility } from '../quality/plausibility.ts'
import type { Row } from '../sources/formats/dump.ts'
import type { ReadRecord } from '../sources/source.ts'
import { copyLine, importedColumns, jsonb, rejectedLine } from './copy-line.ts'
import { type NormalizationRules, normalize } from './normalize/normalize.ts'
import { addTo, type LineCounts } from './report.ts'

export interface JudgeContext {
  readRecord: ReadRecord
  rules: NormalizationRules
  /** Unix seconds. */
  startedAt: number
  scoredAt: number
}

/** The columns of a judged line. */
export const stagedColumns = [
  'source_line_hash',
  'scored_at',
  'rejected',
  'doubted_confidence',
  'details',
  ...importedColumns,
] as const

/** Returns a COPY line, or '' if there is nothing to store, and counts the outcome. */
export function judge(
  row: Row,
  { readRecord, rules, startedAt, scoredAt }: JudgeContext,
  counts: LineCounts,
): string {
  counts.read++
  if ('isUnchanged' in row) {
    counts.skipped++
    return ''
  }
  if ('malformed' in row) {
    addTo(counts.malformed, row.malformed)
    return ''
  }
  const record = readRecord(row.product)
  if ('rejected' in record) {
    addTo(counts.rejected, record.rejected)
    return ''
  }
  const digest = row.digest === undefined ? '\\N' : row.digest.readBigInt64BE()
  const candidate = normalize(record, rules)
  if ('rejected' in candidate) {
    addTo(counts.rejected, candidate.rejected)
    return `${digest}\t\\N\t${candidate.rejected}\t\\N\t\\N\t${rejectedLine(record)}`
  }
  const checked = checkPlausibility(candidate)
  for (const flag of checked.quality_flags) addTo(counts.quality_flags, flag.rule)
  counts.accepted++
  const { source_modified_at } = checked
  if (source_modified_at !== null && source_modified_at <= startedAt) {
    counts.newest_change = Math.max(counts.newest_change, source_modified_at)
  }
  return `${digest}\t${scoredAt}\t\\N\t${stagedFood(checked, scoredAt)}`
}

function stagedFood(checked: CandidateFood, scoredAt: number): string {
  const details = checked.details === null ? '\\N' : jsonb(checked.details)
  const food = { ...checked, confidence: confidence(checked, scoredAt) }
  return `${doubtedConfidence(checked, scoredAt)}\t${details}\t${copyLine(food)}`
}
