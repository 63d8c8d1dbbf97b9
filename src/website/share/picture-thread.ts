// Has pictures drawn by a thread, one after the other, and keeps the last ones. The thread starts with the first picture and ends when
// none has been asked for in a while, so a node that draws none does not pay for it.
import { extname } from 'node:path'
import { Worker } from 'node:worker_threads'
import { LRUCache } from 'lru-cache'
import type { PictureContent } from './picture-content.ts'
import type { DrawnPicture, PictureOrder } from './picture-worker.ts'

export interface PictureThread {
  /** Undefined if too many are waiting, or if it cannot be drawn. */
  draw(content: PictureContent): Promise<Buffer | undefined>
}

interface PictureThreadOptions {
  maxWaiting: number
  idleMs: number
  onError: (error: string) => void
}

/** About 300 pictures. */
const maxCacheBytes = 8_000_000

export function createPictureThread({ maxWaiting, idleMs, onError }: PictureThreadOptions): PictureThread {
  // Keyed by what they show, so a new version of the catalog needs no invalidation.
  const drawn = new LRUCache<string, Buffer>({ maxSize: maxCacheBytes, sizeCalculation: png => png.length })
  const waiting = new Map<string, Promise<Buffer | undefined>>()
  let worker: ReturnType<typeof startWorker> | undefined

  async function drawNew(key: string, content: PictureContent): Promise<Buffer | undefined> {
    worker ??= startWorker(idleMs, () => (worker = undefined))
    try {
      const png = await worker.draw(content)
      drawn.set(key, png)
      return png
    } catch (error) {
      onError(String(error))
      return undefined
    } finally {
      waiting.delete(key)
    }
  }

  return {
    async draw(content) {
      const key = JSON.stringify(content)
      const known = drawn.get(key) ?? waiting.get(key)
      if (known !== undefined) return known
      if (waiting.size >= maxWaiting) return undefined
      const picture = drawNew(key, content)
      waiting.set(key, picture)
      return picture
    },
  }
}

function startWorker(idleMs: number, onEnd: () => void) {
  const worker = new Worker(new URL(`./picture-worker${extname(import.meta.url)}`, import.meta.url), {
    // Fonts of the machine would make the same picture look different on another node.
    env: { ...process.env, DISABLE_SYSTEM_FONTS_LOAD: '1' },
  })
  const orders = new Map<number, PromiseWithResolvers<Buffer>>()
  let ordered = 0
  const end = (error: unknown) => {
    onEnd()
    for (const { reject } of orders.values()) reject(error)
    orders.clear()
    clearTimeout(timer)
    void worker.terminate()
  }
  const timer = setTimeout(() => {
    if (orders.size > 0) timer.refresh()
    else end(new Error('idle'))
  }, idleMs).unref()
  worker.on('message', ({ id, png, error }: DrawnPicture) => {
    if (png === undefined) orders.get(id)?.reject(new Error(error))
    else orders.get(id)?.resolve(Buffer.from(png.buffer, png.byteOffset, png.byteLength))
    orders.delete(id)
  })
  worker.on('error', end)
  // After the listeners, which keep the process running.
  worker.unref()
  return {
    draw(content: PictureContent): Promise<Buffer> {
      timer.refresh()
      const order = Promise.withResolvers<Buffer>()
      const id = ordered++
      orders.set(id, order)
      worker.postMessage({ id, content } satisfies PictureOrder)
      return order.promise
    },
  }
}
