import { writeFileSync } from 'node:fs'
import { atMost, printMissed, printTable } from '../../lab/report.ts'
import { growthPerHour, type MemorySample } from './nodes.ts'
import {
  type InjectedFault,
  isGood,
  type RequestResult,
  summarizeByEndpoint,
  summarizeByFault,
} from './results.ts'

export interface SoakResult {
  results: RequestResult[]
  injected: InjectedFault[]
  memory: MemorySample[]
  /** After garbage collection, of each process. */
  liveMemory: MemorySample[][]
  /** Incorrect responses and lost changes. */
  violations: string[]
  jsonFile: string | undefined
}

export function reportSoak({
  results,
  injected,
  memory,
  liveMemory,
  violations,
  jsonFile,
}: SoakResult): void {
  const endpoints = summarizeByEndpoint(results)
  const faults = summarizeByFault(results, injected)
  const digits = (value: number) => value.toFixed(0)
  printTable(
    [
      'endpoint',
      'requests',
      'available %',
      'rejected (503, 429)',
      'failed',
      'incorrect',
      'p50 ms',
      'p99 ms',
      'max ms',
    ],
    endpoints.map(each => [
      each.endpoint,
      String(each.requests),
      (100 * each.availability).toFixed(3),
      String(each.rejected),
      String(each.failed),
      atMost(each.incorrect, { of: `incorrect responses of ${each.endpoint}`, target: 0, digits: 0 }),
      each.p50Ms.toFixed(1),
      each.p99Ms.toFixed(1),
      digits(each.maxMs),
    ]),
  )
  printTable(
    [
      'fault',
      'duration s',
      'requests until the next fault',
      'rejected',
      'failed',
      'incorrect',
      'max ms',
      'recovered after ms',
    ],
    faults.map(each => [
      each.fault,
      each.durationSeconds.toFixed(1),
      String(each.requests),
      String(each.rejected),
      String(each.failed),
      String(each.incorrect),
      digits(each.maxMs),
      digits(each.recoveredAfterMs),
    ]),
  )
  const errors = new Map<string, number>()
  for (const { status, error } of results) {
    if (status === 0 || status >= 500) {
      const name = status === 0 ? error : String(status)
      errors.set(name, (errors.get(name) ?? 0) + 1)
    }
  }
  console.log(`\nerrors: ${[...errors].map(([name, count]) => `${count} × ${name}`).join(', ') || 'none'}`)
  printMemory('resident memory of the nodes', memory)
  for (const samples of liveMemory) printMemory('memory of a node after garbage collection', samples)
  for (const each of violations) console.log(`violation: ${each}`)
  if (violations.length > 0) process.exitCode = 1
  if (jsonFile)
    writeFileSync(
      jsonFile,
      `${JSON.stringify({ endpoints, faults, injected, notable: results.filter(isNotable), memory, liveMemory, violations }, null, 2)}\n`,
    )
  printMissed()
}

const isNotable = (result: RequestResult) => !isGood(result) || result.ms > 1_000

/** Without the first ten minutes, in which caches fill; nothing if it ran for less than twenty. */
function printMemory(name: string, samples: MemorySample[]): void {
  const later = samples.filter(({ hours }) => hours > 1 / 6)
  const [first, last] = [later.at(0), later.at(-1)]
  if (first === undefined || last === undefined || last.hours < 1 / 3) return
  console.log(
    `${name}: ${first.megabytes.toFixed(0)} MB after 10 minutes, ${last.megabytes.toFixed(0)} MB at the end, ${growthPerHour(later).toFixed(1)} MB per hour between`,
  )
}
