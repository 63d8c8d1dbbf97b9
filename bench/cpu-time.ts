// CPU time by process (from /proc) and by function (from a V8 profile).
import { readdirSync, readFileSync } from 'node:fs'
import { root } from '../lab/servers/temporary-stores.ts'

const ticksPerSecond = 100 // USER_HZ of Linux

/** CPU seconds that a process and its children have used so far. */
export function cpuSeconds(processId: number): number {
  const living = childrenOf(processId).map(child => cpuSeconds(child))
  const { own, endedChildren } = readTimes(processId)
  return own + endedChildren + living.reduce((sum, seconds) => sum + seconds, 0)
}

/** CPU seconds of the ended children of this process. */
export const endedChildrenSeconds = () => readTimes('self').endedChildren

export const parentOf = (processId: number) => Number(statFields(processId)[1])

/** Resident memory of the process. */
export function residentBytes(processId: number): number {
  const [, kilobytes = 'NaN'] =
    /^VmRSS:\s+(\d+) kB/m.exec(readFileSync(`/proc/${processId}/status`, 'utf8')) ?? []
  return 1024 * Number(kilobytes)
}

function readTimes(processId: number | 'self'): { own: number; endedChildren: number } {
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
function statFields(processId: number | 'self'): string[] {
  try {
    const text = readFileSync(`/proc/${processId}/stat`, 'utf8')
    return text.slice(text.lastIndexOf(')') + 2).split(' ')
  } catch {
    return [] // the process has ended
  }
}

interface CallFrame {
  functionName: string
  url: string
  lineNumber: number
}

interface Profile {
  startTime: number
  samples: number[]
  timeDeltas: number[]
  nodes: { id: number; callFrame: CallFrame; children?: number[] }[]
}

export interface FunctionTime {
  location: string
  package: string
  /** Microseconds in the function itself. */
  self: number
  /** Including the functions that it calls. */
  total: number
}

/** Time per function between two times of the monotonic clock in microseconds, excluding idle time. */
export function functionTimes(profileFile: string, from: number, to: number): FunctionTime[] {
  const profile: Profile = JSON.parse(readFileSync(profileFile, 'utf8'))
  const stacks = stacksOf(profile)
  const times = new Map<string, FunctionTime>()
  const timeOf = (frame: CallFrame) => {
    const location = `${frame.functionName || '(anonymous)'} ${shortUrl(frame.url)}:${frame.lineNumber + 1}`
    const time = times.get(location) ?? { location, package: packageOf(frame), self: 0, total: 0 }
    times.set(location, time)
    return time
  }
  let clock = profile.startTime
  profile.samples.forEach((id, index) => {
    // A sample represents the time until the next one.
    clock += profile.timeDeltas[index] ?? 0
    const microseconds = profile.timeDeltas[index + 1] ?? 0
    const [top, ...callers] = stacks.get(id) ?? []
    if (!top || top.functionName === '(idle)' || clock < from || clock > to) return
    timeOf(top).self += microseconds
    for (const time of new Set([top, ...callers].map(timeOf))) time.total += microseconds
  })
  return [...times.values()]
}

/** The call stack of each profile node, innermost first, without the root. */
function stacksOf(profile: Profile): Map<number, CallFrame[]> {
  const stacks = new Map<number, CallFrame[]>()
  const callers = new Map<number, number>()
  for (const node of profile.nodes) for (const child of node.children ?? []) callers.set(child, node.id)
  // V8 writes callers before callees.
  for (const { id, callFrame } of profile.nodes) {
    const caller = callers.get(id)
    stacks.set(id, caller === undefined ? [] : [callFrame, ...(stacks.get(caller) ?? [])])
  }
  return stacks
}

export function selfTimeByPackage(times: FunctionTime[]): { name: string; self: number }[] {
  const sums = new Map<string, number>()
  for (const time of times) sums.set(time.package, (sums.get(time.package) ?? 0) + time.self)
  return [...sums].map(([name, self]) => ({ name, self })).sort((a, b) => b.self - a.self)
}

function packageOf({ url, functionName }: CallFrame): string {
  if (url === '') return functionName.startsWith('(') ? functionName : 'V8 and Node.js in C++'
  if (url.startsWith('node:')) return 'Node.js in JavaScript'
  return (
    /.*node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(url)?.[1] ?? (url.includes('/bench/') ? 'bench' : 'larder')
  )
}

function shortUrl(url: string): string {
  return url.replace(`file://${root}`, '').replace(/^(file:\/\/)?.*node_modules\//, '')
}
