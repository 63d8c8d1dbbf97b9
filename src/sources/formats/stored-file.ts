import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import type { Chunks } from './dump.ts'

/** A file that can be read several times. */
export interface StoredFile {
  /** Including directories within a zip. */
  path: string
  /** As stored, so the compressed size within a zip. */
  bytes: number
  chunks(onRead: (bytes: number) => void): Chunks
}

export async function openStoredFile(path: string): Promise<StoredFile> {
  const { size } = await stat(path)
  async function* chunks(onRead: (bytes: number) => void): Chunks {
    for await (const chunk of createReadStream(path, { highWaterMark: 256 * 1024 })) {
      onRead(chunk.length)
      yield chunk
    }
  }
  return { path, bytes: size, chunks }
}
