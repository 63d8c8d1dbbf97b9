// The pages of moderators: who sees them, every decision, conflicts and mails.
import { beforeAll, describe, expect, it, vi } from 'vitest'
import { ask } from '../../../lab/clients/http.ts'
import { textIn, visitWebsite, type WebVisitor } from '../../../lab/clients/web-visitor.ts'
import { withWebsite } from '../../support/browser.ts'
import { addAuthor, addContribution, proposedFood, signUpWithRole } from '../../support/review.ts'

const website = withWebsite({}, { withFoods: true })
let ada: number
let mod: WebVisitor
let other: WebVisitor

beforeAll(async () => {
  ada = await addAuthor(website.stores, 'ada', 'de')
  mod = await signUpWithRole(website, 'mod', 'moderator')
  other = await signUpWithRole(website, 'other', 'operator')
})

let foods = 0
const addNew = (more: Partial<Parameters<typeof addContribution>[1]> = {}) =>
  addContribution(website.stores, {
    accountId: ada,
    proposed: { ...proposedFood, name: `Plum Jam ${++foods}` },
    ...more,
  })

const sql: typeof website.stores.sql = (text, values) => website.stores.sql(text, values)
const stateOf = async (id: number) =>
  (await sql('select * from contributions where id = $1', [id]))[0] as Record<string, unknown> & {
    proposed: { name: string }
  }
const forgetMails = () => sql('delete from mail_queue; delete from sent_reminders')
const foodId = async (name: string) =>
  (await sql<{ id: number }>('select id from foods where name = $1', [name]))[0]?.id

describe('access', () => {
  it.each([
    '/review',
    '/review?kind=new',
    '/review/1',
    '/review/next?after=1',
    '/review/reports',
    '/review/reports/1',
    '/review/photos/x',
  ])('%s does not exist for others', async path => {
    const contributor = await signUpWithRole(website, `contributor${++foods}`, 'contributor')
    for (const visitor of [visitWebsite(website.url), contributor])
      expect((await visitor.open(path)).status).toBe(404)
  })

  it('lets nobody else decide, not even with their form token', async () => {
    const id = await addNew()
    const contributor = await signUpWithRole(website, 'ben', 'contributor')
    const page = await contributor.open('/account/settings')
    const token = textIn(page, /name="form_token" value="([^"]+)"/)
    const { origin } = new URL(website.url)
    const { status } = await ask(website.url, `/review/${id}/accept`, {
      method: 'POST',
      headers: {
        origin,
        'content-type': 'application/x-www-form-urlencoded',
        cookie: [...contributor.cookies].map(([name, value]) => `${name}=${value}`).join('; '),
      },
      body: new URLSearchParams({ form_token: token, revision: '1' }).toString(),
    })
    expect(status).toBe(404)
    expect(await stateOf(id)).toMatchObject({ status: 'pending' })
  })

  it('needs two-factor authentication', async () => {
    const moderator = await signUpWithRole(website, 'weak', 'moderator', false)
    const { status, text } = await moderator.open('/review')
    expect(status).toBe(403)
    expect(text).toContain('/account/security/second-factor')
    expect((await moderator.open('/account/security/second-factor')).status).toBe(200)
  })

  it('ends with the role', async () => {
    const moderator = await signUpWithRole(website, 'former', 'moderator')
    expect((await moderator.open('/review')).status).toBe(200)
    expect((await moderator.open('/account')).text).toContain('href="/review"')
    await sql("update accounts set role = 'contributor' where name = 'former'")
    expect((await moderator.open('/review')).status).toBe(404)
    expect((await moderator.open('/account')).text).not.toContain('href="/review"')
  })
})

