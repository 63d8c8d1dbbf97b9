// Reduces a name to what the food is called: no package size, no barcode, no brand that is stated separately, and no
// shouting. The steps are repeated until nothing changes, because one may uncover work for another.
import { isLaboratoryData } from '../../food/sources.ts'
import { brandOfCompany, isCompanyName } from '../../language/company-names.ts'
import { baseForm } from '../../language/inflection.ts'
import { memoize } from '../../language/memoize.ts'
import { isUsableName } from '../../language/placeholders.ts'
import { titleCase } from '../../language/title-case.ts'
import { tokenize } from '../../language/tokenize.ts'
import { modifiers, packageWords, titleCaseWords, variantWords } from '../../language/word-lists.ts'
import type { QualityFlag } from '../../quality/candidate-food.ts'
import type { SourceRecord } from '../../sources/source-record.ts'
import { cleanOptional } from './text.ts'

type Context = Pick<SourceRecord, 'source' | 'source_id' | 'categories'>

export function readableName(
  written: string,
  brand: string | null,
  context: Context,
  flags: QualityFlag[],
): string {
  const rules: string[] = []
  const change = (rule: string, from: string, to: string) => {
    if (from !== to && !rules.includes(rule)) rules.push(rule)
    return to
  }
  // Laboratory data names foods by its own rules: `Beef, rib, large end (ribs 6-9), raw`.
  const isGeneric = isLaboratoryData({ ...context, brand })
  let name = isGeneric ? change('program-note', written, withoutProgramNote(written)) : written
  let before: string
  do {
    before = name
    if (!isGeneric && /\d/.test(name)) {
      name = change('code-in-name', name, withoutCodes(name))
      name = change('package-size', name, withoutPackageSize(name))
    }
    if (brand !== null) name = change('repeated-brand', name, withoutBrand(name, brand, context))
    name = change('title-case', name, titleCase(name))
  } while (name !== before)
  for (const rule of rules) flags.push({ rule, field: 'name', found: written })
  return name
}

