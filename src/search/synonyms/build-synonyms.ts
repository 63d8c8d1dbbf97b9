// The rows of the table `synonyms`, from the taxonomy, the shipped lists and the operator's file.
import type { TaxonomyEntry } from '../../food/category-resolver.ts'
import type { SynonymName, SynonymRule } from './parse-synonyms.ts'
import { readShippedSynonyms } from './shipped-synonyms.ts'
import { taxonomySynonyms } from './taxonomy-synonyms.ts'

export type SynonymKind = 'operator' | 'shipped' | 'taxonomy'

export interface Synonym {
  phrase: string
  target: string
  kind: SynonymKind
}

/** Of these the best are kept, but all of the operator's. */
const maxTargets = 3

export function buildSynonyms(
  taxonomy: readonly TaxonomyEntry[],
  operator: readonly SynonymRule[] = [],
  shipped: readonly SynonymRule[] = readShippedSynonyms(),
): Synonym[] {
  // By the key of the target, so that a phrase does not get two forms of one target.
  const targetsOf = new Map<string, Map<string, Synonym>>()
  function add(phrase: string, target: SynonymName, kind: SynonymKind): void {
    const targets = targetsOf.get(phrase) ?? new Map<string, Synonym>()
    if (target.key === phrase || targets.has(target.key)) return
    if (kind !== 'operator' && targets.size >= maxTargets) return
    targets.set(target.key, { phrase, target: target.words, kind })
    targetsOf.set(phrase, targets)
  }
  for (const [kind, rules] of [
    ['operator', operator],
    ['shipped', shipped],
  ] as const) {
    for (const { phrases, targets } of rules) {
      for (const { key } of phrases) for (const target of targets) add(key, target, kind)
    }
  }
  const knownNames = new Set(shipped.flatMap(({ targets }) => targets.map(({ key }) => key)))
  for (const { phrase, target } of taxonomySynonyms(taxonomy, knownNames)) add(phrase, target, 'taxonomy')
  return [...targetsOf.values()].flatMap(targets => [...targets.values()])
}
