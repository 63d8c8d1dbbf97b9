// Every kind of page is HTML as the standard has it.
import { HtmlValidate } from 'html-validate'
import { describe, expect, it } from 'vitest'
import { withAllPages } from '../../support/all-pages.ts'

const all = await withAllPages()
const validator = new HtmlValidate({ extends: ['html-validate:standard'] })

async function mistakesIn(html: string): Promise<string[]> {
  const { results } = await validator.validateString(html)
  return results.flatMap(({ messages }) =>
    messages.map(({ ruleId, message, selector }) => `${ruleId}: ${message} (${selector})`),
  )
}

describe('every kind of page', () => {
  it('is valid', async () => {
    const found: Record<string, string[]> = {}
    for (const { name, answer } of all.kinds) {
      const mistakes = await mistakesIn(answer.text)
      if (mistakes.length > 0) found[name] = mistakes
    }
    expect(found).toEqual({})
  })
  it('is a whole page with a name of its own', () => {
    for (const { name, answer } of all.kinds) {
      expect(answer.headers['content-type'], name).toBe('text/html; charset=utf-8')
      expect(answer.text.match(/<h1[ >]/g), name).toHaveLength(1)
      expect(answer.text, name).toMatch(/^<!doctype html><html lang="en">/)
      expect(answer.text, name).toMatch(/<title>[^<]+<\/title>/)
    }
  })
})

it('what is wrong would be seen', async () => {
  expect(await mistakesIn('<!doctype html><p><ul></ul></p>')).not.toEqual([])
})
