import { describe, expect, it } from 'vitest'
import { startMailServer } from '../../../lab/servers/mail-server.ts'
import { findAccountId } from '../../../src/accounts/accounts.ts'
import { queueReportAnswer } from '../../../src/accounts/email/compose-mail.ts'
import {
  fileReport,
  maxSendersOfTexts,
  type ReportContext,
} from '../../../src/community/reports/file-report.ts'
import type { Report } from '../../../src/community/reports/report.ts'
import {
  closeCase,
  listCases,
  readCase,
  removeReportsOf,
} from '../../../src/community/reports/review-cases.ts'
import { createRateLimiter } from '../../../src/platform/rate-limit/rate-limiter.ts'
import { accountsForTest, type TestAccounts } from '../../support/accounts.ts'
import { accountKey } from '../../support/keys.ts'

const wrongFat: Report = {
  foodId: 1,
  kind: 'value',
  field: 'fat_g',
  note: '',
  suggested: '',
  replyAddress: null,
  locale: null,
}

interface TestReports extends TestAccounts {
  /** Sends a report from an address; throws if it is limited. */
  send(from: number, report?: Partial<Report>): Promise<{ caseId: number; joined: boolean }>
  moderator: number
}

async function reportsForTest(options: Parameters<typeof accountsForTest>[0] = {}): Promise<TestReports> {
  const accounts = await accountsForTest({ contents: 'fixture-foods', ...options })
  const limiter = createRateLimiter(accounts.redis, 5_000, () => undefined)
  const context: ReportContext = {
    database: accounts.database,
    limiter,
    hashAddress: address => Buffer.from(address),
    isMailEnabled: accounts.isMailEnabled,
  }
  await accountKey(accounts.stores, 'moderator', 'starter')
  return {
    ...accounts,
    moderator: (await findAccountId(accounts.database, 'moderator')) ?? 0,
    async send(from, report = {}) {
      const sender = { ipAddress: `192.0.2.${from}`, accountId: null, isLimitedByAccount: false }
      const filed = await fileReport(context, { ...wrongFat, ...report }, sender)
      if ('exhausted' in filed) throw new Error('limited')
      return { caseId: filed.caseId, joined: filed.joined }
    },
  }
}

describe('reports of one fact', () => {
  it('join one case, which counts each sender once and keeps the last note of each', async () => {
    const { send, database } = await reportsForTest()
    const first = await send(1, { note: 'too much' })
    expect(first.joined).toBe(false)
    expect(await send(2, { suggested: '3 g' })).toEqual({ ...first, joined: true })
    expect(await send(1, { note: ' far\u0000 too much\r\n<b>really</b> ' })).toEqual({
      ...first,
      joined: true,
    })
    expect(await send(1)).toEqual({ ...first, joined: true })
    const found = await readCase(database, first.caseId)
    expect(found).toMatchObject({ senders: 2, state: 'open', kind: 'value', field: 'fat_g', foodId: 1 })
    expect(found?.reports.map(({ note, suggested }) => [note, suggested])).toEqual([
      [null, '3 g'],
      ['far too much\n<b>really</b>', null],
    ])
  })

  it('are other facts if the food, the kind or the value differs', async () => {
    const { send, database } = await reportsForTest()
    const others: Partial<Report>[] = [
      { foodId: 2 },
      { field: 'protein_g' },
      { field: null },
      { kind: 'name', field: null },
    ]
    const { caseId } = await send(1)
    const ids = await Promise.all(others.map(other => send(2, other)))
    expect(ids.every(({ joined }) => !joined)).toBe(true)
    expect(new Set([caseId, ...ids.map(each => each.caseId)]).size).toBe(5)
    expect(await send(3, { field: null })).toEqual({ caseId: ids[2]?.caseId, joined: true })
    expect(await listCases(database, { limit: 10 })).toHaveLength(5)
  })

  it('are one case if 50 arrive at once', async () => {
    const { send, database } = await reportsForTest()
    const sent = await Promise.all(Array.from({ length: 50 }, (_, n) => send(n, { field: null })))
    expect(new Set(sent.map(({ caseId }) => caseId)).size).toBe(1)
    expect(sent.filter(({ joined }) => !joined)).toHaveLength(1)
    expect(await listCases(database, { limit: 10 })).toMatchObject([{ senders: 50 }])
  })

  it('follow a food that is merged with another', async () => {
    const { send, database, stores } = await reportsForTest()
    const { caseId } = await send(1)
    await stores.sql(
      'insert into merged_food_ids (food_id, merged_into_food_id) values (1, 2); delete from foods where id = 1',
    )
    const [food] = await stores.sql<{ name: string }>('select name from foods where id = 2')
    expect(await readCase(database, caseId)).toMatchObject({ foodId: 2, foodName: food?.name })
    expect(await send(2, { foodId: 2 })).toEqual({ caseId, joined: true })
    expect(await listCases(database, { limit: 10 })).toMatchObject([{ id: caseId, foodId: 2, senders: 2 }])
  })
})

