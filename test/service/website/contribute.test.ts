// "Add a food", "Suggest a correction" and "My contributions", without JavaScript and by keyboard.
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { BrowserContextOptions, Page } from 'playwright-core'
import sharp from 'sharp'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { ask } from '../../../lab/clients/http.ts'
import { password } from '../../support/accounts.ts'
import { pathOf, send, tabTo, withWebsite } from '../../support/browser.ts'

const folder = mkdtempSync(join(tmpdir(), 'larder-contribute-'))
const photos = join(folder, 'photos')
const website = withWebsite({ PHOTO_STORE: `file:${photos}` }, { withFoods: true })
const label = join(folder, 'label.png')
let milk: { id: number; name: string; static_url: string; barcode: string }

beforeAll(async () => {
  milk = (await ask(website.service.apiUrl, '/search?q=whole+milk&limit=1')).json[0]
  const picture = { width: 300, height: 200, channels: 3, background: '#eee' } as const
  await writeFile(label, await sharp({ create: picture }).png().toBuffer())
})
beforeEach(() => website.stores.sql('truncate contributions cascade'))
afterAll(() => rmSync(folder, { recursive: true }))

let visitors = 0

/** Opens a page that needs an account, signs up and comes back to it. */
async function visitSignedIn(path: string, options?: BrowserContextOptions): Promise<Page> {
  const page = await website.visit(path, options)
  expect(pathOf(page)).toMatch(/\/sign-in$/)
  await page.goto(`${website.url}/sign-up`)
  await send(page, { Username: `visitor-${visitors++}`, Password: password }, 'Create account')
  expect(pathOf(page)).toBe(path)
  return page
}

const stored = () =>
  website.stores.sql<{ kind: string; proposed: object; before: object; photo_key: string | null }>(
    'select kind, proposed, before, photo_key, note, sent_with, status from contributions order by id',
  )

const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click()

describe('a new food', () => {
  it('is checked, keeps what was typed, and is sent', async () => {
    const page = await visitSignedIn('/contribute')
    const field = (name: string) => page.locator(`#food-${name}`)
    await field('name').fill('Zwetschgenmus Probe')
    await field('serving_size_g').fill('20')
    await field('calories_kcal').fill('1004')
    await page.getByLabel('Energy: unit').selectOption('kJ')
    await field('carbs_g').fill('52')
    await field('sugar_g').fill('55')
    await press(page, 'Check')
    expect(await page.locator('#checks').innerText()).toContain('More sugar than carbohydrates')
    expect(await field('sugar_g').inputValue()).toBe('55')
    expect(await page.getByLabel('Energy: unit').inputValue()).toBe('kJ')
    expect(await page.locator('[data-other="sugar_g"]').innerText()).toBe('= 11 per 20 g')
    expect(await stored()).toEqual([])

    await press(page, 'Send')
    expect(await page.locator('.error-summary').innerText()).toContain('Agree to the license')
    await page.getByRole('checkbox').check()
    await press(page, 'Send')
    expect(pathOf(page)).toBe('/account/contributions')
    expect(await stored()).toMatchObject([
      {
        kind: 'new',
        proposed: { name: 'Zwetschgenmus Probe', calories_kcal: 239.962, sugar_g: 55, carbs_g: 52 },
        sent_with: 'website',
      },
    ])
    await page.getByText('to be reviewed').waitFor()
    await press(page, 'Withdraw: Zwetschgenmus Probe')
    await page.getByText('The contribution was withdrawn.').waitFor()
  })

  it('shows errors next to their fields', async () => {
    const page = await visitSignedIn('/contribute')
    await page.locator('#food-fat_g').fill('much')
    await page.locator('#food-barcode').fill('12')
    await press(page, 'Check')
    for (const [field, text] of [
      ['name', 'Enter the name'],
      ['fat_g', 'Enter a number'],
      ['barcode', 'not a barcode'],
    ]) {
      expect(await page.locator(`#food-${field}-problem`).innerText()).toContain(text)
      expect(await page.locator(`#food-${field}`).getAttribute('aria-invalid')).toBe('true')
    }
    expect(await page.locator('#food-fat_g').inputValue()).toBe('much')
  })

  it('shows the food that has the barcode, and those of the same name', async () => {
    const page = await visitSignedIn('/contribute')
    await page.locator('#food-name').fill(milk.name)
    await page.locator('#food-barcode').fill(milk.barcode)
    await press(page, 'Check')
    const link = page.locator('#checks').getByRole('link', { name: 'Suggest a correction of it instead' })
    expect(await link.getAttribute('href')).toMatch(new RegExp(`^/food/${milk.id}-.*/correct$`))
    await page.locator('#food-barcode').fill('')
    await press(page, 'Check')
    expect(await page.locator('#checks').innerText()).toContain('similar name')
  })

  it('says why something is no food', async () => {
    const page = await visitSignedIn('/contribute')
    await page.locator('#food-name').fill('Shampoo')
    await press(page, 'Check')
    expect(await page.locator('#food-name-problem').innerText()).toContain('not a food')
  })
})

