// Emoji as the words of the foods that they show.
import { readYaml } from '../../language/read-yaml.ts'

const words = readYaml(new URL('./emoji.yaml', import.meta.url)) as Record<string, string>

/** Pictures in a row, each followed by whether it is shown in color; longer ones first, because they contain shorter ones. */
const pictures = new RegExp(
  `(?:${Object.keys(words)
    .sort((one, other) => other.length - one.length)
    .join('|')})\u{FE0F}?`,
  'gu',
)

/** "2 🥚" is "2 egg"; a picture that is repeated counts once, and a list of them is a list of foods. */
export function withEmojiAsWords(text: string): string {
  let previous = ''
  return text.replaceAll(pictures, (picture, offset: number) => {
    const word = words[picture.replace('\u{FE0F}', '')] ?? ''
    const isList = previous !== '' && text.slice(0, offset).trimEnd().endsWith(previous)
    const isRepeated = isList && words[previous.replace('\u{FE0F}', '')] === word
    previous = picture
    if (isRepeated) return ''
    return isList ? `, ${word} ` : ` ${word} `
  })
}
