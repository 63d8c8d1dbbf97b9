import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import { baseForm } from './inflection.ts'

const grammar = parse(readFileSync(new URL('./usda-grammar.yaml', import.meta.url), 'utf8')) as {
  heads: Record<string, unknown>
  classes: Record<string, string[]>
}

const baseOf = (phrase: string) => phrase.split(' ').map(baseForm).join(' ')

describe('usda-grammar.yaml', () => {
  it('names foods by their base forms', () => {
    const phrases = [
      ...Object.keys(grammar.heads),
      ...Object.keys(grammar.classes),
      ...Object.values(grammar.classes).flat(),
    ]
    expect(phrases.filter(phrase => baseOf(phrase) !== phrase)).toEqual([])
  })
})
