// The review in Chromium: by keyboard alone, on a phone, and for assistive technology.
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Page } from 'playwright-core'
import { beforeAll, expect, it } from 'vitest'
import type { WebVisitor } from '../../../lab/clients/web-visitor.ts'
import { pathOf, tabTo, withWebsite } from '../../support/browser.ts'
import { addAuthor, addContribution, proposedFood, signUpWithRole } from '../../support/review.ts'

const axe = `${readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')};0`
const website = withWebsite({}, { withFoods: true })
let ada: number
let mod: WebVisitor

beforeAll(async () => {
  ada = await addAuthor(website.stores, 'ada')
  mod = await signUpWithRole(website, 'mod', 'moderator')
})

let foods = 0
const addNew = (more: Partial<Parameters<typeof addContribution>[1]> = {}) =>
  addContribution(website.stores, {
    accountId: ada,
    proposed: { ...proposedFood, name: `Plum Jam ${++foods}` },
    ...more,
  })
const stateOf = async (id: number) =>
  (await website.stores.sql('select status, reason from contributions where id = $1', [id]))[0]

/** A browser with the session of the moderator. */
async function openAsModerator(path: string, options = {}): Promise<Page> {
  const page = await website.visit('/about', options)
  await page.context().addCookies(
    [...mod.cookies].map(([name, value]) => ({
      name,
      value,
      url: website.url.replace('http:', 'https:'),
      secure: true,
      httpOnly: true,
    })),
  )
  await page.goto(website.url + path)
  return page
}

it('decides three easy cases with single keys, and opens the next one after each', async () => {
  const ids = [await addNew(), await addNew(), await addNew()]
  const page = await openAsModerator(`/review/${ids[0]}`, { javaScriptEnabled: true })
  const took: number[] = []
  const decide = async (keys: string[], next: string) => {
    const started = performance.now()
    for (const key of keys) await page.keyboard.press(key)
    await page.waitForURL(website.url + next)
    took.push(Math.round(performance.now() - started))
  }
  await decide(['c', 'a'], `/review/${ids[1]}`)
  await decide(['r', 'ArrowDown', 'Enter'], `/review/${ids[2]}`)
  await decide(['a'], '/review')
  console.log(`milliseconds per case: ${took.join(', ')}`)
  expect(await Promise.all(ids.map(stateOf))).toMatchObject([
    { status: 'accepted' },
    { status: 'rejected', reason: expect.stringContaining('evidence') },
    { status: 'accepted' },
  ])
})

it('ignores keys in fields, with other keys, and where they are turned off', async () => {
  const id = await addNew()
  const page = await openAsModerator(`/review/${id}`, { javaScriptEnabled: true })
  await page.keyboard.press('q')
  await page.keyboard.type('arena?')
  await page.keyboard.press('Control+a')
  expect(pathOf(page)).toBe(`/review/${id}`)
  await page.getByLabel('Use single keys').uncheck()
  await page.locator('h1').click()
  await page.keyboard.press('a')
  await page.reload()
  await page.keyboard.press('a')
  expect(await page.getByLabel('Use single keys').isChecked()).toBe(false)
  expect(await stateOf(id)).toMatchObject({ status: 'pending' })
})

it('works by Tab and Enter without script', async () => {
  const id = await addNew()
  const page = await openAsModerator(`/review/${id}`)
  await tabTo(page, page.getByText('Ask the author').first())
  await page.keyboard.press('Enter')
  await tabTo(page, page.getByLabel('Question'))
  await page.keyboard.type('Drained?')
  await page.keyboard.press('Enter')
  await page.waitForURL(url => url.pathname !== `/review/${id}`)
  expect(await stateOf(id)).toMatchObject({ status: 'question', reason: 'Drained?' })
})

it.each([320, 1280])('is accessible and has no sideways scrolling at %i pixels', async width => {
  const [food] = await website.stores.sql<{ id: number }>(
    'select id from foods where sugar_g > 1 order by popularity desc limit 1',
  )
  const id = await addNew({
    kind: 'correction',
    foodId: food?.id ?? 0,
    proposed: {
      sugar_g: 7,
      brand: 'Kornhaus',
      name: 'A name that is long enough to need more than one line',
    },
    before: { sugar_g: 1, brand: null, name: 'Another' },
    note: 'From the label.',
  })
  await website.stores.sql(
    `insert into report_cases (food_id, kind, senders) values ($1, 'name', 1) on conflict do nothing`,
    [food?.id],
  )
  const [report] = await website.stores.sql<{ id: number }>('select id from report_cases')
  for (const path of ['/review', `/review/${id}`, '/review/reports', `/review/reports/${report?.id}`]) {
    const page = await openAsModerator(path, {
      javaScriptEnabled: true,
      viewport: { width, height: 900 },
      colorScheme: width === 320 ? 'dark' : 'light',
    })
    await page.evaluate("for (const part of document.querySelectorAll('main details')) part.open = true")
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(width)
    await page.evaluate(axe)
    const violations = await page.evaluate(
      'axe.run(document).then(({ violations }) => violations.map(({ id, nodes }) => [id, nodes[0].html]))',
    )
    expect(violations, path).toEqual([])
    const folder = process.env['SCREENSHOTS']
    if (folder)
      await page.screenshot({ path: `${folder}${path.replaceAll('/', '-')}-${width}.png`, fullPage: true })
  }
})
