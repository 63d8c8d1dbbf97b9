import type { Progress, ProgressListener } from '../../importer/progress.ts'
import type { DownloadProgress } from '../../importer/resumable-download.ts'

export function terminalProgress(): ProgressListener {
  return progressOf(progressLine)
}

/** The progress of an export, by the number of foods written. */
export function foodProgress() {
  return progressOf(
    (foods: number, seconds) =>
      `${foods.toLocaleString('en-US')} foods written, ${Math.round(foods / seconds).toLocaleString('en-US')} per second`,
  )
}

/** The progress of estimates, by the number of foods considered. */
export function targetProgress() {
  return progressOf(
    (foods: number, seconds) =>
      `${foods.toLocaleString('en-US')} foods considered, ${Math.round(foods / seconds).toLocaleString('en-US')} per second`,
  )
}

function progressOf<T>(lineOf: (progress: T, seconds: number) => string) {
  const started = performance.now()
  const printLine = throttledLine()
  return {
    onProgress: (progress: T) => printLine(() => lineOf(progress, (performance.now() - started) / 1000)),
    onPhase: printPhase,
  }
}

/** Overwrites the progress line. */
export function printPhase(phase: string): void {
  process.stderr.write(process.stderr.isTTY ? `\r\x1b[K${phase}\n` : `${phase}\n`)
}

/** One updating line on a terminal; elsewhere a line every ten seconds, for logs. */
function throttledLine(): (line: () => string) => void {
  const everyMs = process.stderr.isTTY ? 250 : 10_000
  let shown = performance.now()
  return line => {
    const now = performance.now()
    if (now - shown < everyMs) return
    shown = now
    process.stderr.write(process.stderr.isTTY ? `\r\x1b[K${line()}` : `${line()}\n`)
  }
}

function progressLine({ read, bytesRead, totalBytes }: Progress, seconds: number): string {
  const share = totalBytes === null ? null : bytesRead / totalBytes
  const percent = share === null ? '' : `${(100 * share).toFixed(0).padStart(3)} %  `
  const rate = Math.round(read / seconds).toLocaleString('en-US')
  const left = share === null || share === 0 ? '' : `, ${Math.ceil(seconds / share - seconds)} s left`
  return `${percent}${read.toLocaleString('en-US')} read, ${rate} per second${left}`
}

export interface DownloadDisplay {
  /** Of this attempt; the bytes before it do not count for the speed. */
  start(fromByte: number): void
  onProgress(progress: DownloadProgress): void
  end(): void
}

export function downloadProgress(name: string): DownloadDisplay {
  const printLine = throttledLine()
  let started = performance.now()
  let firstByte = 0
  let last: DownloadProgress = { bytes: 0, totalBytes: null }
  return {
    start(fromByte) {
      started = performance.now()
      firstByte = fromByte
    },
    onProgress(progress) {
      last = progress
      printLine(() => downloadLine(progress, firstByte, (performance.now() - started) / 1000))
    },
    end: () => printPhase(`downloaded ${name}, ${megabytes(last.bytes)}`),
  }
}

export function downloadLine(
  { bytes, totalBytes }: DownloadProgress,
  firstByte: number,
  seconds: number,
): string {
  const perSecond = (bytes - firstByte) / Math.max(seconds, 0.001)
  const speed = `${(perSecond / 1e6).toFixed(1)} MB/s`
  if (totalBytes === null) return `${megabytes(bytes)}, ${speed}`
  const percent = totalBytes === 0 ? 100 : (100 * bytes) / totalBytes
  const left = perSecond === 0 ? '' : `, ${Math.ceil((totalBytes - bytes) / perSecond)} s left`
  return `${percent.toFixed(0).padStart(3)} %  ${megabytes(bytes)} of ${megabytes(totalBytes)}, ${speed}${left}`
}

const megabytes = (bytes: number) =>
  `${(bytes / 1e6).toLocaleString('en-US', { maximumFractionDigits: bytes < 1e7 ? 1 : 0 })} MB`
