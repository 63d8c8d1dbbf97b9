// Parses the grams or millilitres of a serving from the text of a label, only where the result is certain: a volume is not
// a weight, two weights must agree, and `5 - 7 g` is not one number.
import { memoize } from '../../language/memoize.ts'
import { round } from './numbers.ts'

// Longer texts are truncated by `cleanOptional`; the lost part might contradict the rest.
const maxTextLength = 100
export const maxServingGrams = 5000

// International avoirdupois: 1 oz = 28.349523125 g exactly.
const gramsPerUnit = { g: 1, kg: 1000, mg: 0.001, oz: 28.349523125, lb: 453.59237 }
// 1 US fluid ounce = 29.5735295625 ml exactly.
const millilitresPerUnit = { fl_oz: 29.5735295625, ml: 1, cl: 10, dl: 100, l: 1000 }
type Unit = keyof typeof gramsPerUnit | keyof typeof millilitresPerUnit

// Volumes first, so that `fl oz` is not parsed as ounces. GS1 data has units of UN/CEFACT rec. 20: OZA is the fluid ounce,
// ONZ the ounce, GRM the gram.
const units: [Unit, string][] = [
  ['fl_oz', String.raw`(?:fl|fluid)\.? ?(?:oz|onz|ounces?)|oza`],
  ['ml', 'mls?|cc|cm3|мл|毫升|ミリリットル'],
  ['cl', 'cl'],
  ['dl', 'dl'],
  ['l', 'ls?|lt|ltr|lit(?:er|re|ro|ra)s?|л'],
  ['mg', 'mg|milligrams?|мг'],
  ['kg', 'kgs?|kilos?|kilogram(?:me)?s?|кг|公斤|千克'],
  ['g', 'g|grs?|gms?|grm|gram(?:me|mi|m|o|a)?s?|г|гр|грамм(?:а|ов)?|克|公克|グラム|그램'],
  ['oz', 'oz|onz|ounces?|onzas?'],
  ['lb', 'lbs?|lbr|pounds?'],
]
const unitGroups = units.map(([, spellings]) => `(${spellings})`).join('|')
const times = '[x×*]'
const quantity = new RegExp(
  `(?:(?<![\\d.,/])(\\d{1,3}) ?${times} ?)?(?<!\\d[.,]?)(\\d+(?:[.,]\\d+)?|(?<![\\p{L}\\p{N}])[.,]\\d+) ?` +
    `(?:${unitGroups})(?![a-zµà-ɏа-яё])(?: ?${times} ?(\\d{1,3})(?![\\d.,/]))?`,
  'giu',
)

interface Weight {
  unit: Unit
  /** 0 for a volume. */
  grams: number
  /** 0 for a weight. */
  millilitres: number
  /** The alternative meaning of `2 biscuits de 12 g`, where 12 g may be the weight of each. */
  orGrams: number | null
  isCertain: boolean
}

const plainGrams = /^(\d{1,3}(?:[.,]\d{1,2})?) ?g$/i

// Many foods have the same serving, and reading one takes about 5 µs.
export const servingGrams = memoize((text): number | null => {
  if (text.length >= maxTextLength) return null
  const plain = plainGrams.exec(text)
  if (plain !== null) return Number(plain[1]?.replace(',', '.')) || null
  const words = spellOut(text)
  // `35 g + 180 ml of milk`: the serving is more than the stated weight.
  if (words.includes('+')) return null
  const weights = weightsIn(words)
  const metric = weights.filter(({ unit }) => unit === 'g' || unit === 'kg' || unit === 'mg')
  const grams = metric.length > 0 ? metricGrams(metric, weights) : imperialGrams(weights, words)
  return grams !== null && grams > 0 && grams <= maxServingGrams ? grams : null
})

/** Null if a weight is stated too, or if volumes disagree. */
export const servingMillilitres = memoize((text): number | null => {
  if (text.length >= maxTextLength) return null
  const words = spellOut(text)
  if (words.includes('+')) return null
  const volumes = weightsIn(words)
  if (volumes.some(({ unit, isCertain, orGrams }) => !isVolume(unit) || !isCertain || orGrams !== null))
    return null
  const metric = volumes.filter(({ unit }) => unit !== 'fl_oz')
  const [first] = metric.length > 0 ? metric : volumes
  // Labels round 8 fl oz to 240 ml.
  const agree = volumes.every(
    ({ millilitres }) => Math.abs(millilitres - (first?.millilitres ?? 0)) <= maxOunceRounding * millilitres,
  )
  return first !== undefined && agree && first.millilitres > 0 ? first.millilitres : null
})

