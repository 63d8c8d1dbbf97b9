// <larder-search> in Chromium, against a running service with the demo foods.
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { gzipSync } from 'node:zlib'
import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, it } from 'vitest'
import { bundle, withBrowserApps } from '../support/browser-app.ts'
import { withDemoService } from '../support/demo-service.ts'
import { accountKey, namedKey } from '../support/keys.ts'

const demo = withDemoService()
const apps = withBrowserApps()
const elementFile = 'packages/search-element/src/index.ts'
const axe = `${readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')};0`

let script: string
beforeAll(async () => {
  script = await bundle(elementFile)
})

/** A page with the element in a form, which records what is selected, requested and reported as an error. */
async function open(attributes = `api-url="${demo.service.apiUrl}" name="food"`) {
  const page = await apps.open({
    files: { '/element.js': script },
    html: `<!doctype html>
      <html lang="en">
        <meta name="viewport" content="width=device-width">
        <meta http-equiv="Content-Security-Policy" content="style-src 'none'; require-trusted-types-for 'script'">
        <title>Diary</title>
        <script type="module" src="/element.js"></script>
        <main>
          <h1>Diary</h1>
          <form><label for="food">Add a food</label> <larder-search id="food" ${attributes}></larder-search></form>
          <a href="/">Next</a>
        </main>
      </html>`,
  })
  await page.evaluate(`
    window.selected = []
    document.addEventListener('larder-select', event => selected.push(event.detail))`)
  const searches: string[] = []
  page.on('request', request => {
    const { pathname, searchParams } = new URL(request.url())
    if (pathname === '/search') searches.push(searchParams.get('q') ?? '')
  })
  const input = page.getByRole('combobox')
  return {
    page,
    input,
    options: page.getByRole('option'),
    searches,
    selected: () => page.evaluate<{ name: string; calories_kcal: number | null }[]>('selected'),
    formValue: () => page.evaluate<string | null>(`new FormData(document.forms[0]).get('food')`),
    statusText: () => page.getByRole('status').textContent(),
  }
}

async function violationsOn(page: Page): Promise<unknown[]> {
  await page.evaluate(axe)
  return page.evaluate(`axe.run(document, { resultTypes: ['violations'] }).then(({ violations }) =>
    violations.map(({ id, nodes }) => [id, nodes.map(({ html, failureSummary }) => html + failureSummary)]))`)
}

/** Timers of the page then fire only when the test advances the clock. */
async function stopClock(page: Page): Promise<void> {
  await page.clock.install()
  await page.clock.pauseAt(Date.now() + 1_000)
}

const activeOption = (page: Page) => page.locator('[role=option][aria-selected=true]')

