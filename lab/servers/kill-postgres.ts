import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'

/** Kills all PostgreSQL processes at once, like a power failure, and waits until they have exited. */
export async function killPostgres(dataFolder: string): Promise<void> {
  const postmaster = postmasterOf(dataFolder)
  await killAll([postmaster, ...childrenOf(postmaster)])
}

export function postmasterOf(dataFolder: string): number {
  return Number.parseInt(readFileSync(join(dataFolder, 'postmaster.pid'), 'utf8'), 10)
}

async function killAll(processes: number[]): Promise<void> {
  for (const id of processes) killIfRunning(id)
  while (processes.some(isRunning)) await wait(5)
}

export function childrenOf(id: number): number[] {
  const ids = readFileSync(`/proc/${id}/task/${id}/children`, 'utf8')
  return ids.split(' ').filter(Boolean).map(Number)
}

/** The children of a killed PostgreSQL may exit on their own. */
function killIfRunning(id: number): void {
  try {
    process.kill(id, 'SIGKILL')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
  }
}

/** Zombie processes do not count as running. */
function isRunning(id: number): boolean {
  try {
    return !/\) [ZX]/.test(readFileSync(`/proc/${id}/stat`, 'utf8'))
  } catch {
    return false
  }
}
