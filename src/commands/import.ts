import { loadConfig } from '../config.ts'
import { withConnection } from '../database/pool.ts'
import type { Food } from '../food/food.ts'
import { NotADump } from '../importer/readers/dump.ts'
import { ImportStopped, renderReport } from '../importer/report.ts'
import { type Origin, type Progress, runImport } from '../importer/run.ts'
import { CommandFailure } from './output.ts'

interface Options {
  json: boolean
}

export function importOffCommand(file: string, options: Options): Promise<void> {
  return importFile(file, { from: 'off' }, options)
}

export function importFoodsCommand(
  file: string,
  options: Options & { source: Food['source'] },
): Promise<void> {
  return importFile(file, { from: 'foods', source: options.source }, options)
}

async function importFile(file: string, origin: Origin, options: Options): Promise<void> {
  try {
    const report = await withConnection(loadConfig().DATABASE_URL, client =>
      runImport(client, file, origin, { onProgress: progressLine(), onPhase: say }),
    )
    console.log(options.json ? JSON.stringify(report, null, 2) : renderReport(report))
  } catch (error) {
    if (error instanceof ImportStopped) throw new CommandFailure(error.message)
    if (error instanceof NotADump) throw new CommandFailure(adviceFor(error))
    throw error
  }
}

function adviceFor({ code }: NotADump): string {
  if (code === 'parquet-needs-a-file') return 'a Parquet dump cannot come from standard input: name the file'
  return 'this is no dump: expected JSON lines, the tab-separated export, or Parquet, compressed with gzip or not'
}

/** The line of progress, if one stands there, is written over. */
function say(doing: string): void {
  process.stderr.write(process.stderr.isTTY ? `\r\x1b[K${doing}\n` : `${doing}\n`)
}

/** On a terminal one line that changes; elsewhere a line now and then, for logs. */
function progressLine(): (progress: Progress) => void {
  const everyMs = process.stderr.isTTY ? 250 : 10_000
  const started = performance.now()
  let shown = started
  return ({ read, kept, bytesRead, totalBytes }) => {
    const now = performance.now()
    if (now - shown < everyMs) return
    shown = now
    const seconds = (now - started) / 1000
    const share = totalBytes === null ? null : bytesRead / totalBytes
    const left = share === null || share === 0 ? '' : `, ${Math.ceil(seconds / share - seconds)} s left`
    const percent = share === null ? '' : `${(100 * share).toFixed(0).padStart(3)} %  `
    const line = `${percent}${read.toLocaleString('en-US')} read, ${kept.toLocaleString('en-US')} kept, ${Math.round(read / seconds).toLocaleString('en-US')} a second${left}`
    process.stderr.write(process.stderr.isTTY ? `\r\x1b[K${line}` : `${line}\n`)
  }
}
