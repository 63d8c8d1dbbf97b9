// Where the processor time goes: by process (from /proc) and by function (from a profile of V8).
import { readdirSync, readFileSync } from 'node:fs'
import { root } from '../lab/servers/temporary-stores.ts'

const ticksASecond = 100 // USER_HZ of Linux

/** Seconds of processor time a process has used so far, with all it has started. */
export function processorSeconds(processId: number): number {
  const living = childrenOf(processId).map(child => processorSeconds(child))
  const { own, endedChildren } = readTimes(processId)
  return own + endedChildren + living.reduce((sum, seconds) => sum + seconds, 0)
}

/** The same of processes that this one started and that have ended. */
export const endedChildrenSeconds = () => readTimes('self').endedChildren

export const parentOf = (processId: number) => Number(statFields(processId)[1])

/** Memory that the process holds now. */
export function residentBytes(processId: number): number {
  const [, kilobytes = 'NaN'] =
    /^VmRSS:\s+(\d+) kB/m.exec(readFileSync(`/proc/${processId}/status`, 'utf8')) ?? []
  return 1024 * Number(kilobytes)
}

function readTimes(processId: number | 'self'): { own: number; endedChildren: number } {
  const [user = 0, system = 0, childUser = 0, childSystem = 0] = statFields(processId)
    .slice(11, 15)
    .map(Number)
  return { own: (user + system) / ticksASecond, endedChildren: (childUser + childSystem) / ticksASecond }
}

function childrenOf(processId: number): number[] {
  return readdirSync('/proc')
    .filter(name => /^\d+$/.test(name) && statFields(Number(name))[1] === String(processId))
    .map(Number)
}

/** The fields after the name, which may itself hold spaces: state, parent, … (man 5 proc). */
function statFields(processId: number | 'self'): string[] {
  try {
    const text = readFileSync(`/proc/${processId}/stat`, 'utf8')
    return text.slice(text.lastIndexOf(')') + 2).split(' ')
  } catch {
    return [] // ended meanwhile
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
  place: string
  package: string
  /** Microseconds in the function itself. */
  self: number
  /** The same with all that it calls. */
  total: number
}

/** What was called between two moments of the monotonic clock, in microseconds; idle time is left out. */
export function functionTimes(profileFile: string, from: number, to: number): FunctionTime[] {
  const profile: Profile = JSON.parse(readFileSync(profileFile, 'utf8'))
  const stacks = stacksOf(profile)
  const times = new Map<string, FunctionTime>()
  const timeOf = (frame: CallFrame) => {
    const place = `${frame.functionName || '(anonymous)'} ${shortUrl(frame.url)}:${frame.lineNumber + 1}`
    const time = times.get(place) ?? { place, package: packageOf(frame), self: 0, total: 0 }
    times.set(place, time)
    return time
  }
  let clock = profile.startTime
  profile.samples.forEach((id, index) => {
    // A sample stands for the time until the next one.
    clock += profile.timeDeltas[index] ?? 0
    const microseconds = profile.timeDeltas[index + 1] ?? 0
    const [top, ...callers] = stacks.get(id) ?? []
    if (!top || top.functionName === '(idle)' || clock < from || clock > to) return
    timeOf(top).self += microseconds
    for (const time of new Set([top, ...callers].map(timeOf))) time.total += microseconds
  })
  return [...times.values()]
}

/** For each node of the profile the functions that run there, innermost first, without the root. */
function stacksOf(profile: Profile): Map<number, CallFrame[]> {
  const stacks = new Map<number, CallFrame[]>()
  const callers = new Map<number, number>()
  for (const node of profile.nodes) for (const child of node.children ?? []) callers.set(child, node.id)
  // V8 writes a node before those it calls.
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
  if (url === '') return functionName.startsWith('(') ? functionName : 'V8 and Node in C++'
  if (url.startsWith('node:')) return 'Node in JavaScript'
  return (
    /.*node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(url)?.[1] ?? (url.includes('/bench/') ? 'bench' : 'larder')
  )
}

function shortUrl(url: string): string {
  return url.replace(`file://${root}`, '').replace(/^(file:\/\/)?.*node_modules\//, '')
}
