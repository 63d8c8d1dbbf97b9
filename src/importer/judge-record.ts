// What becomes of one row of a dump: read, normalized, checked and scored, it is a line of the stage.
import { createCategoryResolver, type TaxonomyEntry } from '../food/category-resolver.ts'
import type { CandidateFood } from '../quality/candidate-food.ts'
import { confidences } from '../quality/confidence.ts'
import { checkPlausibility } from '../quality/plausibility.ts'
import type { Dump, LineBlock, Row } from '../sources/formats/dump.ts'
import { readJsonLine } from '../sources/formats/jsonl.ts'
import { readBlock } from '../sources/formats/split-lines.ts'
import { findSource, type SourceName } from '../sources/registry.ts'
import type { ReadRecord, SourceChoices } from '../sources/source.ts'
import type { SourceRecord } from '../sources/source-record.ts'
import { type CatalogScope, isInScope } from './catalog-scope.ts'
import { bookkeepingColumns, copyLine, importedColumns, jsonb, rejectedLine } from './copy-line.ts'
import { type Digest, toBigint } from './digest.ts'
import { digestOfLine, type InputDigests, inputDigests, type SharedDigests } from './line-digests.ts'
import { createImageReader } from './normalize/images.ts'
import { type NormalizationRules, normalize } from './normalize/normalize.ts'
import { addTo, type LineCounts } from './report.ts'

/** The source of a file, and the options of its subcommand. */
export interface Origin extends SourceChoices {
  from: SourceName
}

/** Everything that determines the result except the rows; it can be sent to another thread. */
export interface JudgeSettings {
  origin: Origin
  format: Dump['format']
  /** Unix seconds. */
  startedAt: number
  scoredAt: number
  digests: SharedDigests
  /** See `inputDigests`. */
  digestScope: string
  reprocess: boolean
  taxonomy: TaxonomyEntry[]
  /** The hosts of the operator, which may serve images too. */
  imageHosts: readonly string[]
  scope: CatalogScope
  /** Whether records out of scope are staged, which removes those that are in the catalog. */
  stageOutOfScope: boolean
}

/** The reason for which records out of the scope of the catalog are rejected. */
export const outOfScope = 'out-of-scope'

/** The columns of a judged line. */
export const stagedColumns = [
  ...bookkeepingColumns,
  'rejected',
  'doubted_confidence',
  'details',
  ...importedColumns,
] as const

/** Both methods return COPY lines, '' if there is nothing to store, and count the outcome of each row. */
export interface Judge {
  rows(rows: Row[], counts: LineCounts): string
  jsonLines(block: LineBlock, counts: LineCounts): string
}

export async function createJudge(settings: JudgeSettings): Promise<Judge> {
  const { origin, format, startedAt, scoredAt, scope, stageOutOfScope } = settings
  const context: Context = {
    readRecord: await findSource(origin.from).recordReader(format, origin),
    rules: {
      resolveCategory: createCategoryResolver(settings.taxonomy),
      readImageUrl: createImageReader(settings.imageHosts),
    },
    startedAt,
    scoredAt,
    scope,
    stageOutOfScope,
  }
  const digests = inputDigests(settings.digests, settings.digestScope, settings.reprocess)
  return {
    rows: (rows, counts) => rows.map(row => judge(row, null, context, counts)).join(''),
    jsonLines: (block, counts) => judgeJsonLines(block, digests, context, counts),
  }
}

interface Context extends Pick<JudgeSettings, 'startedAt' | 'scoredAt' | 'scope' | 'stageOutOfScope'> {
  readRecord: ReadRecord
  rules: NormalizationRules
}

function judgeJsonLines(
  block: LineBlock,
  digests: InputDigests,
  context: Context,
  counts: LineCounts,
): string {
  let lines = ''
  const unreadable = readBlock(block, (bytes, number) => {
    const record = digestOfLine(bytes)
    const line = digests.scoped(record)
    if (digests.has(line)) {
      counts.read++
      counts.skipped++
      return null
    }
    const row = readJsonLine(bytes, number)
    if (row !== null) lines += judge(row, { line, record }, context, counts)
    return null
  })
  for (const row of unreadable) lines += judge(row, null, context, counts)
  return lines
}

interface LineDigest {
  /** Depends on the line and on everything else that determines the result. */
  line: Digest
  /** Depends on the line alone. */
  record: Digest
}

function judge(row: Row, digest: LineDigest | null, context: Context, counts: LineCounts): string {
  counts.read++
  if ('malformed' in row) {
    addTo(counts.malformed, row.malformed)
    return ''
  }
  const record = context.readRecord(row.product)
  if ('rejected' in record) {
    addTo(counts.rejected, record.rejected)
    return ''
  }
  if (!isInScope(record, context.scope)) {
    addTo(counts.rejected, outOfScope)
    // Without a digest: there is nothing to skip next time unless the record was in the catalog.
    return context.stageOutOfScope ? stagedRejection(outOfScope, '\\N\t\\N\t\\N\t\\N', record) : ''
  }
  const bookkeeping = [
    bigintCell(digest?.line),
    context.scoredAt,
    record.is_whole_product !== undefined ? bigintCell(digest?.record ?? digestOfRow(row.product)) : nullCell,
    record.is_whole_product ?? nullCell,
  ].join('\t')
  const candidate = normalize(record, context.rules)
  if ('rejected' in candidate) {
    addTo(counts.rejected, candidate.rejected)
    return stagedRejection(candidate.rejected, bookkeeping, record)
  }
  const checked = checkPlausibility(candidate)
  for (const flag of checked.quality_flags) addTo(counts.quality_flags, flag.rule)
  counts.accepted++
  const { source_modified_at } = checked
  if (source_modified_at !== null && source_modified_at <= context.startedAt) {
    counts.newest_change = Math.max(counts.newest_change, source_modified_at)
  }
  return `${bookkeeping}\t\\N\t${stagedFood(checked, context.scoredAt)}`
}

const nullCell = '\\N'
const bigintCell = (digest: Digest | undefined) =>
  digest === undefined ? nullCell : String(toBigint(digest))

/** For formats whose rows are not lines. */
const digestOfRow = (product: unknown) => digestOfLine(JSON.stringify(product))

const stagedRejection = (reason: string, bookkeeping: string, record: SourceRecord) =>
  `${bookkeeping}\t${reason}\t\\N\t\\N\t${rejectedLine(record)}`

/** The cells after those of the bookkeeping and of the reason for a rejection. */
export function stagedFood(checked: CandidateFood, scoredAt: number): string {
  const details = checked.details === null ? '\\N' : jsonb(checked.details)
  const { confidence, doubted } = confidences(checked, scoredAt)
  // Not a copy, because it has some thirty members.
  return `${doubted}\t${details}\t${copyLine(Object.assign(checked, { confidence }))}`
}