describe('<larder-search>', () => {
  it('finds foods while typing, with one request after a pause', async () => {
    const { input, options, searches, statusText, page } = await open()
    await stopClock(page)
    await input.pressSequentially('whole mil')
    expect(searches).toEqual([])
    await page.clock.runFor(200)
    await options.first().waitFor()
    expect(searches).toEqual(['whole mil'])
    expect(await options.first().textContent()).toBe('Whole Milk Fernhollow Dairy 62 kcal per 100 g')
    expect(await statusText()).toBe(`${await options.count()} foods found`)
    expect(await input.getAttribute('aria-expanded')).toBe('true')
    const credit = page.getByRole('link', { name: 'Open Food Facts' })
    expect(await credit.isVisible()).toBe(true)
  })

  it('never shows an unknown energy as a number', async () => {
    const { input, options } = await open()
    await input.fill('banana custard baby porridge')
    const porridge = options.filter({ hasText: 'Baby Porridge' })
    expect(await porridge.textContent()).toBe('Banana & Custard Baby Porridge Acornling energy unknown')
  })

  it('is operated by keyboard', async () => {
    const { input, options, page, selected, formValue } = await open()
    await input.fill('milk')
    await options.first().waitFor()
    const names = await options.allTextContents()
    const active = async () => names.indexOf((await activeOption(page).textContent()) ?? '')
    const visited: number[] = []
    for (const key of ['ArrowDown', 'ArrowDown', 'End', 'ArrowDown', 'ArrowUp', 'Home']) {
      await input.press(key)
      visited.push(await active())
    }
    expect(visited).toEqual([0, 1, 7, 0, 7, 0])
    expect(await input.getAttribute('aria-activedescendant')).toBe(
      await activeOption(page).getAttribute('id'),
    )
    await input.press('Escape')
    expect([await options.count(), await input.inputValue()]).toEqual([0, 'milk'])
    await input.press('ArrowDown')
    await input.press('ArrowDown')
    await input.press('Enter')
    const [food] = await selected()
    expect(names[0]).toContain(food?.name)
    expect(await input.inputValue()).toBe(food?.name)
    expect(await formValue()).toBe(await page.evaluate('String(selected[0].id)'))
    expect(await input.getAttribute('aria-expanded')).toBe('false')
    await input.press('Escape')
    expect([await input.inputValue(), await formValue()]).toEqual(['', null])
  })

  it('leaves Home and End to the text unless an option is active', async () => {
    const { input, options, page } = await open()
    await input.fill('milk')
    await options.first().waitFor()
    await input.press('Home')
    await page.keyboard.type('x')
    expect(await input.inputValue()).toBe('xmilk')
  })

  it('selects by pointer, and forgets the food when its name is edited or the form is reset', async () => {
    const { input, options, page, selected, formValue } = await open()
    await input.fill('reduced fat milk')
    await options.filter({ hasText: '2% Reduced Fat Milk' }).click()
    expect(await selected()).toMatchObject([{ name: '2% Reduced Fat Milk', calories_kcal: 51 }])
    expect(await formValue()).not.toBeNull()
    await input.press('Backspace')
    expect(await formValue()).toBeNull()
    await options.first().click()
    await page.evaluate('document.forms[0].reset()')
    expect([await input.inputValue(), await formValue()]).toEqual(['', null])
  })

  it('takes its name from the label, closes when the focus leaves it and is disabled with its fieldset', async () => {
    const { input, options, page } = await open()
    await page.getByText('Add a food').click()
    expect(await page.evaluate('document.activeElement.id')).toBe('food')
    expect(await page.getByRole('combobox', { name: 'Add a food' }).count()).toBe(1)
    await input.fill('milk')
    await options.first().waitFor()
    // The two links of the credit can be reached from the field.
    for (let tabs = 0; tabs < 2; tabs++) await page.keyboard.press('Tab')
    expect(await options.first().isVisible()).toBe(true)
    await page.keyboard.press('Tab')
    expect(await options.count()).toBe(0)
    await page.evaluate(`document.getElementById('food').setAttribute('disabled', '')`)
    expect(await input.isDisabled()).toBe(true)
  })

  it('drops the response to an older search', async () => {
    const { input, options, page, searches } = await open()
    await page.route('**/search?q=granola*', async route => {
      await new Promise(resolve => setTimeout(resolve, 600))
      await route.continue().catch(() => undefined)
    })
    const aborted = page.waitForEvent('requestfailed')
    await input.fill('granola')
    await expect.poll(() => searches).toEqual(['granola'])
    await input.fill('tofu')
    await options.filter({ hasText: 'Tofu' }).first().waitFor()
    expect((await aborted).url()).toContain('granola')
    await page.waitForTimeout(500)
    expect(await options.filter({ hasText: 'Granola' }).count()).toBe(0)
  })

  it('says in words that nothing was found, and what failed', async () => {
    const { input, page, statusText } = await open()
    const messageAfter = async (text: string) => {
      await input.fill(text)
      await page.locator('#message', { hasText: /^(?!Searching)./ }).waitFor()
      const message = await page.locator('#message').textContent()
      expect(await statusText()).toBe(message)
      await input.fill('')
      return message
    }
    expect(await messageAfter('zzqqxxyy')).toBe('No food found for “zzqqxxyy”')
    await page.route('**/search?*', route => route.abort())
    expect(await messageAfter('milk')).toMatch(/^The food search cannot be reached\./)
    await page.unroute('**/search?*')
    const setAttribute = (name: string, value: string) =>
      page.evaluate(`document.getElementById('food').setAttribute('${name}', '${value}')`)
    await setAttribute('api-key', 'no-such-key')
    expect(await messageAfter('milk')).toBe('The food search does not accept this API key or address.')
    await setAttribute('api-url', '')
    expect(await messageAfter('milk')).toMatch(/api-url is missing/)
  })

  it('waits as long as the rate limit requires, says so, and then searches', async () => {
    await accountKey(demo.stores, 'element', 'pro')
    const { key } = await namedKey(demo.stores, 'element', 'page', 'read', { capPerMinute: 1 })
    const { input, options, page, searches, statusText } = await open(
      `api-url="${demo.service.apiUrl}/" api-key="${key}" limit="3"`,
    )
    await stopClock(page)
    await input.fill('cola')
    await page.clock.runFor(200)
    await options.first().waitFor()
    expect(await options.count()).toBe(3)
    await input.fill('milk')
    await page.clock.runFor(200)
    await expect.poll(statusText).toMatch(/^Too many searches\. Please wait \d+ seconds\.$/)
    await input.fill('tofu')
    await page.clock.runFor(2_000)
    expect(searches).toEqual(['cola', 'milk'])
    await page.clock.runFor(60_000)
    await expect.poll(() => searches).toEqual(['cola', 'milk', 'tofu'])
  })

  it('has no accessibility violations: closed, open, without results, in light and dark', async () => {
    const { input, options, page } = await open()
    expect(await violationsOn(page)).toEqual([])
    await input.fill('milk')
    await options.first().waitFor()
    await input.press('ArrowDown')
    expect(await violationsOn(page)).toEqual([])
    await page.evaluate(`document.documentElement.style.colorScheme = 'dark'`)
    expect(await violationsOn(page)).toEqual([])
    await input.fill('zzqqxxyy')
    await page.locator('#message', { hasText: 'No food' }).waitFor()
    expect(await violationsOn(page)).toEqual([])
  })

  it('is smaller than 6 KB without the client', async () => {
    const alone = await bundle(elementFile, ['@larder/client'])
    const bytes = gzipSync(alone).length
    console.log(
      `@larder/search-element: ${bytes} bytes gzipped without the client, ${gzipSync(script).length} with it`,
    )
    expect(bytes).toBeLessThan(6_000)
  })
})
