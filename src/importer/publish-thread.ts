// Publishes contributions in another thread, so that requests do not wait for it. The thread starts with its first task and ends after a
// while without one, because its rules take tens of megabytes.
import { extname } from 'node:path'
import { Worker } from 'node:worker_threads'
import type { RecordContent } from '../community/content.ts'
import type { CheckedProposal } from '../community/contribution.ts'
import { DatabaseUnavailable } from '../platform/database/pool.ts'
import type { Published } from './publish.ts'
import type { PublishAnswer, PublishSettings, PublishTask } from './publish-worker.ts'

export interface PublishThread {
  /** Starts the thread and loads its rules, which takes seconds. */
  prepare(): Promise<void>
  /** Null: an import is running, so it has to be repeated. */
  publish(): Promise<Published | null>
  check(content: RecordContent): Promise<CheckedProposal>
  stop(): Promise<void>
}

const idleMs = 10 * 60_000
/** Each takes about 50 ms, one at a time: with a connection each, a few accounts would use up those of PostgreSQL. */
const maxWaitingChecks = 20

export function createPublishThread(settings: PublishSettings): PublishThread {
  let running: ReturnType<typeof start> | undefined
  let idleTimer: NodeJS.Timeout | undefined
  const enqueueCheck = createCheckQueue()

  async function ask<Result>(task: DistributiveOmit<PublishTask, 'id'>): Promise<Result> {
    clearTimeout(idleTimer)
    running ??= start(settings, () => {
      running = undefined
    })
    const { worker, ask: send } = running
    try {
      return (await send(task)) as Result
    } finally {
      idleTimer = setTimeout(() => {
        if (running?.worker === worker) running = undefined
        void worker.terminate()
      }, idleMs).unref()
    }
  }

  return {
    prepare: () => ask({ task: 'prepare' }),
    publish: () => ask({ task: 'publish' }),
    check: content => enqueueCheck(() => ask({ task: 'check', content })),
    async stop() {
      clearTimeout(idleTimer)
      await running?.worker.terminate()
    },
  }
}

/** Runs one piece of work after the other, and rejects what would wait for too many others. */
function createCheckQueue() {
  let last: Promise<unknown> = Promise.resolve()
  let waiting = 0
  return async <Result>(work: () => Promise<Result>): Promise<Result> => {
    if (waiting > maxWaitingChecks)
      throw new DatabaseUnavailable(undefined, 'too many proposals are being checked')
    waiting++
    const result = last.then(work).finally(() => waiting--)
    last = result.catch(() => undefined)
    return result
  }
}

type DistributiveOmit<T, Key extends PropertyKey> = T extends unknown ? Omit<T, Key> : never

function start(settings: PublishSettings, onEnd: () => void) {
  const worker = new Worker(new URL(`./publish-worker${extname(import.meta.url)}`, import.meta.url), {
    workerData: settings,
  })
  const waiting = new Map<number, PromiseWithResolvers<unknown>>()
  let asked = 0
  worker.on('message', (answer: PublishAnswer) => {
    const task = waiting.get(answer.id)
    waiting.delete(answer.id)
    if ('error' in answer) task?.reject(new DatabaseUnavailable(answer.error, answer.error.message))
    else task?.resolve(answer.result)
  })
  const fail = (error: unknown) => {
    onEnd()
    for (const { reject } of waiting.values()) reject(error)
    waiting.clear()
  }
  worker.on('error', fail)
  worker.on('exit', () =>
    fail(new DatabaseUnavailable(undefined, 'the thread that publishes contributions has ended')),
  )
  worker.unref()
  return {
    worker,
    ask(task: DistributiveOmit<PublishTask, 'id'>): Promise<unknown> {
      const answer = Promise.withResolvers<unknown>()
      const id = asked++
      waiting.set(id, answer)
      worker.postMessage({ id, ...task })
      return answer.promise
    },
  }
}
