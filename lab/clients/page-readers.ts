// Readers of the website that request one page after the other without a pause, in a thread, so that they do not delay
// the measurements of the caller.
import { once } from 'node:events'
import { Worker } from 'node:worker_threads'

export interface PageReaders {
  websiteUrl: string
  paths: string[]
  connections: number
  /** The connections take turns with these `X-Forwarded-For` addresses; empty: all have the address of this machine. */
  addresses: string[]
}

/** Number of responses by status. */
export type StatusCounts = Record<string, number>

export function startPageReaders(readers: PageReaders): { stop(): Promise<StatusCounts> } {
  const worker = new Worker(new URL('page-readers-worker.ts', import.meta.url), { workerData: readers })
  return {
    async stop() {
      worker.postMessage('stop')
      const [statuses] = await once(worker, 'message')
      await worker.terminate()
      return statuses
    },
  }
}
