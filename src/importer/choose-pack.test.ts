import { expect, it } from 'vitest'
import { choosePack } from './choose-pack.ts'

const address = new URL('https://food.example.org/packs/packs.json')
const sha256 = 'a'.repeat(64)
const pack = (name: string, country: string | null, foods: number, more = {}) => ({
  ...{ name, format: 'jsonl', country, foods, bytes: 1_000, sha256, url: `${name}.jsonl.gz` },
  ...more,
})
const index = {
  packs: [
    pack('de-small', 'de', 1_000),
    pack('de-large', 'de', 300_000),
    pack('world', null, 4_000_000),
    pack('de-sqlite', 'de', 900_000, { format: 'sqlite' }),
    pack('de-changes', 'de', 999_999, { delta_from: 'de-large' }),
    pack('no-checksum', 'fr', 5, { sha256: 'unknown' }),
    pack('other-protocol', 'fr', 5, { url: 'file:///etc/passwd' }),
    'not an entry',
  ],
}
const nameOf = (choice: Partial<Parameters<typeof choosePack>[2]>) =>
  choosePack(index, address, { countries: [], smallest: false, ...choice }).name

it.each([
  ['the largest of the country', { countries: ['Germany'] }, 'de-large'],
  ['the smallest of the country', { countries: ['Germany'], smallest: true }, 'de-small'],
  ['the one for all countries', {}, 'world'],
  ['a named one, whatever its country', { name: 'de-small' }, 'de-small'],
])('chooses %s', (_, choice, name) => {
  expect(nameOf(choice)).toBe(name)
})

it('resolves the URL of a pack, and names its country as the scope does', () => {
  const { url, country } = choosePack(index, address, { countries: ['Germany'], smallest: true })
  expect([url.href, country]).toEqual(['https://food.example.org/packs/de-small.jsonl.gz', 'Germany'])
})

it.each([
  [
    { countries: ['France'] },
    'has no JSONL pack for France. It offers: de-small (Germany), de-large (Germany)',
  ],
  [{ countries: ['Germany', 'Austria'] }, 'has no JSONL pack for Germany, Austria'],
  [{ name: 'de-sqlite' }, 'has no JSONL pack named de-sqlite'],
])('says what there is if nothing matches %j', (choice, message) => {
  expect(() => nameOf(choice)).toThrow(message)
})

it.each([null, [], {}, { packs: {} }])('rejects %j, which is no index', other => {
  expect(() => choosePack(other, address, { countries: [], smallest: false })).toThrow(
    'is not an index of packs',
  )
})
