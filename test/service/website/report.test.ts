// The form to report a mistake in a food.
import { setTimeout as wait } from 'node:timers/promises'
import { beforeAll, describe, expect, it } from 'vitest'
import { ask } from '../../../lab/clients/http.ts'
import { visitWebsite } from '../../../lab/clients/web-visitor.ts'
import { keySecret } from '../../../lab/service.ts'
import { localeNames, pathIn } from '../../../src/website/i18n/locales.ts'
import { messages } from '../../../src/website/messages/compiled/index.ts'
import { stampForm } from '../../../src/website/report/form-check.ts'
import { pathOf, tabTo, withWebsite } from '../../support/browser.ts'

const website = withWebsite({ TRUSTED_PROXIES: '127.0.0.1,::1' }, { withFoods: true })

let id = 0
let foodPath = ''
let path = ''
beforeAll(async () => {
  const [milk] = await website.stores.sql<{ id: number }>(
    "select id from foods where barcode = '0015887170128'",
  )
  id = milk?.id ?? 0
  foodPath = (await ask(website.url, `/food/${id}`)).headers.location ?? ''
  path = `${foodPath}/report`
})

let address = 0
const visitFrom = (ipAddress = `203.0.113.${++address}`) =>
  visitWebsite(website.url, { 'x-forwarded-for': ipAddress })

/** As if the form had been open for a while. */
const openedBefore = (ms: number) => stampForm(keySecret, id, Date.now() - ms)

const lastReport = async () => {
  const [row] = await website.stores.sql(
    `select food_id, kind, field, note, suggested, reply_address, locale, senders
       from reports join report_cases on report_cases.id = case_id order by reports.id desc limit 1`,
  )
  return row
}

describe('the form', () => {
  it('is linked from the food page, which is the same for everybody', async () => {
    const { text, headers } = await ask(website.url, foodPath)
    expect(text).toContain(`Something wrong? <a href="${path}" rel="nofollow">Report it</a>.`)
    expect(text).not.toContain('form_token')
    expect(headers['set-cookie']).toBeUndefined()
    expect(headers['cache-control']).toContain('public')
  })

  it('is at one address for each food, and for nobody to index or cache', async () => {
    const visitor = visitFrom()
    const { status, headers } = await visitor.open(`/food/${id}/report`)
    expect([status, headers.location]).toEqual([301, path])
    const form = await visitor.open(path)
    expect(form.text).toContain('<meta name="robots" content="noindex"/>')
    expect(form.headers['cache-control']).not.toContain('public')
    expect((await visitor.open('/food/999999999/report')).status).toBe(404)
    expect((await visitor.open('/food/999999999/report/sent')).status).toBe(404)
    expect((await ask(website.url, '/robots.txt')).text).toContain('Disallow: /*/report$')
  })

  it('stores a report and says what happens next', async () => {
    const { status, headers } = await visitFrom().send(path, path, {
      kind: 'value',
      field: 'fat_g',
      suggested: '3.5 g',
      note: 'See\r\nthe label',
      email: ' anna@example.org ',
      opened: openedBefore(10_000),
    })
    expect([status, headers.location]).toEqual([303, `${path}/sent`])
    expect(await lastReport()).toEqual({
      food_id: id,
      kind: 'value',
      field: 'fat_g',
      suggested: '3.5 g',
      note: 'See\nthe label',
      reply_address: 'anna@example.org',
      locale: 'en',
      senders: 1,
    })
    const { text } = await visitFrom().open(`${path}/sent`)
    expect(text).toContain('What happens next')
  })

  it('ignores the value if something else is wrong', async () => {
    await visitFrom().send(path, path, { kind: 'name', field: 'fat_g', opened: openedBefore(10_000) })
    expect(await lastReport()).toMatchObject({ kind: 'name', field: null })
  })

  it.each(localeNames)('is in %s, and so is what follows', async locale => {
    const t = messages[locale].report
    const localPath = pathIn(locale, path)
    const visitor = visitFrom()
    const form = await visitor.open(localPath)
    for (const words of [t.title, t.whatIsWrong, t.kinds.rights, t.submit])
      expect(form.text.replaceAll('&#39;', '’')).toContain(words)
    const rejected = await visitor.sendFrom(form, localPath, {})
    expect(rejected.text).toContain(t.problems.kind)
    // The links to other languages lead to the form.
    for (const other of localeNames.filter(name => name !== locale))
      expect(rejected.text).toContain(`href="${pathIn(other, path)}"`)
    const sent = await visitor.sendFrom(rejected, localPath, { kind: 'image', opened: openedBefore(9_000) })
    expect(sent.headers.location).toBe(`${localPath}/sent`)
    expect(await lastReport()).toMatchObject({ kind: 'image', locale })
  })

  it('needs the token of the browser', async () => {
    const visitor = visitFrom()
    const form = await visitor.open(path)
    const { status } = await visitFrom().sendFrom(form, path, { kind: 'image', opened: openedBefore(9_000) })
    expect(status).toBe(403)
  })
})

