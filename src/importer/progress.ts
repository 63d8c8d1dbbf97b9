import type { ReadCounts } from './report.ts'

export interface Progress extends ReadCounts {
  bytesRead: number
  totalBytes: number | null
}

export interface ProgressListener {
  onProgress(progress: Progress): void
  /** Called for each phase after reading; these have no measurable progress. */
  onPhase(phase: string): void
}

export type OnPhase = ProgressListener['onPhase']

export const noProgress: ProgressListener = { onProgress: () => undefined, onPhase: () => undefined }
