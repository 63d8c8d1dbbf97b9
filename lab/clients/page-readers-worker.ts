import { Agent, request } from 'node:http'
import { parentPort, workerData } from 'node:worker_threads'
import type { PageReaders, StatusCounts } from './page-readers.ts'

const { websiteUrl, paths, connections, addresses }: PageReaders = workerData
const agent = new Agent({ keepAlive: true, maxSockets: connections })
const statuses: StatusCounts = {}
let sent = 0
let isStopped = false

const readers = Array.from({ length: connections }, async (_, index) => {
  const address = addresses[index % addresses.length]
  while (!isStopped) {
    const status = await readPage(paths[sent++ % paths.length] ?? '/', address)
    statuses[status] = (statuses[status] ?? 0) + 1
  }
})

parentPort?.once('message', () => {
  isStopped = true
  // Rejected requests are answered after a second.
  void Promise.all(readers).then(() => parentPort?.postMessage(statuses))
})

/** The status, or the error's code. */
function readPage(path: string, address: string | undefined): Promise<string> {
  return new Promise(resolve => {
    const headers = address === undefined ? {} : { 'x-forwarded-for': address }
    request(websiteUrl + path, { agent, headers }, response => {
      response.on('error', error => resolve(error.name))
      response.on('end', () => resolve(String(response.statusCode)))
      response.resume()
    })
      .on('error', error => resolve((error as NodeJS.ErrnoException).code ?? error.name))
      .end()
  })
}
