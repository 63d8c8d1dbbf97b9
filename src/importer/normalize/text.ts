// Cleans texts. The steps are repeated until nothing changes, because one may uncover work for another (`&lt;b&gt;`, nested
// mojibake); this also makes cleaning idempotent.

import { isNumber, isPlaceholder, isUsableName } from '../../language/placeholders.ts'
import { singleSpaced, visibleOnly } from '../../language/visible-text.ts'
import type { QualityFlag } from '../../quality/candidate-food.ts'
import { decodeEntities, stripTags } from './html.ts'
import { undoMojibake } from './mojibake.ts'

/** In code points. Only 6 of 900,000 real names are longer, and these are descriptions. */
const maxNameLength = 200
const maxOtherLength = 100

// An entity takes up to 8 characters; text beyond this would be truncated anyway.
const maxCharactersPerEntity = 8

// Texts without anything to clean: entities need `;` or `#`, tags `<`, and mojibake a sign of the upper Latin-1 range.
const alreadyClean = /^(?!["'])[!"$-:=-~À-ÖØ-öø-ÿ]+(?: [!"$-:=-~À-ÖØ-öø-ÿ]+)*$/

/** Null if unusable. A number is a name only together with a brand: 1664 by Kronenbourg, 365 by Whole Foods. */
export function cleanName(written: unknown, brand: string | null, flags: QualityFlag[]): string | null {
  const name = cleanText(written, 'name', maxNameLength, flags)
  if (name === null) return null
  return isUsableName(name) || (brand !== null && isNumber(name)) ? name : null
}

/** Null if empty or a placeholder such as `undefined`. */
export function cleanOptional(
  written: unknown,
  field: string,
  flags: QualityFlag[],
  maxLength = maxOtherLength,
): string | null {
  const text = cleanText(written, field, maxLength, flags)
  if (text === null || !isPlaceholder(text)) return text
  flags.push({ rule: 'placeholder', field, found: text })
  return null
}

function cleanText(written: unknown, field: string, maxLength: number, flags: QualityFlag[]): string | null {
  if (typeof written !== 'string' || written === '') return null
  if (written.length <= maxLength && alreadyClean.test(written)) return written

  const start = written.slice(0, maxLength * maxCharactersPerEntity)
  const rules = new Set<string>()
  let text = start
  let before: string
  let passes = 0
  do {
    before = text
    if (passes++ === maxPasses) text = text.replace(nesting, '')
    text = cleanOnce(text, maxLength, rules)
  } while (text !== before)
  if (text.includes('\ufffd')) rules.add('replacement-character')

  const found = rules.size === 0 ? '' : Array.from(start).slice(0, maxNameLength).join('')
  for (const rule of rules) flags.push({ rule, field, found })
  return text === '' ? null : text
}

// Normal text needs two or three passes; more means deliberate nesting.
const maxPasses = 8
const nesting = /[<>&"'“”„«»]/g

function cleanOnce(text: string, maxLength: number, rules: Set<string>): string {
  const change = (rule: string, from: string, to: string) => {
    if (from !== to) rules.add(rule)
    return to
  }
  const decoded = text.includes('&') ? change('html-entities', text, decodeEntities(text)) : text
  const plain = decoded.includes('<') ? change('html-tags', decoded, stripTags(decoded)) : decoded
  const undone = change('mojibake', plain, undoMojibake(plain))
  const spaced = singleSpaced(undone)
  const visible = change('unicode', spaced, visibleOnly(spaced))
  const trimmed = withoutOuterQuotes(visible.trim())
  return trimmed.length > maxLength ? change('too-long', trimmed, truncate(trimmed, maxLength)) : trimmed
}

const quotes: [string, string][] = [
  ["''", "''"],
  ['"', '"'],
  ["'", "'"],
  ['“', '”'],
  ['„', '“'],
  ['«', '»'],
]

/** Removes the quotes of `"Baguette"`, but not those of `"Sweet" and "sour"`. */
function withoutOuterQuotes(text: string): string {
  for (const [open, close] of quotes) {
    if (text.length < open.length + close.length || !text.startsWith(open) || !text.endsWith(close)) continue
    const inner = text.slice(open.length, -close.length)
    // SQL escapes a quote by doubling it: 'Reese''s Cups'.
    const single = open === "'" ? inner.replaceAll("''", '’') : inner
    if (single.includes(open) || single.includes(close)) continue
    return (open === "'" ? inner.replaceAll("''", "'") : inner).trim()
  }
  return text
}

function truncate(text: string, maxLength: number): string {
  const letters = Array.from(text)
  return letters.length <= maxLength ? text : letters.slice(0, maxLength).join('').trim()
}