describe('limits', () => {
  it('are 5 reports per minute and address', async () => {
    const { send } = await reportsForTest()
    for (let n = 1; n <= 5; n++) await send(1, { foodId: n })
    await expect(send(1, { foodId: 6 })).rejects.toThrow('limited')
    await send(2, { foodId: 6 })
  })

  it('are 20 reports per day and address', async () => {
    const { send, redis } = await reportsForTest()
    const endMinute = async () => {
      for (const name of await redis.keys('*reports-minute*')) await redis.del(name)
    }
    for (let n = 1; n <= 20; n++) {
      await send(1, { foodId: n })
      await endMinute()
    }
    await expect(send(1, { foodId: 21 })).rejects.toThrow('limited')
  })

  it('are the texts of 30 senders per day and food; others are only counted', async () => {
    const { send, database, stores } = await reportsForTest({ smtpUrl: 'smtp://127.0.0.1:1' })
    for (let n = 1; n <= maxSendersOfTexts + 2; n++)
      await send(n, { note: `note ${n}`, suggested: '3', replyAddress: `a${n}@example.org` })
    await send(100, { kind: 'name', field: null, note: 'another fact of the same food' })
    await send(101, { foodId: 2, note: 'another food' })
    await send(1, { note: 'a sender with a text may change it' })
    expect(await listCases(database, { limit: 10 })).toMatchObject([
      { senders: 32 },
      { senders: 1 },
      { senders: 1 },
    ])
    const [texts] = await stores.sql<{ notes: number; addresses: number }>(
      `select count(note)::int as notes, count(reply_address)::int as addresses
         from reports join report_cases on report_cases.id = case_id where food_id = 1`,
    )
    expect(texts).toEqual({ notes: 30, addresses: 30 })
    await stores.sql("update reports set created_at = now() - interval '25 hours'")
    await send(102, { note: 'the next day' })
    expect(await stores.sql("select from reports where note = 'the next day'")).toHaveLength(1)
  })
})

describe('the address for the answer', () => {
  it('is stored with ten reports a day, so that nobody can have somebody else flooded with answers', async () => {
    const { send, stores } = await reportsForTest({ smtpUrl: 'smtp://127.0.0.1:1' })
    for (let n = 1; n <= 12; n++)
      await send(n, { foodId: n, replyAddress: n % 2 ? 'victim@example.org' : 'Victim@Example.org' })
    await send(13, { foodId: 13, replyAddress: 'other@example.org' })
    expect(
      await stores.sql(
        `select count(*)::integer as reports, count(reply_address)::integer as addresses from reports`,
      ),
    ).toEqual([{ reports: 13, addresses: 11 }])
  })
})

