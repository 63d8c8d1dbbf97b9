// Search throughput over HTTP, relative to the same statements on bare PostgreSQL.
import { type ChildProcess, fork } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { atLeast, printTable } from '../../lab/report.ts'
import { median } from '../../lab/statistics.ts'
import type { Catalog } from './catalog.ts'
import type { Round, Task } from './load.ts'

const minRatio = 0.8
const warmUpSeconds = 2

interface Side {
  name: string
  process: ChildProcess
  rounds: Round[]
}

/** Returns Larder's searches per second. */
export async function measureThroughput(
  { databaseUrl, endpoint }: Catalog,
  queries: string[],
  { clients, seconds, rounds }: { clients: number; seconds: number; rounds: number },
): Promise<number> {
  const bare = await startSide('bare PostgreSQL', { of: { databaseUrl }, queries, clients })
  const larder = await startSide('Larder over HTTP', { of: endpoint, queries, clients })
  const sides = [bare, larder]
  try {
    for (const side of sides) await request(side.process, warmUpSeconds)
    for (let round = 0; round < rounds; round++)
      for (const side of sides) side.rounds.push((await request(side.process, seconds)) as Round)
  } finally {
    for (const side of sides) side.process.kill()
  }
  printSides(bare, larder, clients)
  return median(larder.rounds.map(round => round.perSecond))
}

async function startSide(name: string, task: Task): Promise<Side> {
  const child = fork(fileURLToPath(new URL('load.ts', import.meta.url)))
  await request(child, task)
  return { name, process: child, rounds: [] }
}

/** Sends a message and resolves to the reply. */
function request(child: ChildProcess, message: Task | number): Promise<unknown> {
  return new Promise((resolve, reject) => {
    const ended = () => reject(new Error('a load process exited; its error is above'))
    child.once('exit', ended)
    child.once('message', reply => {
      child.off('exit', ended)
      resolve(reply)
    })
    child.send(message)
  })
}

function printSides(bare: Side, larder: Side, clients: number): void {
  const perSecond = (side: Side) => side.rounds.map(round => round.perSecond)
  const ratio = median(perSecond(larder)) / median(perSecond(bare))
  printTable(
    [`${clients} clients`, 'searches/s', 'rounds', 'p50 ms', 'p99 ms', 'ratio', 'ratio of each round'],
    [bare, larder].map(side => [
      side.name,
      median(perSecond(side)).toFixed(0),
      perSecond(side)
        .map(each => each.toFixed(0))
        .join(' '),
      median(side.rounds.map(round => round.p50Ms)).toFixed(1),
      median(side.rounds.map(round => round.p99Ms)).toFixed(1),
      side === larder
        ? atLeast(ratio, { of: 'throughput relative to bare PostgreSQL', target: minRatio, digits: 2 })
        : '',
      // If these differ widely, something else was running on the machine.
      side === larder ? ratiosOfRounds(bare, larder) : '',
    ]),
  )
}

function ratiosOfRounds(bare: Side, larder: Side): string {
  return larder.rounds
    .map(({ perSecond }, round) => (perSecond / (bare.rounds[round]?.perSecond ?? Number.NaN)).toFixed(2))
    .join(' ')
}
