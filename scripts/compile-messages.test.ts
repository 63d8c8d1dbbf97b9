import { describe, expect, it } from 'vitest'
import type { Messages } from '../src/website/messages/compiled/index.ts'
import { messages } from '../src/website/messages/compiled/index.ts'
import { type CatalogFile, compileCatalog, findProblems } from './compile-messages.ts'

const catalogOf = (texts: Record<string, string>): CatalogFile =>
  Object.fromEntries(
    Object.entries(texts).map(([key, defaultMessage]) => [
      key,
      { defaultMessage, description: 'What it is for.' },
    ]),
  )

describe('a translation', () => {
  const english = {
    'area.plain': 'Some words of an English text',
    'area.values': '{count, plural, one {# food} other {# foods}} of {brand} in <link>the list</link>',
    'area.nested': '<b>Unknown is <code>null</code>.</b>',
    'area.choice': 'per {window, select, minute {minute} hour {hour} other {hour}}',
  }
  const italian = {
    'area.plain': 'Alcune parole',
    'area.values': '<link>Elenco</link>: {count, plural, one {# alimento} other {# alimenti}} di {brand}',
    'area.nested': '<b>Sconosciuto è <code>null</code>.</b>',
    'area.choice': '{window, select, minute {al minuto} hour {all’ora} other {all’ora}}',
  }

  it('may order its arguments as the language does', () => {
    expect(findProblems('it', catalogOf(italian), catalogOf(english))).toEqual([])
  })

  it.each<[change: Partial<Record<keyof typeof english | 'area.other', string>>, problem: string]>([
    [{ 'area.other': 'Altro' }, 'area.other: English has no such message. Delete it.'],
    [{ 'area.plain': ' ' }, 'area.plain: the text is empty.'],
    [{ 'area.plain': english['area.plain'] }, 'area.plain: the text is not translated.'],
    [{ 'area.plain': 'Parole {di più}' }, 'area.plain: it has a { or } in a wrong place.'],
    [{ 'area.plain': 'Parole <b>di più' }, 'area.plain: a tag such as <b> is not closed.'],
    [
      { 'area.plain': 'Parole di {brand}' },
      'area.plain: {brand} is not in the English text, which has: none.',
    ],
    [
      { 'area.values': '{count, number} di {brand}' },
      'area.values: <link>…</link> of the English text is missing.',
    ],
    [
      { 'area.values': '{count, number} di {brands} in <link>x</link>' },
      'area.values: {brands} is not in the English text, which has: {count}, {brand}, <link>…</link>.',
    ],
    [
      { 'area.values': '{count} di {brand} in <link>x</link>' },
      'area.values: {count} must be a number, as in English, not a text.',
    ],
    [
      { 'area.values': '{count, plural, one {uno}} di {brand} in <link>x</link>' },
      'area.values: the form “other” is missing.',
    ],
    [
      { 'area.values': '{count, plural, few {#} one {#} other {#}} di {brand} in <link>x</link>' },
      'area.values: the language has no plural form “few”; it has one, many, other.',
    ],
    [
      { 'area.values': '{count, plural, many {#} other {#}} di {brand} in <link>x</link>' },
      'area.values: the plural of {count} needs the form “one”.',
    ],
    [
      { 'area.choice': '{window, select, minuto {x} hour {y} other {y}}' },
      'area.choice: {window} must be a choice of hour, minute and other, as in English, not a choice of hour, minuto and other.',
    ],
  ])('is refused: %o', (change, problem) => {
    const found = findProblems('it', catalogOf({ ...italian, ...change }), catalogOf(english))
    expect(found.map(each => each.replace(/ The text is: .*/, ''))).toContain(`it.json, ${problem}`)
  })

  it('is needed for every message', () => {
    const { 'area.plain': _, ...incomplete } = italian
    expect(findProblems('it', catalogOf(incomplete), catalogOf(english))).toEqual([
      'it.json, area.plain: the translation is missing.',
    ])
  })

  it('has a description of its arguments in English', () => {
    const file: CatalogFile = { 'area.name': { defaultMessage: 'Hi {name}' } }
    expect(findProblems('en', file, file)).toEqual([
      'en.json, area.name: describe the arguments for translators in a "description".',
    ])
  })
})

it('compiles messages to templates, conditions and lists of parts', () => {
  const code = compileCatalog('pl', {
    'area.plain': { defaultMessage: 'A `b` {c}' },
    'area.forms': { defaultMessage: '{n, plural, =0 {none} one {# x} other {# y}} {m, number}' },
    'area.rich': { defaultMessage: 'To <link>{name}</link>.' },
    'area.branch': { defaultMessage: '{isNew, select, true {<b>New</b>} other {Old}}' },
  })
  expect(code.slice(code.indexOf('export'))).toBe(`export const pl: Messages = {
  area: {
    plain: v => \`A \\\`b\\\` \${v.c}\`,
    forms: v => \`\${(v.n === 0 ? "none" : pluralForm(v.n) === 'one' ? \`\${number(v.n)} x\` : \`\${number(v.n)} y\`)} \${number(v.m)}\`,
    rich: v => ["To ", v.link(v.name), "."],
    branch: v => [...(v.isNew === true ? [v.b("New")] : ["Old"])],
  },
}
`)
})

it('has types from English, so that a wrong argument does not compile', () => {
  const { shared, account, search } = messages.pl satisfies Messages
  expect(shared.foodCount({ count: 3 })).toBe('3 produkty')
  expect(search.useApi({ api: text => text.length })).toEqual(['Do automatycznych wyszukiwań użyj ', 3, '.'])
  // @ts-expect-error a number is needed
  account.lastDays({ days: '3' })
  // @ts-expect-error the name is wrong
  shared.foodCount({ number: 3 })
  // @ts-expect-error an argument is missing
  expect(() => shared.foodCount()).toThrow(TypeError)
  // @ts-expect-error a tag is missing
  expect(() => search.useApi({})).toThrow(TypeError)
})
