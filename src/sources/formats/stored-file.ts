import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import type { Pieces } from './dump.ts'

/** A file that can be read several times. */
export interface StoredFile {
  /** With its folder, as in a zip. */
  path: string
  /** As stored, so compressed in a zip. */
  bytes: number
  pieces(onRead: (bytes: number) => void): Pieces
}

export async function fileAt(path: string): Promise<StoredFile> {
  const { size } = await stat(path)
  async function* pieces(onRead: (bytes: number) => void): Pieces {
    for await (const piece of createReadStream(path, { highWaterMark: 256 * 1024 })) {
      onRead(piece.length)
      yield piece
    }
  }
  return { path, bytes: size, pieces }
}
