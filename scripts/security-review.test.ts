// Checks docs/explanation/security-review.md: each requirement once, a file for each that is met, and files that exist.
import { existsSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'

// Requirements of levels 1 and 2 per section of ASVS 5.0.0; they are numbered from 1.
const sections: Record<string, number> = {
  '1.1': 2,
  '1.2': 9,
  '1.3': 11,
  '1.4': 3,
  '1.5': 2,
  '2.1': 3,
  '2.2': 3,
  '2.3': 4,
  '2.4': 1,
  '3.2': 2,
  '3.3': 4,
  '3.4': 6,
  '3.5': 5,
  '3.7': 2,
  '4.1': 3,
  '4.2': 1,
  '4.3': 2,
  '4.4': 4,
  '5.1': 1,
  '5.2': 3,
  '5.3': 2,
  '5.4': 3,
  '6.1': 3,
  '6.2': 12,
  '6.3': 4,
  '6.4': 4,
  '6.5': 5,
  '6.6': 3,
  '6.8': 4,
  '7.1': 3,
  '7.2': 4,
  '7.3': 2,
  '7.4': 5,
  '7.5': 2,
  '7.6': 2,
  '8.1': 2,
  '8.2': 3,
  '8.3': 1,
  '8.4': 1,
  '9.1': 3,
  '9.2': 4,
  '10.1': 2,
  '10.2': 2,
  '10.3': 4,
  '10.4': 11,
  '10.5': 5,
  '10.6': 2,
  '10.7': 3,
  '11.1': 2,
  '11.2': 3,
  '11.3': 3,
  '11.4': 4,
  '11.5': 1,
  '11.6': 1,
  '12.1': 3,
  '12.2': 2,
  '12.3': 4,
  '13.1': 1,
  '13.2': 5,
  '13.3': 2,
  '13.4': 5,
  '14.1': 2,
  '14.2': 4,
  '14.3': 3,
  '15.1': 3,
  '15.2': 3,
  '15.3': 7,
  '16.1': 1,
  '16.2': 5,
  '16.3': 4,
  '16.4': 3,
  '16.5': 3,
  '17.1': 1,
  '17.2': 4,
  '17.3': 2,
}

const text = readFileSync('docs/explanation/security-review.md', 'utf8')
const rows = [
  ...text.matchAll(/^\| (\d+\.\d+\.\d+[^|]*) \| [^|]+ \| (met|not applicable|open) \| (.+) \|$/gm),
].map(([, numbers = '', state = '', reason = '']) => ({ requirements: expand(numbers), state, reason }))

/** `4.4.1–4.4.3, 5.1.1` are four requirements. */
function expand(numbers: string): string[] {
  return numbers.split(', ').flatMap(part => {
    const [, section = '', first = '', last = first] = /^(\d+\.\d+)\.(\d+)(?:–\1\.(\d+))?$/.exec(part) ?? []
    return Array.from(
      { length: Number(last) - Number(first) + 1 },
      (_, index) => `${section}.${Number(first) + index}`,
    )
  })
}

const filesIn = (words: string) =>
  [...words.matchAll(/`([^`\s]+)`/g)]
    .map(([, name = '']) => name)
    .filter(name => /[/.]|^Dockerfile$/.test(name))

it('lists each requirement of levels 1 and 2 once, in the chapter it belongs to', () => {
  const expected = Object.entries(sections).flatMap(([section, count]) =>
    Array.from({ length: count }, (_, index) => `${section}.${index + 1}`),
  )
  expect(expected).toHaveLength(253)
  expect(rows.flatMap(({ requirements }) => requirements).toSorted()).toEqual(expected.toSorted())
})

it('names files that exist, and at least one for each requirement that is met', () => {
  const withoutFile = rows.filter(({ state, reason }) => state === 'met' && filesIn(reason).length === 0)
  expect(withoutFile).toEqual([])
  expect([...new Set(filesIn(text))].filter(file => !existsSync(file))).toEqual([])
})

it('adds up in the summary', () => {
  const states = ['met', 'not applicable', 'open']
  const count = (chapter: string, state: string) =>
    rows
      .filter(row => row.state === state)
      .flatMap(({ requirements }) => requirements)
      .filter(number => chapter === '' || number.startsWith(`${chapter}.`)).length
  const chapters = [...text.matchAll(/^## V(\d+) (.+)$/gm)]
  const lines = chapters.map(
    ([, chapter = '', title]) =>
      `| V${chapter} ${title} | ${states.map(state => count(chapter, state)).join(' | ')} |`,
  )
  lines.push(`| all | ${states.map(state => count('', state)).join(' | ')} |`)
  expect(text).toContain(lines.join('\n'))
})
