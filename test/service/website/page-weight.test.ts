// What a page weighs when nothing of it is kept yet: its HTML, the stylesheet and its scripts, without pictures.
import { gzipSync } from 'node:zlib'
import { beforeAll, expect, it } from 'vitest'
import { ask } from '../../../lab/clients/http.ts'
import { withAllPages } from '../../support/all-pages.ts'

const all = await withAllPages()
const heaviestPage = 100_000
const heaviestScript = 30_000
const heaviestStyle = 20_000

const files = new Map<string, string>()

/** The files that a text names, and those that they name. */
async function filesOf(text: string, found = new Set<string>()): Promise<Set<string>> {
  for (const [path] of text.matchAll(/\/assets\/[\w-]+\.(?:css|js)/g)) {
    if (found.has(path)) continue
    found.add(path)
    const content = files.get(path) ?? (await ask(all.website.url, path)).text
    files.set(path, content)
    await filesOf(content, found)
  }
  return found
}

const weights: Record<string, number> = {}
beforeAll(async () => {
  for (const { name, answer } of all.kinds) {
    const parts = [...(await filesOf(answer.text))].map(path => files.get(path) ?? '')
    weights[name] = [answer.text, ...parts].reduce((sum, part) => sum + Buffer.byteLength(part), 0)
  }
})

it('no page is heavy, even before it is compressed', () => {
  // The reference shows the whole contract at once.
  const { 'docs-reference': reference = 0, ...others } = weights
  expect(Object.entries(others).filter(([, bytes]) => bytes > heaviestPage)).toEqual([])
  expect(reference).toBeLessThan(1.5 * heaviestPage)
  expect(Object.keys(weights).length).toBeGreaterThan(40)
})

it.each([
  ['.js', heaviestScript],
  ['.css', heaviestStyle],
])('all %s together weighs little once compressed', (extension, heaviest) => {
  const texts = [...files].filter(([path]) => path.endsWith(extension)).map(([, content]) => content)
  expect(texts.length).toBeGreaterThan(0)
  expect(texts.reduce((sum, text) => sum + gzipSync(text).length, 0)).toBeLessThan(heaviest)
})
