// Judges the values of one draft. An implausible value never costs a food its place: the value is taken out, or
// it stays and the confidence falls, and a note says so.

import type { CandidateFood, QualityFlag } from './candidate-food.ts'
import { impossible } from './plausibility/impossible.ts'
import type { Effect, Judged, Rule } from './plausibility/rule.ts'
import { suspicious } from './plausibility/suspicious.ts'

// What cannot be goes first, so that what remains is compared with values that can.
const rules = [...impossible, ...suspicious]

/** The draft without what cannot be, with a note for everything that a rule objects to. */
export function checkPlausibility(draft: CandidateFood): CandidateFood {
  let judged = draft
  for (const rule of rules) {
    const members = rule.check(judged)
    if (members.length > 0) judged = apply(rule, members, judged)
  }
  return judged
}

function apply(rule: Rule, members: readonly Judged[], draft: CandidateFood): CandidateFood {
  // A draft that was judged before keeps its doubts as they are.
  if (rule.effect === 'doubt' && draft.quality_flags.some(note => note.rule === rule.code)) return draft
  const judged = { ...draft, quality_flags: [...draft.quality_flags] }
  for (const member of members) {
    judged.quality_flags.push(noteOf(rule, member, draft[member]))
    if (rule.effect === 'null') judged[member] = null
    if (rule.effect === 'convert') judged[member] = rule.becomes?.(draft) ?? null
  }
  return judged
}

const noteOf = (rule: Rule, field: string, found: number | null): QualityFlag =>
  found === null ? { rule: rule.code, field } : { rule: rule.code, field, found }

const ruleOf = new Map(rules.map(rule => [rule.code, rule]))

/** What the rule behind a note does; undefined when the note is not from here. */
export const effectOf = (note: QualityFlag): Effect | undefined => ruleOf.get(note.rule)?.effect

/** What the rule behind a note says, for people. */
export const wordsFor = (note: QualityFlag): string => ruleOf.get(note.rule)?.says ?? note.rule
