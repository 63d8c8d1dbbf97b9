// A visitor's way from the first letter typed to the first request in the usage chart: with the mouse, by keyboard alone, and
// without JavaScript.
import { expect, it } from 'vitest'
import { ask } from '../../../lab/clients/http.ts'
import { pathOf, ways, withWebsite } from '../../support/browser.ts'

const website = withWebsite({}, { withFoods: true })
const password = 'seven lamps on a quiet boat'

it.each(ways)('leads from three letters to the first request $name', async way => {
  const { hasScript, press, type } = way
  const name = `visitor${ways.indexOf(way)}`
  const page = await website.visit('/', { javaScriptEnabled: hasScript })
  const main = page.locator('main')

  // Home: three letters, then a suggestion, or the results without JavaScript.
  await type(page, main.getByRole('combobox'), 'mil')
  if (hasScript) {
    await main.getByRole('option').first().waitFor()
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
  } else {
    await page.keyboard.press('Enter')
    await page.waitForURL('**/search?q=mil*')
    await press(page, page.locator('.food-name a').first())
  }
  await page.waitForURL('**/food/*')

  // Food: another portion changes the energy.
  const energy = page.locator('.figures').first()
  const before = await energy.innerText()
  await type(page, page.getByLabel('Amount'), '37')
  await page.keyboard.press('Enter')
  await expect.poll(() => energy.innerText()).not.toBe(before)

  // Compare it with a food like it.
  const food = await main.getByRole('heading', { level: 1 }).innerText()
  await press(page, main.getByRole('link', { name: 'Compare', exact: true }))
  await page.waitForURL(/\/compare\?foods=\d+$/)
  await press(page, main.getByRole('link', { name: /^Add / }).first())
  await page.waitForURL(/\/compare\?foods=\d+(?:,|%2C)\d+/)
  expect(await main.getByRole('table').innerText()).toContain(food)

  // Pricing, sign-up and the first key.
  await press(page, page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Pricing' }))
  await page.waitForURL('**/pricing')
  await press(page, page.locator('header').getByRole('link', { name: 'Get API key' }).first())
  await page.waitForURL('**/sign-up')
  await type(page, page.getByLabel('Username'), name)
  await type(page, page.getByLabel('Password', { exact: true }), password)
  await page.keyboard.press('Enter')
  await page.waitForURL('**/account')

  await page.goto(`${website.url}/account/keys/new`)
  await type(page, main.getByLabel('Name'), 'journey')
  await type(page, main.getByLabel('Your password'), password)
  await page.keyboard.press('Enter')
  const secret = await page.locator('.secret code').innerText()

  const { status } = await ask(website.service.apiUrl, '/search?q=milk', {
    headers: { authorization: `Bearer ${secret}` },
  })
  expect(status).toBe(200)
  await expect
    .poll(
      async () => {
        await page.goto(`${website.url}/account/usage`)
        return main.innerText()
      },
      { timeout: 120_000, interval: 500 },
    )
    .toMatch(/\/search/)
  expect(pathOf(page)).toBe('/account/usage')
})
