import type { Progress, ProgressListener } from '../../importer/run.ts'

/** One updating line on a terminal; elsewhere a line every ten seconds, for logs. */
export function terminalProgress(): ProgressListener {
  const everyMs = process.stderr.isTTY ? 250 : 10_000
  const started = performance.now()
  let shown = started
  return {
    onProgress(progress) {
      const now = performance.now()
      if (now - shown < everyMs) return
      shown = now
      const line = progressLine(progress, (now - started) / 1000)
      process.stderr.write(process.stderr.isTTY ? `\r\x1b[K${line}` : `${line}\n`)
    },
    // Overwrites the progress line.
    onPhase: phase => process.stderr.write(process.stderr.isTTY ? `\r\x1b[K${phase}\n` : `${phase}\n`),
  }
}

function progressLine({ read, bytesRead, totalBytes }: Progress, seconds: number): string {
  const share = totalBytes === null ? null : bytesRead / totalBytes
  const percent = share === null ? '' : `${(100 * share).toFixed(0).padStart(3)} %  `
  const rate = Math.round(read / seconds).toLocaleString('en-US')
  const left = share === null || share === 0 ? '' : `, ${Math.ceil(seconds / share - seconds)} s left`
  return `${percent}${read.toLocaleString('en-US')} read, ${rate} per second${left}`
}
