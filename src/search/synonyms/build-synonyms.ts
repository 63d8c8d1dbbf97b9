// The rows of the table `synonyms`, from the taxonomy, the shipped lists and the operator's file.

import { readdirSync, readFileSync } from 'node:fs'
import type { TaxonomyEntry } from '../../food/category-resolver.ts'
import { parseSynonyms, type SynonymName, type SynonymRule } from './parse-synonyms.ts'
import { taxonomySynonyms } from './taxonomy-synonyms.ts'

export type SynonymKind = 'operator' | 'shipped' | 'taxonomy'

export interface Synonym {
  phrase: string
  target: string
  kind: SynonymKind
}

/** A phrase keeps all targets of the operator, and others up to this number. */
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

// The synonyms that Larder ships: regional.txt for English, everyday-foods/ for other languages.

const regional = new URL('./regional.txt', import.meta.url)
const everydayFoods = new URL('./everyday-foods/', import.meta.url)

/** Regional names first, then the foods of each language with their names in English. */
export function readShippedSynonyms(): SynonymRule[] {
  const english = readRegionalSynonyms()
  const equivalents = new Map(
    english
      .filter(({ phrases, targets }) => phrases === targets)
      .flatMap(({ phrases }) => phrases.map(({ key }): [string, SynonymName[]] => [key, phrases])),
  )
  // Courgette for a reader in Britain is zucchini for one in the States, and a catalog has foods of both.
  const others = readEverydayFoods().map(({ phrases, targets }) => ({
    phrases,
    targets: targets.flatMap(name => [name, ...(equivalents.get(name.key) ?? [])]),
  }))
  return [...english, ...others]
}

function readRegionalSynonyms(): SynonymRule[] {
  return parseSynonyms(readFileSync(regional, 'utf8'), 'regional.txt')
}

/** `Ei, Eier => egg`, from one file per language. */
function readEverydayFoods(): SynonymRule[] {
  return readdirSync(everydayFoods)
    .filter(name => name.endsWith('.txt'))
    .sort()
    .flatMap(name => parseSynonyms(readFileSync(new URL(name, everydayFoods), 'utf8'), name))
}