describe('the review queue', () => {
  it('begins with rights and offences, then has the most senders first, then the oldest, page by page', async () => {
    const { send, database, stores } = await reportsForTest()
    const plain = await send(1, { foodId: 1 })
    const older = await send(1, { foodId: 2 })
    const twice = await send(1, { foodId: 3 })
    await send(2, { foodId: 3 })
    const rights = await send(3, { foodId: 4, kind: 'rights', field: null })
    const offence = await send(3, { foodId: 5, kind: 'offensive', field: null })
    await stores.sql("update report_cases set first_reported_at = now() - interval '1 day' where id = $1", [
      older.caseId,
    ])
    const expected = [rights, offence, twice, older, plain].map(({ caseId }) => caseId)
    const all = await listCases(database, { limit: 10 })
    expect(all.map(({ id }) => id)).toEqual(expected)
    expect(all.map(({ isUrgent }) => isUrgent)).toEqual([true, true, false, false, false])
    const pages: number[] = []
    for (let after: number | undefined, page = all; page.length > 0; after = page.at(-1)?.id) {
      page = await listCases(database, { limit: 2, ...(after !== undefined && { after }) })
      pages.push(...page.map(({ id }) => id))
    }
    expect(pages).toEqual(expected)
  })

  it('lists cases of foods that are gone', async () => {
    const { send, database, stores } = await reportsForTest()
    await send(1)
    await stores.sql('delete from foods where id = 1')
    expect(await listCases(database, { limit: 10 })).toMatchObject([{ foodId: 1, foodName: null }])
  })

  it('forgets the reports of a sender of spam', async () => {
    const { send, database } = await reportsForTest()
    const shared = await send(1, { note: 'right' })
    await send(2, { note: 'buy pills' })
    const spam = await send(2, { foodId: 2, note: 'buy pills' })
    const sender = (await readCase(database, spam.caseId))?.reports[0]?.sender ?? ''
    expect(await removeReportsOf(database, sender)).toBe(2)
    expect(await readCase(database, spam.caseId)).toBeUndefined()
    expect(await readCase(database, shared.caseId)).toMatchObject({
      senders: 1,
      reports: [{ note: 'right' }],
    })
  })
})

describe('closing a case', () => {
  it('succeeds once, also if many try at the same time', async () => {
    const { send, database, moderator } = await reportsForTest()
    const { caseId } = await send(1)
    const outcomes = await Promise.all(
      (['resolved', 'dismissed', 'resolved', 'dismissed'] as const).map((state, index) =>
        closeCase(database, { caseId, state, moderator, answer: `answer ${index}` }),
      ),
    )
    const winner = outcomes.indexOf(true)
    expect(outcomes.filter(won => won)).toEqual([true])
    expect(await readCase(database, caseId)).toMatchObject({
      state: winner % 2 === 0 ? 'resolved' : 'dismissed',
      answer: `answer ${winner}`,
      decidedBy: moderator,
      decidedAt: expect.any(Date),
    })
    expect(await listCases(database, { limit: 10 })).toEqual([])
    expect(await closeCase(database, { caseId: 999, state: 'resolved', moderator, answer: '' })).toBe(false)
  })

  it('lets a later report open a new case', async () => {
    const { send, database, moderator } = await reportsForTest()
    const { caseId } = await send(1)
    await closeCase(database, { caseId, state: 'dismissed', moderator, answer: '' })
    const again = await send(1)
    expect(again.joined).toBe(false)
    expect(again.caseId).not.toBe(caseId)
  })

  it('answers each address once, in the language of the reporter', async () => {
    const mails = await startMailServer()
    const { send, database, moderator, mailsDelivered, stores } = await reportsForTest({ smtpUrl: mails.url })
    const { caseId } = await send(1, { replyAddress: 'anna@example.org', locale: 'de' })
    await send(2, { replyAddress: 'Anna@example.org', locale: 'de' })
    await send(3, { replyAddress: 'ben@example.org', locale: 'xx', note: 'Buy my pills' })
    await send(4)
    const decision = { caseId, state: 'resolved', moderator, answer: 'It was 3.5 g.' } as const
    await Promise.all([1, 2].map(() => closeCase(database, decision, queueReportAnswer)))
    await mailsDelivered()
    await mails.stop()
    const [food] = await stores.sql<{ name: string }>('select name from foods where id = 1')
    expect(mails.mails.map(({ to }) => to).sort()).toEqual([['Anna@example.org'], ['ben@example.org']])
    const german = mails.mails.find(({ to }) => to[0] === 'Anna@example.org')?.content
    const english = mails.mails.find(({ to }) => to[0] === 'ben@example.org')?.content
    expect(german).toContain('Der Fehler ist korrigiert')
    expect(english).toContain('The mistake is corrected')
    for (const content of [german, english]) {
      expect(content).toContain('It was 3.5 g.')
      expect(content).toContain(food?.name)
      // Else anyone could send their words to others in our name.
      expect(content).not.toContain('pills')
    }
  })

  it('keeps no address where no mail can be sent', async () => {
    const { send, database } = await reportsForTest()
    const { caseId } = await send(1, { replyAddress: 'anna@example.org' })
    expect(await readCase(database, caseId)).toMatchObject({ reports: [{ wantsAnswer: false }] })
  })
})
