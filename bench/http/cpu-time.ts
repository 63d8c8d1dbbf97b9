// CPU time of processes, from /proc.
import { readdirSync, readFileSync } from 'node:fs'

const ticksPerSecond = 100 // USER_HZ of Linux

/** CPU seconds that a process and its children have used so far. */
export function cpuSeconds(processId: number): number {
  const living = childrenOf(processId).map(child => cpuSeconds(child))
  const { own, endedChildren } = readTimes(processId)
  return own + endedChildren + living.reduce((sum, seconds) => sum + seconds, 0)
}

function readTimes(processId: number): { own: number; endedChildren: number } {
  const [user = 0, system = 0, childUser = 0, childSystem = 0] = statFields(processId)
    .slice(11, 15)
    .map(Number)
  return { own: (user + system) / ticksPerSecond, endedChildren: (childUser + childSystem) / ticksPerSecond }
}

function childrenOf(processId: number): number[] {
  return readdirSync('/proc')
    .filter(name => /^\d+$/.test(name) && statFields(Number(name))[1] === String(processId))
    .map(Number)
}

/** The fields after the name, which may contain spaces: state, parent, … (man 5 proc). */
function statFields(processId: number): string[] {
  try {
    const text = readFileSync(`/proc/${processId}/stat`, 'utf8')
    return text.slice(text.lastIndexOf(')') + 2).split(' ')
  } catch {
    return [] // the process has ended
  }
}
