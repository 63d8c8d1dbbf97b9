// Every kind of page by all the default rules of axe, without exceptions.
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { goTo } from '../../../lab/clients/pages.ts'
import { withAllPages } from '../../support/all-pages.ts'

const all = await withAllPages()
const axe = `${readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')};0`
const [phone, desk] = [
  { width: 375, height: 812 },
  { width: 1280, height: 900 },
]
/** The page is the same in the dark; only its colours are others. */
const colours = { runOnly: { type: 'rule', values: ['color-contrast', 'link-in-text-block'] } }

type Violations = Record<string, string[]>

async function violationsOn(page: Page, options: object = {}): Promise<Violations> {
  // Colours that are on their way from light to dark are not judged.
  return page.evaluate<Violations>(`
    document.getAnimations().forEach(animation => animation.finish())
    axe.run(document, ${JSON.stringify({ ...options, resultTypes: ['violations'], preload: false })}).then(({ violations }) =>
      Object.fromEntries(violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html.slice(0, 200))])))`)
}

async function judge(page: Page): Promise<Record<string, Violations>> {
  await page.emulateMedia({ colorScheme: 'light' })
  await page.setViewportSize(phone)
  const onPhone = await violationsOn(page)
  await page.emulateMedia({ colorScheme: 'dark' })
  const inTheDark = await violationsOn(page, colours)
  await page.emulateMedia({ colorScheme: 'light' })
  await page.setViewportSize(desk)
  return { 'on a phone': onPhone, 'in the dark': inTheDark, 'at a desk': await violationsOn(page) }
}

it('every page can be used by everybody', async () => {
  const found: Record<string, Violations> = {}
  const waiting = [...all.kinds]
  const work = async () => {
    const page = await all.website.visit('/robots.txt', { javaScriptEnabled: true })
    for (let kind = waiting.shift(); kind; kind = waiting.shift()) {
      await goTo(page, all.website.url, kind)
      // Not as a script of the page, which the Content-Security-Policy forbids.
      await page.evaluate(axe)
      for (const [look, violations] of Object.entries(await judge(page))) {
        if (Object.keys(violations).length > 0) found[`${kind.name}, ${look}`] = violations
      }
    }
  }
  // By two pages of the browser at once.
  await Promise.all([work(), work()])
  expect(found).toEqual({})
}, 180_000)

it('what is wrong would be seen', async () => {
  const page = await all.website.visit('/sign-in', { javaScriptEnabled: true })
  await page.evaluate(axe)
  await page.evaluate(`document.querySelector('label').remove()`)
  expect(Object.keys(await violationsOn(page))).toContain('label')
})
