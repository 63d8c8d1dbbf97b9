import { expect, it } from 'vitest'
import { parseSynonyms } from './parse-synonyms.ts'

const parse = (text: string) => parseSynonyms(text, 'my-synonyms.txt')

it('reads names that mean the same, names that lead to others, comments and empty lines', () => {
  const text = '\ufeff# Vegetables\r\nAubergine, Eggplants\r\n\r\nbiscuit => Cookie # US\r\n'
  const rules = parse(text)
  expect(
    rules.map(({ phrases, targets }) => [phrases, targets].map(names => names.map(({ words }) => words))),
  ).toEqual([
    [
      ['aubergine', 'eggplants'],
      ['aubergine', 'eggplants'],
    ],
    [['biscuit'], ['cookie']],
  ])
  expect(rules[0]?.targets[1]?.key).toBe('eggplant')
})

it.each([
  ['aubergine', '"aubergine" is a single name. Write names separated by commas'],
  ['ham, , egg', 'a name is missing next to a comma'],
  ['biscuit =>', 'a name is missing next to a comma or an arrow'],
  ['biscuit = cookie', '"biscuit = cookie" has a character that no name has'],
  ['biscuit -> cookie', 'has a character that no name has'],
  ['ham => egg => milk', 'two arrows'],
  ['egg, eggs', 'forms of the same words'],
  ['bread with butter and some jam, snack', '"bread with butter and some jam" has more than 4 words'],
  ['of, egg', '"of" has no word that can be searched'],
  ['!!, egg', '"!!" has no word'],
])('rejects %s and names the file and the line', (line, message) => {
  expect(() => parse(`# mine\n\n${line}\n`)).toThrow(`my-synonyms.txt, line 3: `)
  expect(() => parse(`# mine\n\n${line}\n`)).toThrow(message)
})