describe('a contribution', () => {
  it('is shown with the values when proposed, now and proposed, and what changed in between', async () => {
    const [food] = await sql<{ id: number; name: string }>(
      'select id, name from foods where sugar_g > 1 order by popularity desc limit 1',
    )
    const id = await addNew({
      kind: 'correction',
      foodId: food?.id ?? 0,
      proposed: { sugar_g: 77.5 },
      before: { sugar_g: 66.25 },
      note: '<b>see the label</b>',
    })
    const { text } = await mod.open(`/review/${id}`)
    for (const shown of [food?.name, '77.5 g', '66.25 g', 'changed since', '&lt;b>see the label'])
      expect(text).toContain(shown)
    expect(text).not.toContain('ada@example.org')
  })

  it('is accepted, live within seconds, in the audit log, and leads to the next one', async () => {
    const id = await addNew()
    const next = await addNew()
    const { name } = (await stateOf(id)).proposed
    const { status, headers } = await mod.send(`/review/${id}`, `/review/${id}/accept`, { confirmed: '1' })
    expect([status, headers.location]).toEqual([303, `/review/${next}`])
    expect(await stateOf(id)).toMatchObject({ status: 'accepted', revision: 2 })
    await vi.waitFor(async () => expect(await foodId(name)).toBeGreaterThan(0), { timeout: 60_000 })
    expect((await mod.open('/account/activity')).text).toContain(`${id}: accepted`)
  })

  it('is accepted with changed values, unless they are invalid', async () => {
    const id = await addNew()
    const { proposed } = (await stateOf(id)) as { proposed: Record<string, string | number> }
    const typed = {
      edited: '1',
      ...Object.fromEntries(Object.entries(proposed).map(([k, v]) => [k, `${v}`])),
    }
    const invalid = await mod.send(`/review/${id}`, `/review/${id}/accept`, { ...typed, sugar_g: 'much' })
    expect(invalid.status).toBe(422)
    expect(invalid.text).toContain('This value is not valid')
    expect(await stateOf(id)).toMatchObject({ status: 'pending' })
    await mod.send(`/review/${id}`, `/review/${id}/accept`, { ...typed, sugar_g: '51,5' })
    expect(await stateOf(id)).toMatchObject({
      status: 'accepted',
      proposed: { sugar_g: 51.5, brand: 'Kornhaus' },
    })
    const [record] = await sql(
      'select content, is_confirmed from community_records where id = (select record_id from contributions where id = $1)',
      [id],
    )
    expect(record).toMatchObject({ content: { sugar_g: 51.5 }, is_confirmed: false })
  })

  it('is rejected with a reason in the language of its author', async () => {
    const id = await addNew()
    const without = await mod.send(`/review/${id}`, `/review/${id}/reject`, {})
    expect(without.status).toBe(422)
    await mod.send(`/review/${id}`, `/review/${id}/reject`, { cause: 'amounts', text: 'Per Glas?' })
    expect(await stateOf(id)).toMatchObject({
      status: 'rejected',
      reason: 'Die Werte gelten nicht für 100\u00a0g. Per Glas?',
    })
  })

  it('waits for its author after a question', async () => {
    const id = await addNew()
    expect((await mod.send(`/review/${id}`, `/review/${id}/ask`, { question: ' ' })).status).toBe(422)
    await mod.send(`/review/${id}`, `/review/${id}/ask`, { question: 'Drained?' })
    expect(await stateOf(id)).toMatchObject({ status: 'question', reason: 'Drained?' })
    expect((await mod.open('/review')).text).not.toContain(`href="/review/${id}"`)
  })

  it('is not decided by its author', async () => {
    const [row] = await sql<{ id: number }>("select id from accounts where name = 'mod'")
    const id = await addNew({ accountId: row?.id ?? 0 })
    const { text } = await mod.open(`/review/${id}`)
    expect(text).toContain('This is your own proposal')
    expect(text).not.toContain(`/review/${id}/accept`)
    const elsewhere = await mod.open(`/review/${await addNew()}`)
    const token = textIn(elsewhere, /name="form_token" value="([^"]+)"/)
    const forced = await mod.sendFrom(
      { ...elsewhere, text: `<form action="/review/${id}/accept"></form>` },
      `/review/${id}/accept`,
      { form_token: token, revision: '1' },
    )
    expect(forced.status).toBe(409)
    expect(await stateOf(id)).toMatchObject({ status: 'pending' })
  })

  it('shows who was faster, and sends the same decision only once', async () => {
    const id = await addNew()
    const seenByMod = await mod.open(`/review/${id}`)
    await other.send(`/review/${id}`, `/review/${id}/reject`, { cause: 'duplicate' })
    const lost = await mod.sendFrom(seenByMod, `/review/${id}/accept`, {})
    expect(lost.status).toBe(409)
    expect(lost.text).toContain('Somebody else decided this')
    expect(lost.text).toContain('Rejected')
    expect(lost.text).toContain('other')
    const twice = await other
      .sendFrom(seenByMod, `/review/${id}/reject`, { cause: 'duplicate' })
      .catch(e => e)
    expect(await stateOf(id)).toMatchObject({ status: 'rejected' })
    expect(twice.status).not.toBe(200)
  })

  it('is undone with a reason', async () => {
    const id = await addNew()
    const { name } = (await stateOf(id)).proposed
    await mod.send(`/review/${id}`, `/review/${id}/accept`, { confirmed: '1' })
    await vi.waitFor(async () => expect(await foodId(name)).toBeGreaterThan(0), { timeout: 60_000 })
    expect((await mod.send(`/review/${id}`, `/review/${id}/undo`, {})).status).toBe(422)
    await mod.send(`/review/${id}`, `/review/${id}/undo`, { reason: 'Not sold' })
    expect(await stateOf(id)).toMatchObject({ status: 'undone', reason: 'Not sold' })
    await vi.waitFor(async () => expect(await foodId(name)).toBe(undefined), { timeout: 60_000 })
  })

  it('is kept or undone if it was accepted automatically and sampled', async () => {
    const id = await addNew()
    await mod.send(`/review/${id}`, `/review/${id}/accept`, {})
    await sql(
      'update contributions set is_automatic = true, is_sampled = true, decided_by = null where id = $1',
      [id],
    )
    expect((await mod.open('/review')).text).toContain(`href="/review/${id}"`)
    await mod.send(`/review/${id}`, `/review/${id}/keep`, {})
    expect(await stateOf(id)).toMatchObject({ status: 'accepted', is_sampled: false })
  })
})

