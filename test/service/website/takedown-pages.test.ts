// Moderators take down a food and lift it; the numbers are public, and the guides are in every language.
import { expect, it, vi } from 'vitest'
import { visitWebsite } from '../../../lab/clients/web-visitor.ts'
import { locales } from '../../../src/website/i18n/locales.ts'
import { withWebsite } from '../../support/browser.ts'
import { signUpWithRole } from '../../support/review.ts'

const website = withWebsite({}, { withFoods: true })
const seen = { timeout: 60_000, interval: 250 }

it('is for moderators only', async () => {
  const contributor = await signUpWithRole(website, 'ben', 'contributor')
  for (const path of ['/review/takedown?food=1', '/review/takedowns'])
    for (const visitor of [visitWebsite(website.url), contributor])
      expect((await visitor.open(path)).status).toBe(404)
})

it('takes a food down with a reason, and lists and lifts it', async () => {
  const mod = await signUpWithRole(website, 'mod', 'moderator')
  const [food] = await website.stores.sql<{ id: number }>(
    'select id from foods order by popularity desc limit 1',
  )
  const path = `/review/takedown?food=${food?.id}`
  const refused = await mod.send(path, path, { kind: 'food', ground: 'privacy', reason: ' ' })
  expect(refused.status).toBe(422)
  expect(refused.text).toContain('Write a reason.')
  await mod.send(path, path, { kind: 'food', ground: 'privacy', reason: 'a letter of Ms Example' })
  const list = await mod.open('/review/takedowns')
  expect(list.text).toContain('a letter of Ms Example')
  const page = () => visitWebsite(website.url).open(`/food/${food?.id}`)
  await vi.waitFor(async () => expect((await page()).status).toBe(410), seen)

  const numbers = await visitWebsite(website.url).open('/takedowns')
  expect(numbers.text).toMatch(/Privacy/)
  expect(numbers.text).not.toContain('Ms Example')
  const [takedown] = await website.stores.sql<{ id: number }>('select id from takedowns')
  await mod.send('/review/takedowns', `/review/takedowns/${takedown?.id}/lift`, {})
  await vi.waitFor(async () => expect((await page()).status).toBe(404), seen)
  expect(
    await website.stores.sql(`select action, subject from audit_log where action like 'take%' order by id`),
  ).toEqual([
    { action: 'taken down', subject: String(takedown?.id) },
    { action: 'takedown lifted', subject: String(takedown?.id) },
  ])
})

it.each(Object.keys(locales))('explains contributions in %s', async code => {
  const prefix = code === 'en' ? '' : `/${code}`
  for (const path of ['/docs/contribute', '/docs/data-policy', '/takedowns']) {
    const { status, text } = await visitWebsite(website.url).open(prefix + path)
    expect(status).toBe(200)
    if (code !== 'en') expect(text).not.toMatch(/How to read a label|What is stored</)
  }
})
