import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'

/** All its processes at once, as when the machine loses power; returns when they are gone. */
export async function killPostgres(dataFolder: string): Promise<void> {
  const postmaster = postmasterOf(dataFolder)
  await killAll([postmaster, ...childrenOf(postmaster)])
}

export function postmasterOf(dataFolder: string): number {
  return Number.parseInt(readFileSync(join(dataFolder, 'postmaster.pid'), 'utf8'), 10)
}

async function killAll(processes: number[]): Promise<void> {
  for (const id of processes) killIfThere(id)
  while (processes.some(isRunning)) await wait(5)
}

export function childrenOf(id: number): number[] {
  const ids = readFileSync(`/proc/${id}/task/${id}/children`, 'utf8')
  return ids.split(' ').filter(Boolean).map(Number)
}

/** The children of a killed PostgreSQL go by themselves too. */
function killIfThere(id: number): void {
  try {
    process.kill(id, 'SIGKILL')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
  }
}

/** One that is dead and waits to be collected runs no more. */
function isRunning(id: number): boolean {
  try {
    return !/\) [ZX]/.test(readFileSync(`/proc/${id}/stat`, 'utf8'))
  } catch {
    return false
  }
}
