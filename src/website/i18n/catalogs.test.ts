// TypeScript finds missing messages; this finds those that are empty, left in English or forget what English mentions.
import { globSync } from 'node:fs'
import { join } from 'node:path'
import { isValidElement } from 'preact'
import { describe, expect, it } from 'vitest'
import { type Locale, localeNames } from './locales.ts'

const websiteFolder = join(import.meta.dirname, '..')
const files = globSync('**/messages/index.ts', { cwd: websiteFolder }).sort()

type Messages = Record<string, unknown>

async function catalogsIn(file: string): Promise<Record<Locale, Messages>[]> {
  const exports = Object.values(await import(join(websiteFolder, file)))
  return exports.filter(isCatalog)
}

const isObject = (value: unknown): value is Messages =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && !isValidElement(value)

/** Languages differ in how many forms they have. */
const isPlural = (value: unknown): boolean => isObject(value) && 'other' in value && 'one' in value

function isCatalog(value: unknown): value is Record<Locale, Messages> {
  return isObject(value) && localeNames.every(locale => isObject(value[locale]))
}

/** Texts and functions by their path, such as `nutrients.fat_g`. */
function leavesOf(messages: unknown, path = ''): [path: string, leaf: unknown][] {
  if (!isPlural(messages) && (isObject(messages) || Array.isArray(messages)))
    return Object.entries(messages).flatMap(([key, value]) => leavesOf(value, `${path}.${key}`))
  return [[path.slice(1), messages]]
}

/** Words that are the same in both languages, such as names. A message of several words is hardly ever. */
const mayBeEqual = (text: string): boolean => text.trim().split(/\s+/).length < 4

describe.each(files)('%s', file => {
  it('has every message in every language', async () => {
    const catalogs = await catalogsIn(file)
    expect(catalogs.length).toBeGreaterThan(0)
    for (const catalog of catalogs) {
      const english = leavesOf(catalog.en)
      for (const locale of localeNames) {
        const translated = new Map(leavesOf(catalog[locale]))
        expect([...translated.keys()].sort(), locale).toEqual(english.map(([path]) => path).sort())
        for (const [path, leaf] of english) {
          const other = translated.get(path)
          const place = `${locale} ${path}`
          expect(typeof other, place).toBe(typeof leaf)
          if (typeof leaf === 'string') {
            expect(String(other).trim(), place).not.toBe('')
            if (locale !== 'en' && !mayBeEqual(leaf)) expect(other, place).not.toBe(leaf)
          }
        }
      }
    }
  })
})

it('finds the catalogs', () => {
  expect(files).toContain('messages/index.ts')
})