it('decides once when two moderators act at the same instant', async () => {
  const rounds = Number(process.env['REVIEW_RACES'] ?? 10)
  for (let round = 0; round < rounds; round++) {
    const id = await addNew()
    const pages = await Promise.all([mod, other].map(each => each.open(`/review/${id}`)))
    const answers = await Promise.all([
      mod.sendFrom(pages[0] as never, `/review/${id}/accept`, {}),
      other.sendFrom(pages[1] as never, `/review/${id}/reject`, { cause: 'label' }),
    ])
    expect(answers.map(({ status }) => status).sort()).toEqual([303, 409])
    const [counts] = await sql(
      `select (select count(*) from community_changes where contribution_id = $1) as changes,
              (select count(*) from audit_log where action = 'contribution reviewed' and subject like $1 || ': %') as decisions,
              status from contributions where id = $1`,
      [id],
    )
    expect(counts).toMatchObject({
      decisions: 1,
      changes: counts?.['status'] === 'accepted' ? 1 : 0,
    })
  }
})

describe('mails', () => {
  let lea: number
  beforeAll(async () => {
    lea = await addAuthor(website.stores, 'lea', 'de')
  })
  const decided = async (cause?: string) => {
    const id = await addNew({ accountId: lea })
    const action = cause === undefined ? 'accept' : 'reject'
    await mod.send(`/review/${id}`, `/review/${id}/${action}`, cause === undefined ? {} : { cause })
    return (await stateOf(id)).proposed
  }
  const nextMail = () => website.mails.next('lea@example.org')

  it('tell the author the result, in the language of the account, and the next ones together', async () => {
    await forgetMails()
    const { name } = await decided('duplicate')
    const mail = await nextMail()
    expect(mail.content).toContain(name)
    expect(mail.content).toContain('Dieses Lebensmittel ist schon im Katalog.')
    expect(mail.content).toMatch(/List-Unsubscribe:\s+<http:\/\/localhost:\d+\/de\/unsubscribe\?token/)
    expect(mail.content).toContain('List-Unsubscribe-Post: List-Unsubscribe=One-Click')

    const names = [await decided(), await decided('label'), await decided()].map(each => each.name)
    const [queued] = await sql<{ in_minutes: number; results: { name: string }[] }>(
      `select extract(epoch from next_attempt_at - now()) / 60 as in_minutes, parameters -> 'results' as results from mail_queue`,
    )
    expect(queued?.results.map(each => each.name)).toEqual(names)
    expect(Number(queued?.in_minutes)).toBeGreaterThan(50)
    await sql('update mail_queue set next_attempt_at = now()')
    const batch = await nextMail()
    for (const each of names) expect(batch.content).toContain(each)
    expect(batch.content).toContain('Das ist daraus geworden.')
  })

  it('end with the link of a mail, without signing in, and start again in the settings', async () => {
    await forgetMails()
    await sql('update accounts set contribution_mails = true where id = $1', [lea])
    await decided()
    const { content } = await nextMail()
    const [, path = ''] = /localhost:\d+(\/de\/unsubscribe\?token=[\w-]+)/.exec(content) ?? []
    // A mail scanner opens links.
    expect((await visitWebsite(website.url).open(path)).status).toBe(200)
    const wants = async () =>
      (await sql('select contribution_mails from accounts where id = $1', [lea]))[0]?.['contribution_mails']
    expect(await wants()).toBe(true)
    const oneClick = (target: string) =>
      ask(website.url, target, {
        method: 'POST',
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
        body: 'List-Unsubscribe=One-Click',
      })
    expect((await oneClick(`${path}x`)).status).toBe(403)
    expect((await oneClick('/unsubscribe?token=1-x')).status).toBe(403)
    expect(await wants()).toBe(true)
    expect((await oneClick(path)).status).toBe(200)
    expect(await wants()).toBe(false)
    await forgetMails()
    await decided()
    expect(await sql('select from mail_queue')).toEqual([])
  })

  it('have a switch in the settings', async () => {
    await sql("update accounts set email = 'mod@example.org', email_confirmed_at = now() where name = 'mod'")
    const action = '/account/settings/contribution-mails'
    const isOn = async () =>
      (await sql("select contribution_mails from accounts where name = 'mod'"))[0]?.['contribution_mails']
    await mod.send('/account/settings', action, {})
    expect(await isOn()).toBe(false)
    await mod.send('/account/settings', action, {})
    expect(await isOn()).toBe(true)
  })
})

