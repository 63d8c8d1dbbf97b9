import { extname } from 'node:path'
import { Worker } from 'node:worker_threads'
import type { StrengthScore } from './password-strength.ts'
import type { StrengthQuestion } from './strength-worker.ts'

interface StrengthThread {
  ask(question: Omit<StrengthQuestion, 'id'>): Promise<StrengthScore>
}

let thread: StrengthThread | undefined

/** Started before somebody asks, so that nobody waits for its word lists. It ends with the process. */
export function startStrengthThread(): StrengthThread {
  thread ??= start()
  return thread
}

export function strengthOf(password: string, ownWords: string[]): Promise<StrengthScore> {
  return startStrengthThread().ask({ password, ownWords })
}

function start(): StrengthThread {
  const worker = new Worker(new URL(`./strength-worker${extname(import.meta.url)}`, import.meta.url))
  const waiting = new Map<number, PromiseWithResolvers<StrengthScore>>()
  let asked = 0
  worker.on('message', ({ id, score }: { id: number; score: StrengthScore }) => {
    waiting.get(id)?.resolve(score)
    waiting.delete(id)
    if (waiting.size === 0) worker.unref()
  })
  worker.on('error', error => {
    thread = undefined
    for (const { reject } of waiting.values()) reject(error)
  })
  // After the listeners, which keep the process running.
  worker.unref()
  return {
    ask(question) {
      const answer = Promise.withResolvers<StrengthScore>()
      const id = asked++
      waiting.set(id, answer)
      // A command waits for its answer.
      worker.ref()
      worker.postMessage({ id, ...question })
      return answer.promise
    },
  }
}
