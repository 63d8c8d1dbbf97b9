// POST /reports: rules report-request, report-response and report-limits.
import { beforeAll, describe, expect, it } from 'vitest'
import { withFixtureService } from '../../support/fixture-service.ts'
import { accountKey, namedKey } from '../../support/keys.ts'

const fixture = withFixtureService({ TRUSTED_PROXIES: '127.0.0.1', RATE_LIMIT_PRO_PER_MINUTE: '500' })

const keys = { account: '', full: '', read: '', free: '' }
beforeAll(async () => {
  keys.account = await accountKey(fixture.stores, 'app', 'pro')
  keys.full = (await namedKey(fixture.stores, 'app', 'server', 'full')).key
  keys.read = (await namedKey(fixture.stores, 'app', 'phone', 'read')).key
  keys.free = await accountKey(fixture.stores, 'hobby', 'starter')
})

let address = 0
/** Each from another address, unless one is given. */
const newAddress = () => `198.51.100.${++address}`

function report(body: unknown, { from = newAddress(), key }: { from?: string; key?: string } = {}) {
  return fixture.ask('/reports', {
    method: 'POST',
    key,
    headers: { 'x-forwarded-for': from, 'content-type': 'application/json' },
    body,
  })
}

const nameOf = (foodId: number) => ({ food_id: foodId, kind: 'name' })

describe('a report', () => {
  it('needs no key, and joins those of the same fact', async () => {
    const first = await report({
      food_id: 1,
      kind: 'value',
      field: 'fat_g',
      suggested: '3.5 g',
      note: 'The label says 3.5 g',
      lang: 'de',
    })
    expect([first.status, first.json]).toEqual([201, { case: expect.any(Number), joined: false }])
    expect(first.headers).toMatchObject({ 'access-control-allow-origin': '*', 'cache-control': 'no-store' })
    expect(first.headers['x-ratelimit-limit']).toBeUndefined()
    const second = await report({ food_id: 1, kind: 'value', field: 'fat_g' })
    expect(second.json).toEqual({ case: first.json.case, joined: true })
    const rows = await fixture.stores.sql(
      'select note, suggested, locale, account_id from reports where case_id = $1 order by id',
      [first.json.case],
    )
    expect(rows[0]).toEqual({
      note: 'The label says 3.5 g',
      suggested: '3.5 g',
      locale: 'de',
      account_id: null,
    })
    expect(rows).toHaveLength(2)
  })

  it('works with any key that may write, and is that of its account', async () => {
    for (const key of [keys.full, keys.account, keys.free]) {
      const { status, json, headers } = await report(nameOf(2), { key })
      expect(status).toBe(201)
      expect(Number(headers['x-ratelimit-remaining'])).toBeGreaterThan(0)
      const [row] = await fixture.stores.sql<{ accounts: number }>(
        'select count(account_id)::int as accounts from reports where case_id = $1',
        [json.case],
      )
      expect(row?.accounts).toBeGreaterThan(0)
    }
  })

  it('is 403 with a read-scope key and 401 with an unknown one', async () => {
    const refused = await report(nameOf(1), { key: keys.read })
    expect([refused.status, refused.json]).toEqual([
      403,
      { detail: 'This API key is read-only. Use a full-access key for this request.' },
    ])
    expect((await report(nameOf(1), { key: 'larder_full_nonsense' })).status).toBe(401)
  })

  it('is 405 as a GET, for everybody', async () => {
    for (const key of [undefined, keys.read, keys.full]) {
      const { status, headers } = await fixture.ask('/reports', { key })
      expect([status, headers.allow]).toEqual([405, 'POST'])
    }
    expect((await fixture.ask('/reports', { method: 'DELETE' })).status).toBe(401)
  })

  it('may come from a browser app', async () => {
    const { status, headers } = await fixture.ask('/reports', {
      method: 'OPTIONS',
      headers: { 'access-control-request-method': 'POST', 'access-control-request-headers': 'content-type' },
    })
    expect(status).toBe(204)
    expect(headers['access-control-allow-methods']).toContain('POST')
    expect(headers['access-control-allow-headers']).toContain('Content-Type')
  })

  it('finds the food that another was merged into', async () => {
    await fixture.stores.sql('insert into merged_food_ids (food_id, merged_into_food_id) values (900001, 3)')
    const { json } = await report(nameOf(3))
    expect((await report(nameOf(900_001))).json).toEqual({ case: json.case, joined: true })
  })

  it('of an unknown food is 404 and takes nothing from the limits of reports', async () => {
    const from = newAddress()
    for (let n = 0; n < 7; n++) {
      const { status, json } = await report(nameOf(999_999_999), { from })
      expect([status, json]).toEqual([404, { detail: 'Food not found' }])
    }
    expect((await report(nameOf(4), { from })).status).toBe(201)
  })

  it.each([
    [
      '',
      [
        ['missing', 'food_id'],
        ['missing', 'kind'],
      ],
    ],
    ['{', [['json_invalid', undefined]]],
    ['[1]', [['model_attributes_type', undefined]]],
    [
      { food_id: '1', kind: 'wrong' },
      [
        ['int_type', 'food_id'],
        ['literal_error', 'kind'],
      ],
    ],
    [{ food_id: 0, kind: 'name' }, [['greater_than_equal', 'food_id']]],
    [{ food_id: 1e300, kind: 'name' }, [['less_than_equal', 'food_id']]],
    [{ food_id: 1, kind: 'value', field: 'taste' }, [['literal_error', 'field']]],
    [{ food_id: 1, kind: 'name', field: 'fat_g' }, [['value_error', 'field']]],
    [{ food_id: 1, kind: 'name', note: 'x'.repeat(1_001) }, [['string_too_long', 'note']]],
    [{ food_id: 1, kind: 'name', suggested: 'x'.repeat(201) }, [['string_too_long', 'suggested']]],
    [{ food_id: 1, kind: 'name', email: 'a@b.c, d@e.f' }, [['value_error', 'email']]],
    [{ food_id: 1, kind: 'name', notes: 'x' }, [['extra_forbidden', 'notes']]],
  ])('is 422 for %j', async (body, expected) => {
    const { status, json } = await report(body)
    expect(status).toBe(422)
    const issues: { type: string; loc: string[] }[] = json.detail
    expect(issues.map(({ type, loc }) => [type, loc[1]])).toEqual(expected)
  })

  it('may have 1,000 characters of any kind, but no more bytes than those need', async () => {
    const longest = await report({ food_id: 5, kind: 'name', note: '👩'.repeat(1_000) })
    expect(longest.status).toBe(201)
    const { status, json } = await report({ food_id: 5, kind: 'name', note: 'x'.repeat(20_000) })
    expect([status, json]).toEqual([413, { detail: 'Request body is too large' }])
  })
})

