// A text as a person would have written it. The steps run until nothing changes, so that what one of them
// uncovers (`&lt;b&gt;`, a mojibake of a mojibake) is cleaned too, and cleaning twice is cleaning once.

import type { QualityFlag } from '../../quality/candidate-food.ts'
import { isNumber, isPlaceholder, isUsableName } from '../../sources/placeholders.ts'
import { decodeEntities, stripTags } from './html.ts'
import { undoMojibake } from './mojibake.ts'

/** In code points. 6 of 900,000 real names are longer, all of them descriptions. */
const longestName = 200
const longestOther = 100

// An entity-encoded letter takes up to 8 characters; what lies beyond could not be kept anyway.
const writtenPerLetter = 8

// Nothing to clean: no entity without `;` or `#`, no tag without `<`, no mojibake without a sign of the upper Latin-1.
const clean = /^(?!["'])[!"$-:=-~À-ÖØ-öø-ÿ]+(?: [!"$-:=-~À-ÖØ-öø-ÿ]+)*$/

/** Null when the text names nothing. A number alone does with its brand: 1664 by Kronenbourg, 365 by Whole Foods. */
export function cleanName(written: unknown, brand: string | null, flags: QualityFlag[]): string | null {
  const name = cleanText(written, 'name', longestName, flags)
  if (name === null) return null
  return isUsableName(name) || (brand !== null && isNumber(name)) ? name : null
}

/** Null when there is nothing, or a word such as `undefined` that stands for nothing. */
export function cleanOptional(written: unknown, field: string, flags: QualityFlag[]): string | null {
  const text = cleanText(written, field, longestOther, flags)
  if (text === null || !isPlaceholder(text)) return text
  flags.push({ rule: 'placeholder', field, found: text })
  return null
}

function cleanText(written: unknown, field: string, longest: number, flags: QualityFlag[]): string | null {
  if (typeof written !== 'string' || written === '') return null
  if (written.length <= longest && clean.test(written)) return written

  const start = written.slice(0, longest * writtenPerLetter)
  const rules = new Set<string>()
  let text = start
  let before: string
  let passes = 0
  do {
    before = text
    if (passes++ === mostPasses) text = text.replace(nesting, '')
    text = cleanOnce(text, longest, rules)
  } while (text !== before)
  if (text.includes('\ufffd')) rules.add('replacement-character')

  const found = rules.size === 0 ? '' : Array.from(start).slice(0, longestName).join('')
  for (const rule of rules) flags.push({ rule, field, found })
  return text === '' ? null : text
}

// Honest text is done after two or three; what still changes was nested on purpose.
const mostPasses = 8
const nesting = /[<>&"'“”„«»]/g

function cleanOnce(text: string, longest: number, rules: Set<string>): string {
  const change = (rule: string, from: string, to: string) => {
    if (from !== to) rules.add(rule)
    return to
  }
  const decoded = text.includes('&') ? change('html-entities', text, decodeEntities(text)) : text
  const plain = decoded.includes('<') ? change('html-tags', decoded, stripTags(decoded)) : decoded
  const undone = change('mojibake', plain, undoMojibake(plain))
  const spaced = undone.replace(whiteSpace, ' ')
  const visible = change('unicode', spaced, spaced.replace(invisible, '').normalize('NFC'))
  const tidy = withoutOuterQuotes(visible.trim())
  return tidy.length > longest ? change('too-long', tidy, cut(tidy, longest)) : tidy
}

// Controls, soft hyphens, zero widths, directions, fillers, private use, lone surrogates. A joiner stays
// between letters of scripts that need it (Persian, Hindi) and inside an emoji.
const invisible = new RegExp(
  '[\\p{Cc}\\p{Co}\\p{Cs}\\u00ad\\u061c\\u115f\\u1160\\u180e\\u200b\\u200e\\u200f\\u202a-\\u202e\\u2060-\\u206f]' +
    '|[\\u3164\\ufeff\\uffa0\\ufff9-\\ufffc]|(?<![^ -\\u024f])[\\u200c\\u200d]|[\\u200c\\u200d](?![^ -\\u024f])',
  'gu',
)
// Not the byte order mark, which JavaScript takes for white space.
const whiteSpace = /[^\S\ufeff]+/g

const quotes: [string, string][] = [
  ["''", "''"],
  ['"', '"'],
  ["'", "'"],
  ['“', '”'],
  ['„', '“'],
  ['«', '»'],
]

/** `"Baguette"` loses its quotes; `"Sweet" and "sour"` keeps them. */
function withoutOuterQuotes(text: string): string {
  for (const [open, close] of quotes) {
    if (text.length < open.length + close.length || !text.startsWith(open) || !text.endsWith(close)) continue
    const inner = text.slice(open.length, -close.length)
    // SQL writes a quote inside quotes twice: 'Reese''s Cups'.
    const single = open === "'" ? inner.replaceAll("''", '’') : inner
    if (single.includes(open) || single.includes(close)) continue
    return (open === "'" ? inner.replaceAll("''", "'") : inner).trim()
  }
  return text
}

function cut(text: string, longest: number): string {
  const letters = Array.from(text)
  return letters.length <= longest ? text : letters.slice(0, longest).join('').trim()
}