describe('a form that is not accepted', () => {
  const typed = {
    kind: 'barcode',
    suggested: '4006381333931',
    note: 'One & <two>',
    email: 'anna@example.org',
  }

  it.each<[string, Record<string, string>, string]>([
    ['without a kind', { kind: '' }, 'Choose what is wrong.'],
    ['with another kind', { kind: 'taste' }, 'Choose what is wrong.'],
    ['with too long a note', { note: 'x'.repeat(1_001) }, 'Shorten this text to 1,000 characters.'],
    ['with too long a value', { suggested: 'x'.repeat(201) }, 'Shorten this text to 200 characters.'],
    ['with something else than an address', { email: 'anna' }, 'This is not a valid email address.'],
  ])('%s keeps what was typed and shows the error at the field', async (_, wrong, message) => {
    const before = await lastReport()
    const values = { ...typed, ...wrong }
    const { status, text } = await visitFrom().send(path, path, { ...values, opened: openedBefore(9_000) })
    expect(status).toBe(422)
    const [field = ''] = Object.keys(wrong)
    expect(text).toMatch(new RegExp(`<a href="#report-${field}">${message}`))
    expect(text).toMatch(new RegExp(`id="report-${field}-problem"`))
    expect(text).toContain(`aria-describedby="report-${field}-problem"`)
    if (field !== 'suggested') expect(text).toContain(`value="${typed.suggested}"`)
    if (field !== 'note') expect(text).toContain('One &amp; &lt;two>')
    if (field !== 'email') expect(text).toContain(`value="${typed.email}"`)
    if (field !== 'kind') expect(text).toMatch(/value="barcode" checked/)
    expect(await lastReport()).toEqual(before)
  })

  it.each([
    ['sent at once', { opened: () => openedBefore(500) }, 'Wait a few seconds'],
    ['open since yesterday', { opened: () => openedBefore(86_400_000) }, 'open for a long time'],
    ['with a made-up time', { opened: () => '1.x' }, 'open for a long time'],
    [
      'with the invisible field filled in',
      { opened: () => openedBefore(9_000), homepage: 'https://pills.example' },
      'looked like an automatic one',
    ],
  ])('because it is %s can be sent again', async (_, { opened, ...more }, message) => {
    const visitor = visitFrom()
    const rejected = await visitor.send(path, path, { ...typed, ...more, opened: opened() })
    expect(rejected.status).toBe(422)
    expect(rejected.text).toContain(message)
    expect(rejected.text).toContain(`value="${typed.suggested}"`)
    await wait(3_100)
    const { status } = await visitor.sendFrom(rejected, path, typed)
    expect(status).toBe(303)
    expect(await lastReport()).toMatchObject({ kind: 'barcode', note: 'One & <two>' })
  })

  it('because there were too many keeps what was typed', async () => {
    const visitor = visitFrom('203.0.113.250')
    const send = () => visitor.send(path, path, { ...typed, opened: openedBefore(9_000) })
    for (let n = 0; n < 5; n++) expect((await send()).status).toBe(303)
    const { status, text, headers } = await send()
    expect(status).toBe(429)
    expect(Number(headers['retry-after'])).toBeLessThanOrEqual(60)
    expect(text).toContain('Wait a minute')
    expect(text).toContain(`value="${typed.suggested}"`)
  })
})

describe('in a browser', () => {
  it.each([true, false])('it is filled in by keyboard alone (JavaScript: %s)', async javaScriptEnabled => {
    // Of one address, only the first reports of a day keep it.
    const replyAddress = `keyboard-${javaScriptEnabled}@example.org`
    const page = await website.visit(foodPath, {
      javaScriptEnabled,
      viewport: { width: 320, height: 640 },
      extraHTTPHeaders: { 'x-forwarded-for': `203.0.113.${++address}` },
    })
    await tabTo(page, page.getByRole('link', { name: 'Report it' }))
    await page.keyboard.press('Enter')
    await page.waitForURL('**/report')
    expect(pathOf(page)).toBe(path)
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(320)
    const which = page.getByLabel('Which value?')
    expect(await which.isVisible()).toBe(false)
    await tabTo(page, page.getByRole('radio', { name: /^A value/ }))
    await page.keyboard.press('Space')
    await tabTo(page, which)
    await page.keyboard.type('Protein')
    await tabTo(page, page.getByLabel('What would be right?'))
    await page.keyboard.type('3.2 g')
    // The next field but two: the one that must stay empty cannot be reached.
    await tabTo(page, page.getByLabel('Your email'))
    await page.keyboard.type('anna')
    await page.keyboard.press('Tab')
    expect(await page.evaluate('document.activeElement.textContent')).toBe('Send report')
    expect(await page.getByLabel('Leave this field empty').isVisible()).toBe(false)
    await page.keyboard.press('Enter')

    const summary = page.getByRole('alert')
    await summary.waitFor()
    expect(await summary.innerText()).toContain('This is not a valid email address')
    await tabTo(page, summary.getByRole('link'))
    await page.keyboard.press('Enter')
    await tabTo(page, page.getByLabel('Your email'))
    await page.keyboard.press('Control+a')
    await page.keyboard.type(replyAddress)
    await wait(3_000)
    await page.keyboard.press('Enter')
    await page.waitForURL('**/report/sent')
    expect(await page.getByRole('heading', { level: 1 }).innerText()).toBe('Thank you for your report')
    expect(await lastReport()).toMatchObject({
      kind: 'value',
      field: 'protein_g',
      suggested: '3.2 g',
      reply_address: replyAddress,
    })
  })
})
