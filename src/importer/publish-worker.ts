// A thread that publishes contributions and checks proposals: loading the rules takes longer than a request may wait.
import { parentPort, workerData } from 'node:worker_threads'
import type { RecordContent } from '../community/content.ts'
import type { CheckedProposal } from '../community/contribution.ts'
import { withConnection } from '../platform/database/pool.ts'
import { createPublisher, type Published } from './publish.ts'

export interface PublishSettings {
  /** Of a role that may change the catalog. */
  databaseUrl: string
  imageHosts: readonly string[]
}

export type PublishTask = { id: number } & ({ task: 'publish' } | { task: 'check'; content: RecordContent })

export type PublishAnswer = { id: number } & (
  | { result: Published | CheckedProposal | null }
  | { error: { message: string } }
)

const { databaseUrl, imageHosts } = workerData as PublishSettings
const publisher = createPublisher(imageHosts)

async function answer(task: PublishTask): Promise<PublishAnswer> {
  const { id } = task
  try {
    const result = await withConnection<Published | CheckedProposal | null>(databaseUrl, client =>
      task.task === 'publish' ? publisher.publish(client) : publisher.check(client, task.content),
    )
    return { id, result }
  } catch (error) {
    return { id, error: { message: error instanceof Error ? error.message : String(error) } }
  }
}

parentPort?.on('message', (task: PublishTask) => {
  void answer(task).then(answered => parentPort?.postMessage(answered))
})
