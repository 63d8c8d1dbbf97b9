// Explains quality flags and exclusions to people, on food pages and in `larder inspect`.
import { categoryFromName, type QualityFlag, unconfirmed } from './candidate-food.ts'
import { describeRule, effectOf, plausibilityRules } from './plausibility.ts'

/** The normalization rules. Plausibility rules have their own descriptions. */
const normalizationRules: Record<string, string> = {
  'energy-from-kj': 'computed from kilojoules',
  'energy-disagrees': 'the label’s kilocalories and kilojoules disagree; the kilocalories were used',
  'sodium-from-salt': 'computed from salt (divided by 2.5)',
  'sodium-disagrees': 'the label’s sodium and salt disagree; the value computed from salt was used',
  'less-than': 'the label states “less than” this value',
  'more-than': 'the label states “more than” this value',
  'float-noise': 'rounded to remove a floating-point artefact',
  'from-100-ml':
    'the label is per 100 ml; all values were divided by its density or that of similar foods, in grams per millilitre',
  'per-100-ml': 'the label is per 100 ml; the values were not converted because the density is unknown',
  trace: 'the source states a trace, which counts as 0',
  negative: 'dropped: negative value',
  'not-a-number': 'dropped: not a number',
  'unknown-unit': 'dropped: unknown unit',
  'too-large': 'dropped: far larger than possible',
  'no-barcode': 'dropped: the digits of the barcode are lost',
  'source-identifier': 'dropped: an identifier of the source, not a barcode',
  'check-digit': 'kept despite a wrong check digit, because shops print such codes',
  placeholder: 'dropped: placeholder text',
  'html-entities': 'HTML entities decoded',
  'html-tags': 'HTML tags removed',
  mojibake: 'repaired text that had been decoded with the wrong character set',
  unicode: 'invisible characters removed, Unicode normalized',
  'replacement-character': 'the source has lost a character',
  'too-long': 'truncated',
  'title-case': 'converted to title case',
  'package-size': 'the size of the package removed',
  'code-in-name': 'a barcode or article number removed',
  'repeated-brand': 'the brand removed, because it is stated separately',
  'program-note': 'a note about a USDA program removed',
  'company-name': 'the name of a company, which is not a brand',
  'image-https': 'changed to https',
  'image-host': 'dropped: images from this host are not allowed',
  'serving-from-ml': 'computed from millilitres with the density of similar foods',
  'not-a-serving':
    'nobody eats that much or that little at once: dropped, or in a food table replaced by the natural portion',
  [unconfirmed]: 'entered by one person, and not yet confirmed by another or by a photo of the label',
  [categoryFromName]: 'found from the name, because the source names no category',
}

/** Every rule that a flag may name, apart from `unit-…`. */
export const explainedRules: readonly string[] = [...Object.keys(normalizationRules), ...plausibilityRules]

const exclusionReasons: Record<string, string> = {
  obsolete: 'the source marks the product as no longer sold',
  'no-name': 'it has no usable name',
  'out-of-scope': 'the catalog holds other countries, languages or only scanned products',
  'not-food': 'its source, name or category says that it is something other than food',
  'taken-down': 'it was taken down; `larder takedown list` shows the reasons',
  vanished: 'the source no longer contains it',
  'same-barcode': 'a better record has the same barcode',
  'same-product': 'a better record describes the same product under another code',
}

export function explainFlag(flag: QualityFlag): string {
  const { rule } = flag
  const explanation =
    normalizationRules[rule] ??
    (rule.startsWith('unit-') ? `converted from ${rule.slice('unit-'.length)}` : describeRule(flag))
  const effect = effectOf(flag)
  if (effect === 'drop') return `${explanation}: dropped`
  if (effect === 'convert') return `${explanation}: converted`
  return effect === 'suspect' ? `${explanation}: kept, but flagged as suspicious` : explanation
}

export const explainExclusion = (reason: string): string => exclusionReasons[reason] ?? reason
