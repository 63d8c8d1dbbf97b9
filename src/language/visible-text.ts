// What somebody wrote, without the characters that nobody can see.

// Control characters, soft hyphens, zero-width and direction marks, fillers, private use, lone surrogates. Joiners are kept
// between letters of scripts that need it (Persian, Hindi) and inside an emoji. Tags and series of variation selectors can hide a
// whole text, which an assistant would read and obey; a single selector chooses the form of a character.
const invisible = new RegExp(
  '[\\p{Cc}\\p{Co}\\p{Cs}\\u00ad\\u061c\\u115f\\u1160\\u180e\\u200b\\u200e\\u200f\\u202a-\\u202e\\u2060-\\u206f]' +
    '|[\\u{e0000}-\\u{e007f}]|(?<!\\p{Script=Han})[\\u{e0100}-\\u{e01ef}]|(?<=[\\ufe00-\\ufe0f])[\\ufe00-\\ufe0f]' +
    '|[\\u3164\\ufeff\\uffa0\\ufff9-\\ufffc]|(?<![^ -\\u024f])[\\u200c\\u200d]|[\\u200c\\u200d](?![^ -\\u024f])',
  'gu',
)
// Not the byte order mark, which JavaScript treats as white space.
const whiteSpace = /[^\S\ufeff]+/g

/** All white space, line breaks included, becomes single spaces. */
export const singleSpaced = (text: string): string => text.replace(whiteSpace, ' ')

/** In Unicode's composed form. */
export const visibleOnly = (text: string): string => text.replace(invisible, '').normalize('NFC')

/** Keeps lines and paragraphs, for texts that people write. */
export function visibleLines(text: string): string {
  return text
    .split(/\r\n|[\r\n\u2028\u2029]/)
    .map(line => visibleOnly(singleSpaced(line)).trim())
    .join('\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim()
}