const withoutProgramNote = (name: string) =>
  name.replace(/ ?\(Includes foods for USDA['’]s Food Distribution Program\)/i, '')

const codeNames = '(?:upc|ean|gtin|plu|barcode|bar code|code[- ]barres?|strichcode|código de barras)'
const namedCode = new RegExp(
  String.raw`(?<![\p{L}\d])${codeNames}(?:[- ]?(?:a|e|8|13))?[ .:#n°]{0,4}\d{4,14}(?!\d)`,
  'giu',
)
const bracketedCode = /\([^()]{0,60}\d{8,14}[^()]{0,60}\)|\[[^[\]]{0,120}\d{8,14}[^[\]]{0,120}\]/g
const plainCode = /(?<![\p{L}\d.,-])(?:lot )?\d{8,14}(?![\p{L}\d.,%-])/giu

function withoutCodes(name: string): string {
  if (!/\d{4}/.test(name)) return name
  const rest = name.replace(bracketedCode, ' ').replace(namedCode, ', ').replace(plainCode, ', ')
  return rest === name ? name : usableRest(rest.replace(/ ?,[ ,]{0,4}/g, ', '), name)
}

const amount = (() => {
  const number = String.raw`\d{1,5}(?:[.,] ?\d{1,3})?`
  const times = String.raw`(?:\d{1,3} ?[x×*/] ?\(?){0,2}`
  const units =
    'k?g|grs?|gms?|gram(?:me|m|o)?s?|[mcd]?l|lt|ltr|lit(?:er|re|ro)s?|(?:fl\\.? ?)?oz|ounces?|lbs?|г|кг|мл|л'
  return String.raw`${times}${number} ?(?:${units})\.?\)?(?: ?[x×*] ?\d{1,3})?(?![\p{L}\d'’])`
})()
const packages = [...packageWords].join('|')
const linkWords = 'de|of|à|von|di|da|mit|net|netto|neto'
const count = String.raw`(?:\d{1,3}[ -]?(?:pk|ct|pack|er[ -]pack|count|pcs|pz|uds?|unidades|stk|stück)|(?:l[ea] )?(?:pack|lot|case|box|set) (?:of|de|da|di) \d{1,3}|(?<=, )\d{1,3} (?:pièce|piece|${packages})s?|(?<=[\s(])x ?\d{1,3})`
const sizeAtEnd = new RegExp(
  String.raw`(?<![\p{L}\d.,%+])(?:(?:[x×] ?)?${amount}|${count})(?: (?:${packages}))?[\s.,;)\]]{0,4}$`,
  'iu',
)
const packageAtEnd = new RegExp(
  String.raw`(?:^|[\s,([-])(?:(?:le|la|les|un|une|en|in|im) )?(?:\d{1,3} )?(?:(?:(?:${packages})s?|(?:lot|pack)(?= de))(?: (?:${linkWords}))?(?: \d{1,3}(?: (?:${packages}|boites) de)?)?|${linkWords})$`,
  'iu',
)
const sizeAtStart = new RegExp(
  String.raw`^(?:(?:${packages}) )?${amount}[\s,.]+(?:(?:${linkWords}) |d['’])?`,
  'iu',
)
const sizeInside = new RegExp(
  String.raw` [-–] ${amount}(?= [-–] )| ?[([]${amount}[)\]]| (?:(?:${packages}|${linkWords}|im) ){0,2}${amount}(?: (?:${packages}))?(?=[ ,])`,
  'giu',
)
// The amount of a nutrient is part of the name: `20g Protein Bar`.
const nutrient =
  /^(?:of )?(?:high )?(?:prot|whey|eiwei|sugar|sucre|zucker|az[uú]car|zucchero|net carb|carb|fib|fat\b|caffein|cbd|thc|collagen|creatin|whole grain|bcaa|amino|glutamin|omega|vitamin)/iu
const nutrientAtEnd = /(?:prot[eé]in\p{L}{0,2}|caffeine|cbd|fib(?:er|re)s?|sugars?|sucres?)[ :]*$/iu
const nothing = /(?<![\d.,])0+(?:[.,]0+)? ?\p{L}/u

function withoutPackageSize(name: string): string {
  const start = sizeAtStart.exec(name)?.[0]
  if (start !== undefined && !nothing.test(start) && !nutrient.test(name.slice(start.length)))
    return usableRest(name.slice(start.length), name)
  const end = sizeAtEnd.exec(name)
  if (end !== null) {
    const rest = trimSeparators(name.slice(0, end.index))
    if (nothing.test(end[0]) || nutrientAtEnd.test(rest)) return name
    const shorter = trimSeparators(rest.replace(packageAtEnd, ''))
    const kept = hasContent(shorter) ? shorter : rest
    // `Ginger beer (cloudy, 330 ml)`
    const isOpen = kept.lastIndexOf('(') > kept.lastIndexOf(')') && end[0].includes(')')
    return usableRest(isOpen ? `${kept})` : kept, name)
  }
  const rest = name.replace(sizeInside, (size: string, offset: number) => {
    const after = name.slice(offset + size.length).trimStart()
    const isPackage =
      !nothing.test(size) && !nutrient.test(after) && !nutrientAtEnd.test(name.slice(0, offset))
    return isPackage && !/^(?:(?:per|par|pro|pour|for|à)\b|[/+\d])/i.test(after) ? '' : size
  })
  return rest === name ? name : usableRest(rest, name)
}

const separators = ' ,;:-–—/([|'

function trimSeparators(text: string): string {
  let start = 0
  let end = text.length
  while (end > 0 && separators.includes(text.charAt(end - 1))) end--
  while (start < end && ' ,;:-–—/)]|.'.includes(text.charAt(start))) start++
  return text.slice(start, end)
}

/** The rest if it still says what the food is, otherwise the whole name. */
function usableRest(rest: string, name: string): string {
  const trimmed = trimSeparators(
    rest
      .replace(/ {2,}/g, ' ')
      .replace(/ ?,(?: ?,)*/g, ',')
      .replace(/ ([;)])/g, '$1'),
  )
  if (!isUsableName(trimmed) || !hasContent(trimmed)) return name
  const isCapitalized = /^\P{L}*\p{Lu}/u.test(name)
  return isCapitalized ? trimmed.charAt(0).toUpperCase() + trimmed.slice(1) : trimmed
}

const smallWords = new Set([...titleCaseWords('lowercase')].flatMap(word => tokenize(word)))

/** The base forms of the words that say what the food is. */
const contentWords = (text: string) =>
  tokenize(text)
    .filter(word => !modifiers.has(word) && !variantWords.has(word) && !smallWords.has(word))
    .filter(word => !/^[a-z]?\d+$|^[a-z]$/.test(word))
    .map(baseForm)

const hasContent = (text: string) => contentWords(text).some(word => !packageWords.has(word))

/**
 * Drops the brand where the rest still says what the food is: `Oakley, Oat Bars`, `Oat Bars - Oakley`, `Oakley Oat Bars` of
 * the category Cereal bars. `Oakley Peanut Butter` of the category Biscuits is kept: it is not peanut butter.
 */
function withoutBrand(name: string, brand: string, context: Context): string {
  if (name.length <= brand.length) return name
  if (sameText(name.slice(0, brand.length), brand)) {
    const rest = name.slice(brand.length)
    if (
      isSeparated(rest, context) ||
      (rest.startsWith(' ') && isRepeated(rest.slice(1), brand)) ||
      (rest.startsWith(' ') && saysKind(rest, context))
    )
      return usableRest(rest.replace(/^[®™]/, ''), name)
  }
  if (sameText(name.slice(-brand.length), brand)) {
    const rest = name.slice(0, -brand.length)
    if (/(?:,| [-–—/|]| (?:by|von|par|de chez)) ?$/.test(rest))
      return usableRest(rest.replace(byAtEnd, ''), name)
    if (rest.endsWith(' ') && !endsWithSmallWord(rest) && saysKind(rest, context))
      return usableRest(rest, name)
  }
  return name
}

/** A comma separates the brand from the food, a dash often from the flavour: `Bresso - Kirschtomaten`. */
const isSeparated = (rest: string, context: Context) =>
  /^[®™]? ?,/.test(rest) ||
  (/^[®™]? ?[-–—/|:] /.test(rest) && (context.categories.length === 0 || saysKind(rest, context)))

const byAtEnd = / (?:by|von|par|de chez) ?$/

const sameText = (one: string, other: string) => one === other || one.toLowerCase() === other.toLowerCase()

/** `Nutella Nutella` */
const isRepeated = (rest: string, brand: string) =>
  sameText(rest.slice(0, brand.length), brand) && !/^\p{L}/u.test(rest.slice(brand.length))

function endsWithSmallWord(text: string): boolean {
  const last = tokenize(text).at(-1)
  return last === undefined || smallWords.has(last)
}

const categoryWords = memoize(category => contentWords(category.replace(/^[a-z]{2}:/, '')))

/** Whether the text contains a word of one of the categories: biscuits, yogurt, juice. */
function saysKind(text: string, { categories }: Context): boolean {
  if (categories.length === 0) return false
  const words = new Set(contentWords(text))
  return categories.some(category => categoryWords(category).some(word => words.has(word)))
}

// Short ones are often acronyms or written like this on the package: LU, KIND, dm.
const minConvertedLength = 5

/** Null if there is none, or a company that the name of the product does not mention. */
export function readBrand(written: unknown, name: unknown, flags: QualityFlag[]): string | null {
  const brand = cleanOptional(written, 'brand', flags)
  if (brand === null) return null
  if (isCompanyName(brand)) {
    flags.push({ rule: 'company-name', field: 'brand', found: brand })
    return brandOfCompany(brand, typeof name === 'string' ? name : null)
  }
  const converted = brand.length < minConvertedLength ? brand : titleCase(brand)
  if (converted !== brand) flags.push({ rule: 'title-case', field: 'brand', found: brand })
  return converted
}
