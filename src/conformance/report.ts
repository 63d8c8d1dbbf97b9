// Results as text for people and as JSON for programs.
import type { RuleResult } from './contract.ts'

const marks = { pass: 'pass', fail: 'FAIL', skipped: 'skip' } as const

/** Wide enough for the longest number, 'spec 8 figures a'. */
const ruleWidth = 18

export function renderResult(result: RuleResult): string {
  const line = `${marks[result.outcome]}  ${result.rule.padEnd(ruleWidth)}${result.title}`
  if (result.outcome === 'skipped') return `${line} (${result.detail ?? 'skipped'})`
  if (result.outcome === 'pass') return line
  const detail = (result.detail ?? '').split('\n').map(part => `      ${part}`)
  return [line, ...detail].join('\n')
}

export function renderSummary(results: RuleResult[]): string {
  const count = (outcome: RuleResult['outcome']) =>
    results.filter(result => result.outcome === outcome).length
  return `${count('pass')} passed, ${count('fail')} failed, ${count('skipped')} skipped`
}

export function renderJson(results: RuleResult[]): string {
  const summary = { passed: 0, failed: 0, skipped: 0 }
  for (const { outcome } of results) {
    summary[outcome === 'pass' ? 'passed' : outcome === 'fail' ? 'failed' : 'skipped']++
  }
  return `${JSON.stringify({ summary, results }, null, 2)}\n`
}
