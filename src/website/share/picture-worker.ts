// A thread that draws pictures: drawing takes tens of milliseconds of processor time, and the library tens of megabytes.
import { parentPort } from 'node:worker_threads'
import { drawPicture } from './draw-picture.ts'
import type { PictureContent } from './picture-content.ts'

export interface PictureOrder {
  id: number
  content: PictureContent
}

/** Undefined if drawing it failed. */
export interface DrawnPicture {
  id: number
  png: Uint8Array | undefined
  error?: string
}

const answer = (picture: DrawnPicture) => parentPort?.postMessage(picture)

parentPort?.on('message', ({ id, content }: PictureOrder) => {
  drawPicture(content).then(
    png => answer({ id, png }),
    error => answer({ id, png: undefined, error: String(error) }),
  )
})
