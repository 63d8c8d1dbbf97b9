// Results as text for people and as JSON for programs.
import { type CheckResult, type Group, ruleOf } from './types.ts'

const marks = { pass: 'pass', fail: 'FAIL', skipped: 'skip' } as const

/** Wide enough for the longest id. */
export const idWidth = 36

export function renderResult(result: CheckResult): string {
  const line = `${marks[result.outcome]}  ${result.id.padEnd(idWidth)}${result.title}`
  if (result.outcome === 'skipped') return `${line} (${result.detail ?? 'skipped'})`
  if (result.outcome === 'pass') return line
  const { name, text } = ruleOf(result.id)
  return [line, ...indent(result.detail ?? ''), `      Rule ${name}:`, ...indent(text, 8)].join('\n')
}

function indent(text: string, by = 6): string[] {
  return text.split('\n').map(line => (line === '' ? '' : ' '.repeat(by) + line))
}

export interface Counts {
  passed: number
  failed: number
  skipped: number
}

export function countByGroup(results: CheckResult[]): Record<Group, Counts> {
  const none = { passed: 0, failed: 0, skipped: 0 }
  const counts = { core: { ...none }, larder: { ...none } }
  const members = { pass: 'passed', fail: 'failed', skipped: 'skipped' } as const
  for (const { group, outcome } of results) counts[group][members[outcome]]++
  return counts
}

export function renderSummary(results: CheckResult[]): string {
  const { core, larder } = countByGroup(results)
  const inWords = ({ passed, failed, skipped }: Counts) =>
    `${passed} passed, ${failed} failed, ${skipped} skipped`
  return [`core rules      ${inWords(core)}`, `Larder's rules  ${inWords(larder)}`].join('\n')
}

export function renderJson(results: CheckResult[]): string {
  return `${JSON.stringify({ summary: countByGroup(results), results }, null, 2)}\n`
}
