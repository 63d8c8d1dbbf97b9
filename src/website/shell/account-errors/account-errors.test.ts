import { globSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { accountErrorText, accountErrorTexts } from './index.ts'

it('has a text for every code in every language, and no other', () => {
  const source = globSync('src/accounts/**/*.ts').map(file => readFileSync(file, 'utf8'))
  const used = new Set(
    source.flatMap(text => [...text.matchAll(/\bcode: '([a-z_]+)'/g)].map(found => found[1])),
  )
  for (const texts of Object.values(accountErrorTexts))
    expect(Object.keys(texts).toSorted()).toEqual([...used].toSorted())
})

it('shows values in the language of the reader, and the message itself in English', () => {
  const error = {
    code: 'too_many_attempts' as const,
    parameters: { seconds: 45 },
    message: 'Too many tries.',
  }
  expect(accountErrorText('en', error)).toBe('Too many tries.')
  expect(accountErrorText('de', error)).toContain('in 45 Sekunden')
  expect(accountErrorText('pl', { ...error, parameters: { seconds: 180 } })).toContain('za 3 minuty')
})
