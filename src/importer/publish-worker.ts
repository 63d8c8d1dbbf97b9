// A thread that publishes contributions and checks proposals: loading the rules takes longer than a request may wait.
import { parentPort, workerData } from 'node:worker_threads'
import type { Client } from 'pg'
import type { RecordContent } from '../community/content.ts'
import { withConnection } from '../platform/database/pool.ts'
import { createPublisher } from './publish.ts'

export interface PublishSettings {
  /** Of a role that may change the catalog. */
  databaseUrl: string
  imageHosts: readonly string[]
}

export type PublishTask = { id: number } & (
  | { task: 'prepare' | 'publish' }
  | { task: 'check'; content: RecordContent }
)

/** The thread's caller knows the type of the result by the task. */
export type PublishAnswer = { id: number } & ({ result: unknown } | { error: { message: string } })

const { databaseUrl, imageHosts } = workerData as PublishSettings
const publisher = createPublisher(imageHosts)

function perform(client: Client, task: PublishTask): Promise<unknown> {
  if (task.task === 'check') return publisher.check(client, task.content)
  return publisher[task.task](client)
}

async function answer(task: PublishTask): Promise<PublishAnswer> {
  const { id } = task
  try {
    return { id, result: await withConnection(databaseUrl, client => perform(client, task)) }
  } catch (error) {
    return { id, error: { message: error instanceof Error ? error.message : String(error) } }
  }
}

parentPort?.on('message', (task: PublishTask) => {
  void answer(task).then(answered => parentPort?.postMessage(answered))
})
