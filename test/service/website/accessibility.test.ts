// Checks every page type with all default axe rules.
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { goTo } from '../../../lab/clients/pages.ts'
import { withAllPages } from '../../support/all-pages.ts'

const site = await withAllPages()
const axe = `${readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')};0`
const [phone, desktop] = [
  { width: 375, height: 812 },
  { width: 1280, height: 900 },
]
/** Dark mode changes only colours, so only these rules are repeated. */
const colorRules = { runOnly: { type: 'rule', values: ['color-contrast', 'link-in-text-block'] } }

type Violations = Record<string, string[]>

async function violationsOn(page: Page, options: object = {}): Promise<Violations> {
  // Finish transitions between colour schemes first.
  return page.evaluate<Violations>(`
    document.getAnimations().forEach(animation => animation.finish())
    axe.run(document, ${JSON.stringify({ ...options, resultTypes: ['violations'], preload: false })}).then(({ violations }) =>
      Object.fromEntries(violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html.slice(0, 200))])))`)
}

async function audit(page: Page): Promise<Record<string, Violations>> {
  await page.emulateMedia({ colorScheme: 'light' })
  await page.setViewportSize(phone)
  const phoneViolations = await violationsOn(page)
  await page.emulateMedia({ colorScheme: 'dark' })
  const darkViolations = await violationsOn(page, colorRules)
  await page.emulateMedia({ colorScheme: 'light' })
  await page.setViewportSize(desktop)
  return { phone: phoneViolations, 'dark mode': darkViolations, desktop: await violationsOn(page) }
}

it('finds no accessibility violations on any page', async () => {
  const found: Record<string, Violations> = {}
  const queue = [...site.kinds]
  const worker = async () => {
    const page = await site.website.visit('/robots.txt', { javaScriptEnabled: true })
    for (let kind = queue.shift(); kind; kind = queue.shift()) {
      await goTo(page, site.website.url, kind)
      // Evaluated by the browser because the Content-Security-Policy blocks injected scripts.
      await page.evaluate(axe)
      for (const [mode, violations] of Object.entries(await audit(page))) {
        if (Object.keys(violations).length > 0) found[`${kind.name}, ${mode}`] = violations
      }
    }
  }
  // Two pages in parallel.
  await Promise.all([worker(), worker()])
  expect(found).toEqual({})
}, 180_000)

it('detects a missing label', async () => {
  const page = await site.website.visit('/sign-in', { javaScriptEnabled: true })
  await page.evaluate(axe)
  await page.evaluate(`document.querySelector('label').remove()`)
  expect(Object.keys(await violationsOn(page))).toContain('label')
})
