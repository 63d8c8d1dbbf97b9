// Repairs UTF-8 that was decoded as Windows-1252 or Latin-1 (`ThÃ©s`), where only one interpretation is possible.
//
// Of about 70 such names among 890,000 real ones, only 3 can be decoded as a whole: most were also title-cased afterwards
// (`Pã¢te`, `Napã\x93j`) or contain correct letters too (`Plã¡tano Gerblé`).

const special = '€‚ƒ„…†‡ˆ‰Š‹ŒŽ‘’“”•–—˜™š›œžŸ'
const specialBytes = [
  0x80, 0x82, 0x83, 0x84, 0x85, 0x86, 0x87, 0x88, 0x89, 0x8a, 0x8b, 0x8c, 0x8e, 0x91, 0x92, 0x93, 0x94, 0x95,
  0x96, 0x97, 0x98, 0x99, 0x9a, 0x9b, 0x9c, 0x9e, 0x9f,
]
const byteOf = new Map(Array.from(special, (letter, index) => [letter, specialBytes[index] ?? 0]))

const next = `[\\u0080-\\u00bf${special}]`
const suspect = new RegExp(`[\\u00c2-\\u00f4]${next}|[\\u0080-\\u009f]`)
const sequence = `[\\u00c2-\\u00df]${next}|[\\u00e0-\\u00ef]${next}{2}|[\\u00f0-\\u00f4]${next}{3}`
const sequences = new RegExp(sequence, 'g')
// Every non-ASCII character is part of a sequence.
const entirelyMojibake = new RegExp(`^(?:[\\x00-\\x7f]|${sequence})+$`)

// `Ã\x83\x97` is a × that was decoded wrongly twice; each pass makes the text shorter.
export function undoMojibake(text: string): string {
  if (!suspect.test(text)) return text
  const undone = undoWhole(text) ?? undoPieces(text)
  if (undone.length < text.length) return undoMojibake(undone)
  return /[\u0080-\u009f]/.test(undone) ? decodeControls(undone) : undone
}

function undoWhole(text: string): string | null {
  if (!entirelyMojibake.test(text)) return null
  let latin = 0
  let foreign = 0
  let doubtful = 0
  const undone = text.replace(sequences, (found, offset: number) => {
    const letter = decode(found)
    if (letter === null || !latinLetter.test(letter)) foreign++
    else if (mayBeIntended(text, offset, found)) doubtful++
    else latin++
    return letter ?? found
  })
  // A single `É®` decodes to an IPA letter and `é…”` to a Chinese one: non-Latin scripts need at least three letters.
  const isBetter = foreign > 0 ? foreign >= 3 && latin + doubtful <= foreign : latin > 0
  return isBetter ? undone : null
}

const latinLetter = /[\u00a0-\u017f\u2010-\u2122]/
const capital = /\p{Lu}/u
const anyLetter = /\p{L}/u
const endOfWord = /[®™©»”–—…°ºª]$/

/** `MANHÃ®` and `BLÅ™` end with a real sign after a capital; `IRMÃ’S` is a genitive. */
function mayBeIntended(text: string, offset: number, found: string): boolean {
  if (offset === 0 || !capital.test(text.charAt(offset - 1))) return false
  return found.endsWith('’') || (endOfWord.test(found) && !anyLetter.test(text.charAt(offset + found.length)))
}

// A capital Ã within a lower-case word, or before a control character, is never intended.
const capitals = new RegExp(
  `[ÃÄÅ][\\u0080-\\u009f]|(?<=\\p{Ll})Ã[\\u00a1-\\u00bf${special}]|Ã[\\u00a1-\\u00bf${special}](?=\\p{Ll})`,
  'gu',
)
// The same after title-casing. Not before ’ ” – … ´ or a soft hyphen, which may follow a genuine ã, å or ä.
const lowered =
  /ã(?:[\u0080-\u009f¡-¨ª¬¯±²³µ¶¸¹º¼-¿]|[“»®©«°](?=\p{Ll}))|[åä](?:[\u0080-\u009f]|»(?=\p{Ll}))/gu
const punctuation = /â(?:€[™˜œ\u009d“”¦¢]|\u0080[\u0093\u0094\u0098-\u009d\u00a6]|„¢)/g
const strayA = /(?<!\p{Lu})Â(?=[°®©ºª½¼¾²³´·«»£])/gu

function undoPieces(text: string): string {
  return text
    .replace(capitals, found => decode(found) ?? found)
    .replace(lowered, found => decode(found.toUpperCase())?.toLowerCase() ?? found)
    .replace(punctuation, found => decode(found) ?? found)
    .replace(strayA, '')
}

// Latin-1 control characters that represent Windows-1252 letters: `B\x9cuf`, `Hru\x9aka`, `L\x92ancienne`. Some sources
// have the letter twice (`B\x9coeuf`, `\x9cŒufs`, `d'\x92Amandes`); there the control character is removed later.
function decodeControls(text: string): string {
  return text
    .replace(/(?<!oe)\u009c(?=u)/g, 'œ')
    .replace(/\u008c(?<=\p{L}.)(?=u)/gu, 'œ')
    .replace(/\u008c(?=u)/g, 'Œ')
    .replace(/\u0092(?<=\p{L}.)(?=\p{L})/gu, '’')
    .replace(/[\u008a\u009a](?<=\p{L}.)(?=[\p{L}.])/gu, 'š')
    .replace(/\u0096/g, '–')
    .replace(/\u0099/g, '™')
}

/** The character that the bytes of a sequence encode in UTF-8; null if they are invalid. */
function decode(found: string): string | null {
  const others = found.length - 1
  let code = found.charCodeAt(0) & (0x3f >> others)
  for (const letter of found.slice(1)) {
    code = code * 64 + ((byteOf.get(letter) ?? letter.charCodeAt(0)) & 0x3f)
  }
  const isOverlong = code < (others === 1 ? 0x80 : others === 2 ? 0x800 : 0x10000)
  const isSurrogate = code >= 0xd800 && code <= 0xdfff
  return isOverlong || isSurrogate || code > 0x10ffff ? null : String.fromCodePoint(code)
}
