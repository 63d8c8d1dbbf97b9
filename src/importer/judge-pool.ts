// Judges JSON lines in other threads, so that parsing, normalizing and scoring run while PostgreSQL stores the lines
// before. The results have the order of the blocks.

import { availableParallelism } from 'node:os'
import { extname } from 'node:path'
import { Worker } from 'node:worker_threads'
import type { LineBlock } from '../sources/formats/dump.ts'
import type { JudgeSettings } from './judge-record.ts'
import type { LineCounts } from './report.ts'

export interface JudgedLines {
  lines: Uint8Array
  counts: LineCounts
}

/** PostgreSQL cannot store lines faster than a few threads judge them. */
const maxWorkers = 4

/** Enough that no thread waits for its next block; each holds up to a few megabytes. */
const blocksPerWorker = 3

export async function* judgeInWorkers(
  blocks: AsyncIterable<LineBlock>,
  settings: JudgeSettings,
): AsyncGenerator<JudgedLines> {
  const workers = Array.from({ length: Math.min(maxWorkers, availableParallelism()) }, () =>
    startWorker(settings),
  )
  const pending: Promise<JudgedLines>[] = []
  try {
    for await (const block of blocks) {
      const judged = idlest(workers).judge(block)
      // The rejection is handled when its turn comes.
      judged.catch(() => undefined)
      pending.push(judged)
      if (pending.length >= workers.length * blocksPerWorker)
        yield await (pending.shift() as Promise<JudgedLines>)
    }
    for (const judged of pending) yield await judged
  } finally {
    await Promise.all(workers.map(worker => worker.stop()))
  }
}

const idlest = (workers: JudgeWorker[]): JudgeWorker =>
  workers.reduce((one, other) => (other.waiting() < one.waiting() ? other : one))

// What a thread allocates is short-lived; without limits, its heap grows to hundreds of megabytes before it is collected.
const resourceLimits = { maxOldGenerationSizeMb: 256, maxYoungGenerationSizeMb: 16 }

interface JudgeWorker {
  /** The number of blocks that it has not answered. */
  waiting(): number
  judge(block: LineBlock): Promise<JudgedLines>
  stop(): Promise<unknown>
}

/** A worker answers in the order of its blocks. */
function startWorker(settings: JudgeSettings): JudgeWorker {
  const url = new URL(`./judge-worker${extname(import.meta.url)}`, import.meta.url)
  const worker = new Worker(url, { workerData: settings, resourceLimits })
  const waiting: PromiseWithResolvers<JudgedLines>[] = []
  let failure: Error | undefined
  worker.on('message', (judged: JudgedLines) => waiting.shift()?.resolve(judged))
  worker.on('error', error => {
    failure = error instanceof Error ? error : new Error(String(error))
    for (const { reject } of waiting.splice(0)) reject(failure)
  })
  return {
    waiting: () => waiting.length,
    judge(block) {
      if (failure !== undefined) return Promise.reject(failure)
      const answer = Promise.withResolvers<JudgedLines>()
      waiting.push(answer)
      worker.postMessage(block, 'bytes' in block ? [block.bytes.buffer as ArrayBuffer] : [])
      return answer.promise
    },
    stop: () => worker.terminate(),
  }
}
