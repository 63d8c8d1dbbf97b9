// Results as text for people and as JSON for programs.
import type { CheckResult, Group } from './types.ts'

const marks = { pass: 'pass', fail: 'FAIL', skipped: 'skip' } as const

/** Wide enough for the longest id, 'spec 8 limits a'. */
export const idWidth = 18

export function renderResult(result: CheckResult): string {
  const line = `${marks[result.outcome]}  ${result.id.padEnd(idWidth)}${result.title}`
  if (result.outcome === 'skipped') return `${line} (${result.detail ?? 'skipped'})`
  if (result.outcome === 'pass') return line
  const detail = (result.detail ?? '').split('\n').map(part => `      ${part}`)
  return [line, ...detail].join('\n')
}

export interface Counts {
  passed: number
  failed: number
  skipped: number
}

export function countByGroup(results: CheckResult[]): Record<Group, Counts> {
  const none = { passed: 0, failed: 0, skipped: 0 }
  const counts = { specification: { ...none }, larder: { ...none } }
  const members = { pass: 'passed', fail: 'failed', skipped: 'skipped' } as const
  for (const { group, outcome } of results) counts[group][members[outcome]]++
  return counts
}

export function renderSummary(results: CheckResult[]): string {
  const { specification, larder } = countByGroup(results)
  const inWords = ({ passed, failed, skipped }: Counts) =>
    `${passed} passed, ${failed} failed, ${skipped} skipped`
  return [`specification       ${inWords(specification)}`, `Larder's decisions  ${inWords(larder)}`].join(
    '\n',
  )
}

export function renderJson(results: CheckResult[]): string {
  return `${JSON.stringify({ summary: countByGroup(results), results }, null, 2)}\n`
}
