// Size budget of a first visit: HTML, stylesheet and scripts, without images.
import { gzipSync } from 'node:zlib'
import { beforeAll, expect, it } from 'vitest'
import { ask } from '../../../lab/clients/http.ts'
import { withAllPages } from '../../support/all-pages.ts'

const site = await withAllPages()
const maxPageBytes = 100_000
const maxScriptBytes = 30_000
const maxStyleBytes = 20_000

const assets = new Map<string, string>()

/** Assets referenced by a text, and by those assets. */
async function referencedAssets(text: string, found = new Set<string>()): Promise<Set<string>> {
  for (const [path] of text.matchAll(/\/assets\/[\w-]+\.(?:css|js)/g)) {
    if (found.has(path)) continue
    found.add(path)
    const content = assets.get(path) ?? (await ask(site.website.url, path)).text
    assets.set(path, content)
    await referencedAssets(content, found)
  }
  return found
}

const pageBytes: Record<string, number> = {}
beforeAll(async () => {
  for (const { name, answer } of site.kinds) {
    const contents = [...(await referencedAssets(answer.text))].map(path => assets.get(path) ?? '')
    pageBytes[name] = [answer.text, ...contents].reduce((sum, text) => sum + Buffer.byteLength(text), 0)
  }
})

it('keeps every page within the size limit, uncompressed', () => {
  // The API reference shows the whole specification on one page.
  const { 'docs-reference': reference = 0, ...others } = pageBytes
  expect(Object.entries(others).filter(([, bytes]) => bytes > maxPageBytes)).toEqual([])
  expect(reference).toBeLessThan(1.5 * maxPageBytes)
  expect(Object.keys(pageBytes).length).toBeGreaterThan(40)
})

it.each([
  ['.js', maxScriptBytes],
  ['.css', maxStyleBytes],
])('keeps all %s files within the compressed size limit', (extension, maxBytes) => {
  const texts = [...assets].filter(([path]) => path.endsWith(extension)).map(([, content]) => content)
  expect(texts.length).toBeGreaterThan(0)
  expect(texts.reduce((sum, text) => sum + gzipSync(text).length, 0)).toBeLessThan(maxBytes)
})