describe('limits', () => {
  it('are 5 reports per minute and address, with or without a free key', async () => {
    const from = newAddress()
    for (let n = 0; n < 4; n++) expect((await report(nameOf(6), { from })).status).toBe(201)
    const last = await report(nameOf(6), { from, key: keys.free })
    expect([last.status, last.headers['x-ratelimit-limit'], last.headers['x-ratelimit-remaining']]).toEqual([
      201,
      '5',
      '0',
    ])
    const anonymous = await report(nameOf(6), { from })
    const seconds = Number(anonymous.headers['retry-after'])
    expect([anonymous.status, anonymous.json]).toEqual([
      429,
      { detail: `Rate limit exceeded. Retry in ${seconds} seconds.` },
    ])
    expect(seconds).toBeLessThanOrEqual(60)
    expect(anonymous.headers['x-ratelimit-limit']).toBeUndefined()
    const keyed = await report(nameOf(6), { from, key: keys.free })
    expect([keyed.status, keyed.headers['x-ratelimit-remaining']]).toEqual([429, '0'])
    // Other requests are not affected.
    expect((await fixture.ask('/food/1', { headers: { 'x-forwarded-for': from } })).status).toBe(200)
  })

  it('are those of the account with a key of a paid plan', async () => {
    const from = newAddress()
    for (let n = 0; n < 8; n++) {
      const { status, headers } = await report(nameOf(7), { from, key: keys.full })
      expect([status, headers['x-ratelimit-limit']]).toEqual([201, '60'])
    }
  })

  it('are those of reading as well', async () => {
    const from = newAddress()
    const limited = { 'x-forwarded-for': from }
    const before = await fixture.ask('/food/1', { key: keys.free, headers: limited })
    await report({}, { from, key: keys.free })
    const after = await fixture.ask('/food/1', { key: keys.free, headers: limited })
    const left = [before, after].map(({ headers }) => Number(headers['x-ratelimit-remaining']))
    expect((left[0] ?? 0) - (left[1] ?? 0)).toBe(2)
  })
})

it('50 people who report one fact at once open one case', async () => {
  const answers = await Promise.all(Array.from({ length: 50 }, () => report({ food_id: 8, kind: 'image' })))
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([201]))
  expect(new Set(answers.map(({ json }) => json.case)).size).toBe(1)
  expect(answers.filter(({ json }) => !json.joined)).toHaveLength(1)
  expect(await fixture.stores.sql('select senders from report_cases where food_id = 8')).toEqual([
    { senders: 50 },
  ])
})

it('stores no client address', async () => {
  const from = newAddress()
  await report({ food_id: 9, kind: 'image' }, { from })
  const rows = await fixture.stores.sql<{ row: string }>('select reports::text as row from reports')
  for (const { row } of rows) {
    expect(row).not.toContain(from)
    expect(row).not.toContain(Buffer.from(from).toString('hex'))
  }
})