describe('a correction', () => {
  it('is sent with a photo by keyboard, and has only what was changed', async () => {
    const page = await visitSignedIn(`${milk.static_url}/correct`, { javaScriptEnabled: true })
    const sugar = page.locator('#food-sugar_g')
    const before = Number(await sugar.inputValue())
    await tabTo(page, sugar)
    await page.keyboard.press('ControlOrMeta+a')
    await page.keyboard.type('4.3')
    await tabTo(page, page.locator('#food-photo'))
    // What Enter opens is a dialog of the system.
    await page.locator('#food-photo').setInputFiles(label)
    await tabTo(page, page.getByRole('checkbox'))
    await page.keyboard.press('Space')
    await tabTo(page, page.getByRole('button', { name: 'Send', exact: true }))
    await page.keyboard.press('Enter')
    await page.waitForURL('**/account/contributions')
    const [contribution] = await stored()
    expect(contribution).toMatchObject({
      kind: 'correction',
      proposed: { sugar_g: 4.3 },
      before: { sugar_g: expect.closeTo(before) },
    })
    expect(readdirSync(photos)).toContain(`${contribution?.photo_key}.jpg`)
  })

  it('is refused where nothing was changed', async () => {
    const page = await visitSignedIn(`${milk.static_url}/correct`)
    await press(page, 'Check')
    expect(await page.locator('.error-summary').innerText()).toContain('Nothing differs')
  })

  it('is offered on the page of the food', async () => {
    const page = await website.visit(milk.static_url)
    await page.getByRole('link', { name: 'Suggest a correction' }).click()
    expect(pathOf(page)).toBe('/sign-in')
  })
})

it('shows the question of a reviewer, and sends the answer', async () => {
  const page = await visitSignedIn('/contribute')
  await page.locator('#food-name').fill('Zwetschgenmus Probe')
  await page.getByRole('checkbox').check()
  await press(page, 'Send')
  await website.stores.sql(`update contributions set status = 'question', reason = 'Which shop?'`)
  await page.goto(`${website.url}/account/contributions`)
  await page.getByText('Which shop?').waitFor()
  await send(page, { 'Your answer': 'The market hall' }, 'Send answer')
  await page.getByText('The market hall').waitFor()
  expect(await stored()).toMatchObject([{ status: 'pending' }])
})

it('fits 320 pixels, has no violations that axe finds, and converts while somebody types', async () => {
  const page = await visitSignedIn('/contribute', {
    javaScriptEnabled: true,
    viewport: { width: 320, height: 700 },
  })
  await page.locator('#food-serving_size_g').fill('50')
  await page.locator('#food-sugar_g').fill('10')
  expect(await page.locator('[data-other="sugar_g"]').innerText()).toBe('= 5 per 50 g')
  await page.getByLabel('Per serving').check()
  expect(await page.locator('[data-other="sugar_g"]').innerText()).toBe('= 20 per 100 g')
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320)
  await page.evaluate(await axeSource())
  const violations = await page.evaluate(
    `axe.run().then(({ violations }) => violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)]))`,
  )
  expect(violations).toEqual([])
})

async function axeSource(): Promise<string> {
  const { source } = createRequire(import.meta.url)('axe-core') as { source: string }
  return source
}
