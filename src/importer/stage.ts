// The first half of an import: every row of a dump becomes a food or a rejected record, and is copied into `staged`.
import type { Client } from 'pg'
import { copyInto } from '../platform/database/copy-into.ts'
import type { Dump } from '../sources/formats/dump.ts'
import { findSource } from '../sources/registry.ts'
import type { Source } from '../sources/source.ts'
import type { ImportOptions, ImportRun } from './begin.ts'
import { judgeInWorkers } from './judge-pool.ts'
import { createJudge, type JudgeSettings, type Origin, outOfScope, stagedColumns } from './judge-record.ts'
import type { ProgressListener } from './progress.ts'
import { addLineCounts, ImportAborted, type LineCounts, newLineCounts, sumOf } from './report.ts'
import { explainMalformed, explainRejected, plural } from './unusable-input.ts'

export async function stage(
  client: Client,
  { judge }: ImportRun,
  { inputs, requireUsable = true }: ImportOptions,
  listener: ProgressListener,
): Promise<LineCounts> {
  const total = newLineCounts()
  for (const { file, origin, reprocess = false } of inputs) {
    const dump = await findSource(origin.from).open(file)
    const digestScope = `${judge.digestScope} ${nameOf(origin)}`
    const settings = { ...judge, digestScope, origin, format: dump.format, reprocess }
    const texts = stagedTexts(dump, settings, requireUsable, counts => {
      addLineCounts(total, counts)
      listener.onProgress({ ...total, bytesRead: dump.bytesRead(), totalBytes: dump.totalBytes })
    })
    await copyInto(client, 'staged', stagedColumns, texts)
  }
  // Only what queries join by or select by: statistics of all columns take several times as long.
  await client.query(
    'analyze staged (position, source, source_id, brand, rejected, stored_food_id, generic_name, category, confidence)',
  )
  return total
}

const nameOf = ({ from, source, obsolete = false }: Origin) =>
  `${obsolete ? `${from}-obsolete` : from} ${source ?? ''}`

async function* stagedTexts(
  dump: Dump,
  settings: JudgeSettings,
  requireUsable: boolean,
  onCounts: (counts: LineCounts) => void,
): AsyncGenerator<Uint8Array | string> {
  const input = newLineCounts()
  const checkUsable = () =>
    abortIfUnusable(input, findSource(settings.origin.from), dump.format, requireUsable)
  for await (const { lines, counts } of judged(dump, settings)) {
    yield lines
    addLineCounts(input, counts)
    onCounts(counts)
    abortIfDamaged(input)
    // So that a wrong file is not read to its end.
    if (input.read >= minLinesToCheck && !input.rejected[outOfScope]) checkUsable()
  }
  checkUsable()
}

// Starting a thread takes longer than reading a small file.
const minBytesForWorkers = 4 * 1024 * 1024

async function* judged(
  dump: Dump,
  settings: JudgeSettings,
): AsyncGenerator<{ lines: Uint8Array | string; counts: LineCounts }> {
  if (dump.jsonLines !== undefined && (dump.totalBytes ?? Infinity) >= minBytesForWorkers) {
    yield* judgeInWorkers(dump.jsonLines(), settings)
    return
  }
  const judge = await createJudge(settings)
  if (dump.jsonLines === undefined) {
    for await (const rows of dump.rows()) {
      const counts = newLineCounts()
      yield { lines: judge.rows(rows, counts), counts }
    }
  } else {
    for await (const block of dump.jsonLines()) {
      const counts = newLineCounts()
      yield { lines: judge.jsonLines(block, counts), counts }
    }
  }
}

const minLinesToCheck = 1_000

// An intact dump has no malformed lines; broken downloads and disks cause a few.
const maxMalformedShare = 0.05

function abortIfDamaged({ malformed }: LineCounts): void {
  if (malformed['truncated'] || malformed['corrupt']) {
    throw new ImportAborted(
      'malformed-input',
      'the file is truncated or damaged: download it again. Nothing was changed',
    )
  }
}

function abortIfUnusable(
  counts: LineCounts,
  source: Source,
  format: Dump['format'],
  requireUsable: boolean,
): void {
  const malformed = sumOf(counts.malformed)
  if (malformed > maxMalformedShare * counts.read) {
    throw new ImportAborted(
      'malformed-input',
      `${malformed} of ${plural(counts.read, 'line')} of this ${format} file are malformed; at most ${maxMalformedShare * 100} % may be. Found ${explainMalformed(counts.malformed, source)}. Nothing was changed`,
    )
  }
  // A withdrawn product is usable: it removes a food.
  const usable = counts.accepted + counts.skipped + (counts.rejected['obsolete'] ?? 0)
  if (requireUsable && usable === 0) {
    const found =
      counts.read === 0
        ? `the file is empty: import the right one (${source.fileHelp})`
        : `no usable record in ${plural(counts.read, 'line')} of this ${format} file. Skipped ${explainRejected(counts.rejected, source)}`
    throw new ImportAborted('no-usable-records', `${found}. Nothing was changed`)
  }
}
