// What was done to a record on its way in, in words for people.
import type { QualityFlag } from './candidate-food.ts'
import { effectOf, wordsFor } from './plausibility.ts'

/** Rules of normalising; those of plausibility bring their own words. */
const normalising: Record<string, string> = {
  'energy-from-kj': 'kilocalories from kilojoules',
  'energy-disagrees': 'kilocalories and kilojoules of the label differ; the kilocalories were taken',
  'sodium-from-salt': 'sodium from salt, divided by 2.5',
  'sodium-disagrees': 'sodium and salt of the label differ; what the salt says was taken',
  'less-than': 'the label says less than this',
  'more-than': 'the label says more than this',
  'float-noise': 'rounded: what binary arithmetic leaves',
  'per-100-ml': 'the label speaks of 100 ml; the density is unknown, so the values stand as they are',
  negative: 'taken out: less than nothing',
  'not-a-number': 'taken out: no number',
  'unknown-unit': 'taken out: the unit is not known',
  'too-large': 'taken out: far beyond any food',
  'no-barcode': 'taken out: the digits of the barcode are lost',
  'check-digit': 'kept, although the check digit is wrong: shops print such codes',
  placeholder: 'taken out: a word that stands for nothing',
  'html-entities': 'decoded',
  'html-tags': 'removed',
  mojibake: 'letters repaired that were read in a wrong encoding',
  unicode: 'invisible characters removed, letters composed',
  'replacement-character': 'a letter was lost at the source',
  'too-long': 'cut',
}

const leftOut: Record<string, string> = {
  obsolete: 'the source says that the product is gone',
  'no-name': 'it has no name that says anything',
  'not-food': 'the source says that it is no food',
  vanished: 'the source does not have it any more',
  'same-barcode': 'another record has the same barcode, spelled otherwise',
  'same-product': 'another record is the same product under another in-store code',
}

export function explainFlag(note: QualityFlag): string {
  const { rule } = note
  const said =
    normalising[rule] ?? (rule.startsWith('unit-') ? `from ${rule.slice('unit-'.length)}` : wordsFor(note))
  const effect = effectOf(note)
  if (effect === 'null') return `${said}: taken out`
  if (effect === 'convert') return `${said}: converted`
  return effect === 'doubt' ? `${said}: kept, and doubted` : said
}

export const explainExclusion = (reason: string): string => leftOut[reason] ?? reason