/** `½` as ` 1/2 `, full-width digits as digits, every space as one plain space. */
function spellOut(text: string): string {
  const ascii = /^[\x20-\x7e]*$/.test(text)
  const plain = ascii ? text : text.replace(/[¼-¾⅐-⅞]/g, fraction => ` ${fraction} `).normalize('NFKC')
  return plain.replaceAll('⁄', '/').replace(/\s+/g, ' ')
}

function isVolume(unit: Unit): unit is keyof typeof millilitresPerUnit {
  return unit in millilitresPerUnit
}

function weightsIn(text: string): Weight[] {
  const weights: Weight[] = []
  for (const match of text.matchAll(quantity)) {
    const [matched, countBefore, digits = '', ...rest] = match
    const unitIndex = rest.slice(0, units.length).findIndex(group => group !== undefined)
    const unit = units[unitIndex]?.[0] ?? 'ml'
    const countAfter = rest[units.length]
    const amount = parseDigits(digits)
    const before = text.slice(0, match.index)
    const after = text.slice(match.index + matched.length)
    const total = (amount ?? 0) * Number(countBefore ?? 1) * Number(countAfter ?? 1)
    const grams = isVolume(unit) ? 0 : total * gramsPerUnit[unit]
    const chunks = Number(countOfPieces.exec(before)?.[1] ?? 1)
    weights.push({
      unit,
      grams: round(grams),
      millilitres: isVolume(unit) ? round(total * millilitresPerUnit[unit]) : 0,
      orGrams: chunks > 1 ? round(grams * chunks) : null,
      isCertain: amount !== null && !isIncomplete.test(before) && !isRate.test(after),
    })
  }
  return weights
}

// `5 - 7 g`, `2/3 g`, `de 5 a 7 g`, `1 100 g`, `< 5 g`: the number before the unit is not the complete amount.
const isIncomplete = /(?:\d ?[-–—/~] ?|\d (?:(?:a|à|to|bis|et|ou|or|o|y|e|и|до) )?|[<>≤≥] ?)$/i
// `12 g / 100 ml`, `25 g each`, `12,5 g par biscuit`.
const isRate = /^ ?(?:\/ ?(?:100|1000|kg\b|l\b|ml\b)|each|c\/u|cada|chacun|chaque|par |per |je |pro )/i
// `2 biscuits de `, `6 portions de ≈ `.
const countOfPieces = /(?<![\d.,/])(\d{1,3}) [^\d()]{1,40} (?:de|of|von|di|van|à) ?[~≈]? ?$/i

/** Null if the point or comma may be a thousands separator: `1,000 g`, `1.500 g`. */
function parseDigits(digits: string): number | null {
  if (/^[1-9]\d{0,2}(?:,\d{3}|\.\d00)$/.test(digits)) return null
  return Number(digits.replace(',', '.'))
}

// Labels round ounces: 1 oz is stated as 28 or 30 g (+6 %). `40 g (8 ONZ)` is not rounding.
const maxOunceRounding = 0.1

function metricGrams(metric: Weight[], all: Weight[]): number | null {
  const stated = metric.filter(({ orGrams }) => orGrams === null)
  const grams = stated[0]?.grams
  // `375 mg` alone may be the dose of a supplement rather than its weight.
  if (grams === undefined || metric.every(({ unit }) => unit === 'mg')) return null
  const agree = metric.every(
    weight => weight.isCertain && (weight.grams === grams || weight.orGrams === grams),
  )
  const ouncesAgree = all.every(
    ({ unit, isCertain, grams: other }) =>
      (unit !== 'oz' && unit !== 'lb') || !isCertain || Math.abs(other - grams) <= maxOunceRounding * grams,
  )
  return agree && ouncesAgree ? grams : null
}

// Ounces of a drink are fluid ounces even where the label omits `fl`; 8 of them are a cup.
const minOuncesOfDrink = 8
const drink =
  /\b(?:bottles?|cans?|cups?|glass(?:es)?|shots?|shakes?|drinks?|liquid|water|juice|milk|brewed)\b/i

function imperialGrams(weights: Weight[], text: string): number | null {
  const [first] = weights
  if (first === undefined || weights.some(weight => weight.grams !== first.grams || !weight.isCertain))
    return null
  if (isVolume(first.unit) || first.orGrams !== null) return null
  if (first.unit === 'oz' && (first.grams >= minOuncesOfDrink * gramsPerUnit.oz - 0.1 || drink.test(text)))
    return null
  return Math.round(first.grams * 10) / 10
}
