import { writeFileSync } from 'node:fs'
import { atMost, printMissed, printTable } from '../lab/report.ts'
import { growthPerHour } from './nodes.ts'
import { figuresByEndpoint, figuresByFault, type Happened, type Told } from './results.ts'

export interface Endured {
  told: Told[]
  happened: Happened[]
  memory: { hours: number; megabytes: number }[]
  /** What was promised and did not hold. */
  wrong: string[]
  jsonFile: string | undefined
}

export function reportEndurance({ told, happened, memory, wrong, jsonFile }: Endured): void {
  const endpoints = figuresByEndpoint(told)
  const faults = figuresByFault(told, happened)
  const digits = (value: number) => value.toFixed(0)
  printTable(
    [
      'endpoint',
      'requests',
      'available %',
      'refused (503, 429)',
      'failed',
      'wrong',
      'p50 ms',
      'p99 ms',
      'longest ms',
    ],
    endpoints.map(each => [
      each.endpoint,
      String(each.requests),
      (100 * each.availability).toFixed(3),
      String(each.refused),
      String(each.failed),
      atMost(each.wrong, { of: `wrong answers of ${each.endpoint}`, bar: 0, digits: 0 }),
      each.p50Ms.toFixed(1),
      each.p99Ms.toFixed(1),
      digits(each.longestMs),
    ]),
  )
  printTable(
    [
      'fault',
      'lasted s',
      'requests until the next',
      'refused',
      'failed',
      'wrong',
      'longest ms',
      'well again after ms',
    ],
    faults.map(each => [
      each.fault,
      each.lastedSeconds.toFixed(1),
      String(each.requests),
      String(each.refused),
      String(each.failed),
      String(each.wrong),
      digits(each.longestMs),
      digits(each.recoveredAfterMs),
    ]),
  )
  const errors = new Map<string, number>()
  for (const { status, error } of told) {
    if (status === 0 || status >= 500) {
      const name = status === 0 ? error : String(status)
      errors.set(name, (errors.get(name) ?? 0) + 1)
    }
  }
  console.log(
    `\nnot answered well: ${[...errors].map(([name, count]) => `${count} × ${name}`).join(', ') || 'none'}`,
  )
  const later = memory.slice(Math.floor(memory.length / 3))
  console.log(
    `memory of the nodes: ${later.at(-1)?.megabytes.toFixed(0)} MB at the end, ${growthPerHour(later).toFixed(1)} MB an hour over the last two thirds`,
  )
  for (const each of wrong) console.log(`wrong: ${each}`)
  if (wrong.length > 0) process.exitCode = 1
  if (jsonFile) writeFileSync(jsonFile, `${JSON.stringify({ endpoints, faults, memory, wrong }, null, 2)}\n`)
  printMissed()
}
