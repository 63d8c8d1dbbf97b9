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

/** Enough that no thread waits for its next block; each holds up to a few megabytes. */
const blocksPerWorker = 3

export async function* judgeInWorkers(
  blocks: AsyncIterable<LineBlock>,
  settings: JudgeSettings,
): AsyncGenerator<JudgedLines> {
  // PostgreSQL needs a core too.
  const workers = Array.from({ length: Math.max(1, availableParallelism() - 1) }, () => startWorker(settings))
  const pending: Promise<JudgedLines>[] = []
  try {
    let next = 0
    for await (const block of blocks) {
      const worker = workers[next++ % workers.length]
      if (worker === undefined) break
      const judged = worker.judge(block)
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

interface JudgeWorker {
  judge(block: LineBlock): Promise<JudgedLines>
  stop(): Promise<unknown>
}

/** A worker answers in the order of its blocks. */
function startWorker(settings: JudgeSettings): JudgeWorker {
  const url = new URL(`./judge-worker${extname(import.meta.url)}`, import.meta.url)
  const worker = new Worker(url, { workerData: settings })
  const waiting: PromiseWithResolvers<JudgedLines>[] = []
  let failure: Error | undefined
  worker.on('message', (judged: JudgedLines) => waiting.shift()?.resolve(judged))
  worker.on('error', error => {
    failure = error instanceof Error ? error : new Error(String(error))
    for (const { reject } of waiting.splice(0)) reject(failure)
  })
  return {
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
