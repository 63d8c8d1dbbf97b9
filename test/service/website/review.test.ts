// The pages of moderators: who sees them, every decision, conflicts and mails.

import type { QueryConfig, QueryResultRow } from 'pg'
import { beforeAll, describe, expect, it, vi } from 'vitest'
import { ask } from '../../../lab/clients/http.ts'
import { textIn, visitWebsite, type WebVisitor } from '../../../lab/clients/web-visitor.ts'
import { listQueue } from '../../../src/community/review.ts'
import type { Database } from '../../../src/platform/database/pool.ts'
import { withWebsite } from '../../support/browser.ts'
import { openTestPool } from '../../support/keys.ts'
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
    '/review/next?skipped=1',
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
    await sql(`update contributions set status = 'withdrawn' where status = 'pending'`)
    const id = await addNew()
    const next = await addNew()
    const { name } = (await stateOf(id)).proposed
    const { status, headers } = await mod.send(`/review/${id}`, `/review/${id}/accept`, { confirmed: '1' })
    expect([status, headers.location]).toEqual([303, `/review/${next}`])
    expect((await mod.open(`/review/next?skipped=${next}`)).headers.location).toBe(
      `/review/${next}?skipped=${next}`,
    )
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

describe('the queue', () => {
  const decisionsOf = (accountId: number, status: string) =>
    sql(
      `insert into contributions (account_id, kind, proposed, status, decided_at, sent_with) values ($1, 'new', '{}', $2, now(), 'api')`,
      [accountId, status],
    )
  const listed = async (query = '') => {
    const { text } = await mod.open(`/review${query}`)
    return [...text.matchAll(/<li><div><p class="cluster"><a href="\/review\/(\d+)"><b>/g)].map(([, id]) =>
      Number(id),
    )
  }

  it('takes authors with a record first, then turns, then age, and each food once', async () => {
    await sql(`update contributions set status = 'withdrawn' where status = 'pending'`)
    const [flood, newcomer, known, rejected] = [
      await addAuthor(website.stores, 'flood'),
      await addAuthor(website.stores, 'newcomer'),
      await addAuthor(website.stores, 'known'),
      await addAuthor(website.stores, 'rejected'),
    ]
    await decisionsOf(known, 'rejected')
    await decisionsOf(known, 'accepted')
    await decisionsOf(rejected, 'accepted')
    await decisionsOf(rejected, 'rejected')
    const food = (await sql<{ id: number }>('select min(id) as id from foods'))[0]?.id ?? 0
    const correct = (accountId: number, sugar_g: number) =>
      addNew({ accountId, kind: 'correction', foodId: food, proposed: { sugar_g } })
    const last = await addNew({ accountId: rejected })
    const floods = [
      await addNew({ accountId: flood }),
      await addNew({ accountId: flood }),
      await correct(flood, 1),
    ]
    const honest = [await addNew({ accountId: newcomer }), await correct(newcomer, 2)]
    const first = await addNew({ accountId: known })
    const live = await addNew({ accountId: rejected })
    await sql(
      `update contributions set status = 'accepted', is_automatic = true, is_sampled = true where id = $1`,
      [live],
    )
    // The correction of the newcomer stands for both of the food, because it is the second of its author and the other the third.
    const order = [live, first, floods[0], honest[0], floods[1], honest[1], last]
    expect(await listed()).toEqual(order)
    expect(await listed('?offset=2')).toEqual(order.slice(2))
    expect(await listed('?kind=correction')).toHaveLength(1)
    expect((await mod.open('/review')).text).toContain('1 more proposal for this food')
    const nextAfter = async (skipped: number[]) =>
      (await mod.open(`/review/next?skipped=${skipped.join('.')}`)).headers.location
    expect(await nextAfter([live, first])).toBe(`/review/${floods[0]}?skipped=${live}.${first}`)
  })

  it('loses all proposals of one author and of one food in one action, without script', async () => {
    await sql(`update contributions set status = 'withdrawn' where status = 'pending'`)
    const vandal = await addAuthor(website.stores, 'vandal')
    const [foodA, foodB] = await sql<{ id: number }>('select id from foods order by id limit 2')
    const of = (accountId: number, foodId = foodA?.id ?? 0) =>
      addNew({ accountId, kind: 'correction', foodId, proposed: { sugar_g: 99 } })
    const ids = [await of(vandal), await of(vandal, foodB?.id), await addNew({ accountId: vandal })]
    const [seen, changed, elsewhere] = [await of(ada), await of(ada), await of(ada, foodB?.id)]
    const page = await mod.open(`/review/${ids[0]}`)
    expect(page.text).toContain('All 2 other open proposals of this author')
    expect(page.text).toContain('The 2 other proposals for this food')
    await sql('update contributions set revision = 2 where id = $1', [changed])
    const others = textIn(page, /name="others" value="([^"]+)"/)
    const path = `/review/${ids[0]}/reject`
    const { status } = await mod.sendFrom(page, path, { cause: 'label', author: '1', others })
    expect(status).toBe(303)
    for (const id of [...ids, seen]) {
      expect(await stateOf(id)).toMatchObject({ status: 'rejected', revision: 2 })
      const events = await sql(`select from audit_log where subject = $1 || ': rejected'`, [String(id)])
      expect(events).toHaveLength(1)
    }
    for (const id of [changed, elsewhere]) expect(await stateOf(id)).toMatchObject({ status: 'pending' })
  })

  it('is read by its indexes when thousands wait', async () => {
    await sql(`
      with authors as (
        insert into accounts (name) select 'crowd' || n from generate_series(1, 1700) as n returning id
      )
      insert into contributions (account_id, kind, proposed, sent_with, created_at)
        select id, 'new', '{"name": "Nonsense"}', 'api', now() - n * interval '1 minute' from authors, generate_series(1, 3) as n`)
    await sql(`
      insert into contributions (account_id, kind, proposed, sent_with, status, decided_at)
        select accounts.id, 'new', '{}', 'api', 'accepted', now() from accounts, generate_series(1, 5) where name like 'crowd%'`)
    await sql('analyze contributions')
    const started = performance.now()
    expect((await listed()).length).toBe(50)
    console.log(`the queue of 5,100 proposals: ${Math.round(performance.now() - started)} ms`)
    const explaining: Database = {
      query: <Row extends QueryResultRow>(statement: QueryConfig) =>
        pool.query<Row>({ ...statement, text: `explain ${statement.text}` }),
    }
    const pool = openTestPool(website.stores)
    const plan = JSON.stringify(await listQueue(explaining, { limit: 50 }))
    await pool.close()
    expect(plan).toContain('contributions_decided')
    expect(plan).not.toContain('Seq Scan on contributions')
    await sql(
      `delete from contributions where account_id in (select id from accounts where name like 'crowd%')`,
    )
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
