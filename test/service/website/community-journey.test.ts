// A wrong value, from the report of a reader to the correction on every node and back: with the mouse, by keyboard alone, and without
// JavaScript. The reader and the contributor use one node, the moderator another.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { TOTP } from 'otpauth'
import type { Locator, Page } from 'playwright-core'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { ask } from '../../../lab/clients/http.ts'
import { findFreePort } from '../../../lab/servers/free-port.ts'
import { startService } from '../../../lab/service.ts'
import type { RunningService } from '../../../src/main/serve.ts'
import { password } from '../../support/accounts.ts'
import { pathOf, send, type Way, ways, withWebsite } from '../../support/browser.ts'
import { addAuthor, addContribution, signUpWithRole } from '../../support/review.ts'

const folder = mkdtempSync(join(tmpdir(), 'larder-journey-'))
const label = join(folder, 'label.png')
const photoStore = { PHOTO_STORE: `file:${join(folder, 'photos')}` }
const website = withWebsite(photoStore, { withFoods: true })
let second: RunningService & { url: string }

beforeAll(async () => {
  const picture = { width: 300, height: 200, channels: 3, background: '#eee' } as const
  await sharp({ create: picture }).png().toFile(label)
  const port = await findFreePort()
  const url = `http://localhost:${port}`
  const service = await startService(website.stores, {
    WEB_PORT: String(port),
    WEB_PUBLIC_URL: url,
    ...photoStore,
  })
  second = Object.assign(service, { url })
})
afterAll(async () => {
  await second.stop()
  rmSync(folder, { recursive: true })
})

const link = (page: Page, name: string) => page.getByRole('link', { name, exact: true })
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })

it.each(ways)('corrects a value and undoes it $name', async way => {
  const { type, check, choose } = way
  /** Follows a link or sends a form. */
  async function follow(page: Page, target: Locator): Promise<void> {
    const opened = page.waitForEvent('domcontentloaded')
    await way.press(page, target)
    await opened
  }
  const options = { javaScriptEnabled: way.hasScript }

  const food = await foodFor(way)
  const nodes = [
    { apiUrl: website.service.apiUrl, url: website.url },
    { apiUrl: second.apiUrl, url: second.url },
  ]
  const corrected = Math.round(food.sugar_g * 10 - 5) / 10

  // A reader without an account reports the value.
  const reader = await website.visit(food.path, options)
  await follow(reader, link(reader, 'Report it'))
  await check(reader, reader.getByRole('radio', { name: /^A value/ }))
  await choose(reader, reader.getByLabel('Which value?'), 'Sugars')
  await type(reader, reader.getByLabel('What would be right?'), `${corrected} g`)
  // A form that is sent within seconds is refused, and can be sent again.
  await expect
    .poll(
      async () => {
        await follow(reader, button(reader, 'Send report'))
        return pathOf(reader)
      },
      { interval: 500 },
    )
    .toBe(`${food.path}/report/sent`)
  expect(await link(reader, 'Suggest the correction yourself').getAttribute('href')).toBe(
    `${food.path}/correct`,
  )

  // A contributor creates an account on the way to the form, and sends the value with a photo of the label.
  const contributor = await website.visit(food.path, options)
  await follow(contributor, link(contributor, 'Suggest a correction'))
  await follow(contributor, link(contributor, 'Create an account'))
  await signUp(contributor, `ada-${food.id}`)
  expect(pathOf(contributor)).toBe(`${food.path}/correct`)
  await type(contributor, contributor.getByLabel('Sugars'), String(corrected))
  const dialog = contributor.waitForEvent('filechooser')
  await way.press(contributor, contributor.getByLabel('Photo of the label'))
  await (await dialog).setFiles(label)
  await check(contributor, contributor.getByRole('checkbox'))
  await follow(contributor, button(contributor, 'Send'))
  expect(pathOf(contributor)).toBe('/account/contributions')

  // A moderator, who needs two-factor authentication, finds it on another node with the report and the photo, and accepts it.
  const moderator = await website.visit('/about', options)
  await moderator.goto(`${second.url}/sign-up`)
  await signUp(moderator, `mod-${food.id}`)
  await website.stores.sql(`update accounts set role = 'moderator' where name = $1`, [`mod-${food.id}`])
  await moderator.reload()
  await follow(moderator, link(moderator, 'Review'))
  await follow(moderator, link(moderator, 'Turn it on'))
  await type(moderator, moderator.getByLabel('Your password'), password)
  await follow(moderator, button(moderator, 'Set up'))
  const app = new TOTP({ secret: (await moderator.locator('.setup-key').textContent()) ?? '' })
  await type(moderator, moderator.getByLabel('6-digit code'), app.generate())
  await follow(moderator, button(moderator, 'Turn on'))
  await follow(moderator, link(moderator, 'Review'))
  await follow(moderator, link(moderator, food.name))
  const evidence = moderator.locator('.review-columns')
  expect(await evidence.innerText()).toContain(`Suggested: ${corrected} g`)
  const photo = moderator.getByRole('img', { name: 'Photo of the label' })
  await expect.poll(() => photo.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(300)
  const photoPath = (await photo.getAttribute('src')) ?? ''
  const other = await signUpWithRole(website, `other-${food.id}`, 'moderator')
  expect((await other.open(photoPath)).status).toBe(404)
  expect((await contributor.request.get(website.url + photoPath)).status()).toBe(404)

  const readers = [reader, await website.visit('/about', options)]
  const pages = nodes.map(({ url }) => url + food.path)
  for (const [n, page] of readers.entries()) await page.goto(pages[n] ?? '')
  const accepted = await decide('Accept')
  expect(await moderator.getByRole('status').first().innerText()).toContain('Accepted')
  await shownEverywhere(corrected, accepted)
  expect(await reader.locator('#history').innerText()).toMatch(/Corrected.*\s+Sugars: .* → /)

  // The report is closed, and the change undone.
  await follow(moderator, moderator.getByRole('link', { name: /^Reports/ }))
  await follow(moderator, link(moderator, food.name))
  await follow(moderator, button(moderator, 'Close the report'))
  await follow(moderator, moderator.getByRole('link', { name: /^Contributions/ }))
  await follow(moderator, link(moderator, food.name))
  await way.press(moderator, moderator.locator('summary', { hasText: 'Undo' }))
  await type(moderator, moderator.getByLabel('Why it is undone'), 'The label of another size')
  const undone = await decide('Undo')
  await shownEverywhere(food.sugar_g, undone)
  await contributor.reload()
  expect(await contributor.getByRole('main').innerText()).toContain('The label of another size')

  /** Presses the button; returns when the decision was sent, and the cursor before it. */
  async function decide(name: string) {
    const { json } = await ask(second.apiUrl, '/changes')
    const sent = moderator
      .waitForRequest(request => request.method() === 'POST')
      .then(() => performance.now())
    await follow(moderator, button(moderator, name))
    return { at: await sent, since: String(json.next) }
  }

  async function shownEverywhere(value: number, { at, since }: Awaited<ReturnType<typeof decide>>) {
    const took: string[] = []
    const eventually = async (what: string, read: () => Promise<unknown>, expected: unknown) => {
      await expect.poll(read, { interval: 50 }).toEqual(expected)
      took.push(`${what} ${Math.round(performance.now() - at)}`)
    }
    await Promise.all(
      nodes.flatMap(({ apiUrl }, n) => [
        eventually(`API ${n}`, async () => {
          const { id, sugar_g } = (await ask(apiUrl, `/food/${food.id}`)).json
          return [id, sugar_g]
        }, [food.id, value]),
        eventually(`changes ${n}`, async () => {
          const { changes } = (await ask(apiUrl, `/changes?since=${since}`)).json
          return changes.map((each: { food_id: number; change: string }) => [each.food_id, each.change])
        }, [[food.id, 'changed']]),
        eventually(`page ${n}`, async () => {
          const page = readers[n] as Page
          await page.reload()
          return [page.url(), await page.locator('.light', { hasText: 'Sugars' }).innerText()]
        }, [pages[n], expect.stringContaining(`${value.toFixed(1)}`)]),
      ]),
    )
    console.log(`${way.name}, ${value === corrected ? 'accepted' : 'undone'}, ms: ${took.join(', ')}`)
  }

  async function signUp(page: Page, name: string): Promise<void> {
    await type(page, page.getByLabel('Username'), name)
    await type(page, page.getByLabel('Password', { exact: true }), password)
    await follow(page, button(page, 'Create account'))
  }
})

/** Another one for each way. */
async function foodFor(way: Way) {
  const [food] = await website.stores.sql<{ id: number; name: string; sugar_g: number }>(
    `select id, name, sugar_g from foods where source = 'off' and sugar_g between 2 and carbs_g - 2 order by popularity desc, id
       offset $1 limit 1`,
    [ways.indexOf(way)],
  )
  if (food === undefined) throw new Error('the fixture foods have too few products')
  const { headers } = await ask(website.url, `/food/${food.id}`)
  return { ...food, path: headers.location ?? '' }
}

it('asks a second person to confirm a new food that nobody compared with a label, and undoes both', async () => {
  const mod = await signUpWithRole(website, 'mod', 'moderator')
  const added = await addContribution(website.stores, { accountId: await addAuthor(website.stores, 'lea') })
  await mod.send(`/review/${added}`, `/review/${added}/accept`, {})
  const find = async (apiUrl: string) => {
    const foods: { id: number; name: string }[] = (await ask(apiUrl, '/search?q=plum+jam')).json
    return foods.find(({ name }) => name === 'Plum Jam')?.id
  }
  const apiUrls = [website.service.apiUrl, second.apiUrl]
  for (const apiUrl of apiUrls) await expect.poll(() => find(apiUrl)).toBeDefined()
  const id = await find(second.apiUrl)

  const page = await website.visit(`/food/${id}`)
  const path = pathOf(page)
  await link(page, 'Confirm with the package in hand').click()
  await link(page, 'Create an account').click()
  await send(page, { Username: 'ben', Password: password }, 'Create account')
  expect(await page.getByRole('main').innerText()).toMatch(/Sugars\s+55 g/)
  await button(page, 'Confirm').click()
  await page.getByRole('alert').waitFor()
  await page.getByRole('checkbox').check()
  await button(page, 'Confirm').click()
  await page.waitForURL('**/account/contributions')

  const [sent] = await website.stores.sql<{ id: number }>(
    `select id from contributions where kind = 'confirmation' and food_id = $1`,
    [id],
  )
  await mod.send(`/review/${sent?.id}`, `/review/${sent?.id}/accept`, {})
  const shown = async () => (await ask(second.url, path)).text
  await expect.poll(shown).not.toContain('/confirm"')
  expect(await shown()).toContain('Confirmed by a second person')

  for (const undone of [sent?.id, added])
    await mod.send(`/review/${undone}`, `/review/${undone}/undo`, { reason: 'Not sold' })
  for (const apiUrl of apiUrls) await expect.poll(() => find(apiUrl)).toBeUndefined()
})
