import { globSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { messages } from '../messages/compiled/index.ts'
import { accountErrorText } from './account-error-text.ts'

it('has the English texts of src/accounts, which the API shows', () => {
  const english: Record<string, unknown> = messages.en.accountErrors
  const source = globSync('src/accounts/**/*.ts')
    .filter(file => !file.endsWith('.test.ts'))
    .map(file => readFileSync(file, 'utf8'))
    .join('\n')
  const texts = [...source.matchAll(/\bcode: '([a-z_]+)',\s+message:\s+'([^']*)'(?! \+)/g)]
  expect(texts.length).toBeGreaterThan(40)
  for (const [, code = '', text] of texts) expect(english[code], code).toBe(text)
})

it('has no text without an error', () => {
  const source = globSync('src/accounts/**/*.ts').map(file => readFileSync(file, 'utf8'))
  const used = source.flatMap(text => [...text.matchAll(/\bcode: '([a-z_]+)'/g)].map(found => found[1]))
  const all = new Set([...used, 'too_many_attempts_minutes'])
  expect(Object.keys(messages.en.accountErrors).toSorted()).toEqual([...all].toSorted())
})

it('shows values in the language of the reader', () => {
  const waiting = (seconds: number) => ({ code: 'too_many_attempts' as const, parameters: { seconds } })
  expect(accountErrorText('en', waiting(1))).toBe('Too many tries. Try again in a second.')
  expect(accountErrorText('de', waiting(45))).toContain('in 45 Sekunden')
  expect(accountErrorText('pl', waiting(180))).toContain('za 3 minuty')
})