describe('reports', () => {
  it('are closed with an answer, once', async () => {
    const [food] = await sql<{ id: number; name: string }>('select id, name from foods order by id limit 1')
    const [opened] = await sql<{ id: number }>(
      `insert into report_cases (food_id, kind, senders) values ($1, 'name', 1) returning id`,
      [food?.id],
    )
    await sql(
      `insert into reports (case_id, sender_hash, note, reply_address, locale) values ($1, '\\x01', 'Misspelled', 'eve@example.org', 'en')`,
      [opened?.id],
    )
    const path = `/review/reports/${opened?.id}`
    expect((await mod.open('/review/reports')).text).toContain(`href="${path}"`)
    const page = await mod.open(path)
    expect(page.text).toContain('Misspelled')
    expect(page.text).toContain(`/review/takedown?food=${food?.id}`)
    expect(page.text).not.toContain('eve@example.org')
    const typed = { state: 'resolved', answer: 'Corrected.' }
    expect((await mod.sendFrom(page, `${path}/close`, typed)).status).toBe(303)
    expect((await website.mails.next('eve@example.org')).content).toContain('Corrected.')
    const late = await other.send(path, `${path}/close`, typed).catch(() => undefined)
    expect(late).toBe(undefined)
    expect((await mod.open('/account/activity')).text).toContain(`${opened?.id}: resolved`)
  })
})
