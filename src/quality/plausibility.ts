// Checks the values of one food. An implausible value is dropped, converted or flagged; it never causes the food to be
// rejected.

import type { CandidateFood, QualityFlag } from './candidate-food.ts'
import { impossible } from './plausibility/impossible.ts'
import type { CheckedField, Effect, Rule } from './plausibility/rule.ts'
import { suspicious, unlikePeers } from './plausibility/suspicious.ts'

// Impossible values are dropped first, so that the remaining ones are not compared with them.
const rules = [...impossible, ...suspicious]

/** A copy with impossible values dropped or converted, and a flag for every broken rule. */
export function checkPlausibility(candidate: CandidateFood): CandidateFood {
  let checked = candidate
  for (const rule of rules) {
    const fields = rule.check(checked)
    if (fields.length > 0) checked = apply(rule, fields, checked)
  }
  return checked
}

function apply(rule: Rule, fields: readonly CheckedField[], candidate: CandidateFood): CandidateFood {
  // A candidate may be checked twice; it is flagged once.
  if (rule.effect === 'suspect' && candidate.quality_flags.some(flag => flag.rule === rule.code))
    return candidate
  const checked = { ...candidate, quality_flags: [...candidate.quality_flags] }
  for (const field of fields) {
    checked.quality_flags.push(createFlag(rule, field, candidate[field]))
    if (rule.effect === 'drop') checked[field] = null
    if (rule.effect === 'convert') checked[field] = rule.convert?.(candidate) ?? null
  }
  return checked
}

const createFlag = (rule: Rule, field: string, found: number | null): QualityFlag =>
  found === null ? { rule: rule.code, field } : { rule: rule.code, field, found }

const rulesByCode = new Map([...rules, unlikePeers].map(rule => [rule.code, rule]))

export const plausibilityRules: readonly string[] = [...rulesByCode.keys()]

/** Undefined for flags of other rules than the plausibility checks. */
export const effectOf = (flag: QualityFlag): Effect | undefined => rulesByCode.get(flag.rule)?.effect

export const describeRule = (flag: QualityFlag): string =>
  rulesByCode.get(flag.rule)?.description ?? flag.rule
