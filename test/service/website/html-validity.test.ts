// Validates the HTML of every page type.
import { HtmlValidate } from 'html-validate'
import { describe, expect, it } from 'vitest'
import { withAllPages } from '../../support/all-pages.ts'

const site = await withAllPages()
const validator = new HtmlValidate({ extends: ['html-validate:standard'] })

async function errorsIn(html: string): Promise<string[]> {
  const { results } = await validator.validateString(html)
  return results.flatMap(({ messages }) =>
    messages.map(({ ruleId, message, selector }) => `${ruleId}: ${message} (${selector})`),
  )
}

describe('every page type', () => {
  it('is valid HTML', async () => {
    const found: Record<string, string[]> = {}
    for (const { name, answer } of site.kinds) {
      const errors = await errorsIn(answer.text)
      if (errors.length > 0) found[name] = errors
    }
    expect(found).toEqual({})
  })
  it('is a complete document with a title and one h1', () => {
    for (const { name, answer } of site.kinds) {
      expect(answer.headers['content-type'], name).toBe('text/html; charset=utf-8')
      expect(answer.text.match(/<h1[ >]/g), name).toHaveLength(1)
      expect(answer.text, name).toMatch(/^<!doctype html><html lang="en">/)
      expect(answer.text, name).toMatch(/<title>[^<]+<\/title>/)
    }
  })
})

it('detects invalid HTML', async () => {
  expect(await errorsIn('<!doctype html><p><ul></ul></p>')).not.toEqual([])
})
