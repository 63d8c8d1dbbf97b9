// POST /contributions: who may send what, and what it says. Reviews are tested in test/service/community.
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Redis } from 'ioredis'
import sharp from 'sharp'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { startService } from '../../../lab/service.ts'
import { withFixtureService } from '../../support/fixture-service.ts'
import { accountKey, namedKey } from '../../support/keys.ts'

const photos = mkdtempSync(join(tmpdir(), 'larder-photos-'))
const fixture = withFixtureService({ PHOTO_STORE: `file:${photos}`, RATE_LIMIT_SCALE_PER_MINUTE: '1000000' })
let full = ''
let read = ''
let milk: Record<string, unknown> = {}

beforeAll(async () => {
  await accountKey(fixture.stores, 'acme', 'scale')
  full = (await namedKey(fixture.stores, 'acme', 'app', 'full')).key
  read = (await namedKey(fixture.stores, 'acme', 'reader', 'read')).key
  milk = (await fixture.ask('/search?q=whole+milk&limit=1')).json[0]
})
beforeEach(async () => {
  await fixture.stores.sql('truncate contributions cascade')
  const redis = new Redis(fixture.stores.redisUrl)
  for (const name of await redis.keys('limit:account:*:contribution-checks')) await redis.del(name)
  redis.disconnect()
})
afterAll(() => rmSync(photos, { recursive: true }))

const jam = { name: 'Zwetschgenmus Probe', brand: 'Kornhaus', calories_kcal: 240, carbs_g: 58, sugar_g: 55 }
const licence = 'ODbL-1.0'

const post = (body: unknown, { key = full, query = '' } = {}) =>
  fixture.ask(`/contributions${query}`, {
    method: 'POST',
    ...(key !== '' && { key }),
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })

const stored = () =>
  fixture.stores.sql<{ kind: string; proposed: object; food_id: string; photo_key: string | null }>(
    'select kind, proposed, food_id, photo_key, note, sent_with, status from contributions order by id',
  )

describe('callers', () => {
  it('needs a full-access key', async () => {
    const body = { kind: 'new', food: jam, licence }
    expect((await post(body, { key: '' })).status).toBe(401)
    expect((await post(body, { key: read })).status).toBe(403)
    expect((await fixture.ask('/contributions', { key: full })).status).toBe(405)
    const answer = await post(body)
    expect(answer.status).toBe(201)
    expect(answer.headers['x-ratelimit-remaining']).toBeDefined()
    expect(answer.headers['cache-control']).toBe('no-store')
  })

  it('is an unknown path where contributions are off', async () => {
    const off = await startService(fixture.stores, { CONTRIBUTIONS: 'off' })
    try {
      const answer = await fetch(`${off.apiUrl}/contributions`, {
        method: 'POST',
        headers: { authorization: `Bearer ${full}` },
        body: '{}',
      })
      expect(answer.status).toBe(401)
      expect(await (await fetch(off.websiteUrl)).text()).not.toContain('href="/contribute"')
    } finally {
      await off.stop()
    }
  })

  const addContributions = (status: string, count: number) =>
    fixture.stores.sql(
      `insert into contributions (account_id, kind, proposed, status, decided_at, sent_with)
         select id, 'new', '{}', $1, case when $1 <> 'pending' then now() - interval '1 day' / 2 end, 'api'
           from accounts, generate_series(1, $2) where name = 'acme'`,
      [status, count],
    )

  it('limits what waits for a review, and says how to go on', async () => {
    await addContributions('pending', 3)
    const answer = await post({ kind: 'new', food: jam, licence })
    expect([answer.status, answer.headers['retry-after']]).toEqual([429, '3600'])
    expect(answer.json.detail).toMatch(
      /^3 of your contributions wait for a review, and you can have 3 waiting/,
    )
    await addContributions('accepted', 1)
    expect((await post({ kind: 'new', food: jam, licence })).status).toBe(201)
  })

  it('pauses after rejections without anything accepted', async () => {
    await addContributions('rejected', 5)
    const answer = await post({ kind: 'new', food: jam, licence })
    const seconds = Number(answer.headers['retry-after'])
    expect(answer.status).toBe(429)
    expect(seconds / 86_400).toBeCloseTo(6.5)
    expect(answer.json.detail).toMatch(
      new RegExp(`^Your last 5 contributions were rejected.* Retry in ${seconds} seconds`),
    )
  })

  it('limits the contributions of a day, and the checks of a minute', async () => {
    await addContributions('withdrawn', 20)
    const answer = await post({ kind: 'new', food: jam, licence })
    expect([answer.status, answer.headers['retry-after']]).toEqual([429, '3600'])
    expect(answer.json.detail).toContain('in 24 hours')
    const statuses = []
    for (let n = 0; n < 31; n++)
      statuses.push((await post({ kind: 'new', food: jam, licence }, { query: '?dry_run=true' })).status)
    expect(statuses).toContain(200)
    expect(statuses.at(-1)).toBe(429)
  })
})

describe('a new food', () => {
  it('is stored with what the checks say, in words', async () => {
    const answer = await post({
      kind: 'new',
      food: { ...jam, carbs_g: 52 },
      note: 'from the jar',
      licence,
    })
    expect(answer.json).toMatchObject({
      status: 'pending',
      food_url: null,
      checks: expect.arrayContaining([
        {
          rule: 'sugar-over-carbs',
          field: 'sugar_g',
          message: expect.stringMatching(/^More sugar than carbohydrates/),
        },
      ]),
    })
    expect(await stored()).toMatchObject([
      { kind: 'new', proposed: { ...jam, carbs_g: 52 }, note: 'from the jar', sent_with: 'api' },
    ])
    expect((await post({ kind: 'new', food: { ...jam, carbs_g: 52 }, licence })).status).toBe(409)
  })

  it('is converted from values per serving', async () => {
    const food = { name: 'Probe Riegel', serving_size_g: 40, calories_kcal: 180, sugar_g: 10, sodium_mg: 30 }
    expect((await post({ kind: 'new', per: 'serving', food, licence })).status).toBe(201)
    expect((await stored())[0]?.proposed).toEqual({
      name: 'Probe Riegel',
      serving_size_g: 40,
      calories_kcal: 450,
      sugar_g: 25,
      sodium_mg: 75,
    })
  })

  it('is stored without what nobody sees, which could spoof the review or control a terminal', async () => {
    const hidden = '\u001b[31m\u202e\u200b\ud800\u{e0041}'
    const food = {
      ...jam,
      name: `Zwetsch${hidden}genmus\nProbe`,
      brand: hidden,
      serving_desc: `1${hidden} jar`,
    }
    const { status, json } = await post({
      kind: 'new',
      food,
      note: `From${hidden} the\n\nlabel\u0007`,
      licence,
    })
    expect([status, json.checks]).toEqual([201, []])
    expect(await stored()).toMatchObject([
      {
        proposed: { name: 'Zwetsch[31mgenmus Probe', brand: '[31m', serving_desc: '1[31m jar' },
        note: 'From[31m the\n\nlabel',
      },
    ])
  })

  it('shows duplicates by name in a dry run, and stores nothing', async () => {
    const food = { name: milk['name'], brand: milk['brand'] }
    const answer = await post({ kind: 'new', food, licence }, { query: '?dry_run=true' })
    expect(answer.status).toBe(200)
    expect(answer.json).toMatchObject({ id: null, status: null })
    expect(answer.json.duplicates).toContainEqual(
      expect.objectContaining({ food_id: milk['id'], same: 'name' }),
    )
    expect(await stored()).toEqual([])
  })

  it('is not accepted under a barcode that is known', async () => {
    const barcode = String(milk['barcode']).replace(/^0/, '')
    const food = { ...jam, barcode }
    const dry = await post({ kind: 'new', food, licence }, { query: '?dry_run=1' })
    expect(dry.json.duplicates[0]).toMatchObject({ food_id: milk['id'], same: 'barcode' })
    const answer = await post({ kind: 'new', food, licence })
    expect(answer.status).toBe(409)
    expect(answer.json.detail).toContain(`food ${milk['id']}`)
  })
})

describe('a correction', () => {
  it('stores only what differs, and what was there before', async () => {
    const food = { sugar_g: 4.1, name: milk['name'] }
    const answer = await post({ kind: 'correction', food_id: milk['id'], food, licence })
    expect(answer.status).toBe(201)
    expect(answer.json.food_url).toContain(String(milk['static_url']))
    expect(await stored()).toMatchObject([{ kind: 'correction', proposed: { sugar_g: 4.1 } }])
  })

  it('is 409 where nothing differs, and 404 for an unknown food', async () => {
    const same = { kind: 'correction', food_id: milk['id'], food: { name: milk['name'] }, licence }
    expect((await post(same)).status).toBe(409)
    expect((await post({ ...same, food_id: 999_999_999 })).status).toBe(404)
    expect((await post({ kind: 'confirmation', food_id: milk['id'], licence })).status).toBe(409)
  })
})

describe('invalid requests', () => {
  it.each<[string, object, string[]]>([
    ['no licence', { kind: 'new', food: jam }, ['body', 'licence']],
    ['another licence', { kind: 'new', food: jam, licence: 'MIT' }, ['body', 'licence']],
    ['no kind', { food: jam, licence }, ['body', 'kind']],
    ['no food', { kind: 'new', licence }, ['body', 'food']],
    ['no name', { kind: 'new', food: { sugar_g: 1 }, licence }, ['body', 'food', 'name']],
    ['no food id', { kind: 'correction', food: jam, licence }, ['body', 'food_id']],
    ['an id that no database has', { kind: 'confirmation', food_id: 1e21, licence }, ['body', 'food_id']],
    ['negative', { kind: 'new', food: { ...jam, fat_g: -1 }, licence }, ['body', 'food', 'fat_g']],
    ['text', { kind: 'new', food: { ...jam, fat_g: '1' }, licence }, ['body', 'food', 'fat_g']],
    ['unknown field', { kind: 'new', food: { ...jam, salt: 1 }, licence }, ['body', 'food', 'salt']],
    ['no object', { kind: 'new', food: 'jam', licence }, ['body', 'food']],
    ['no serving', { kind: 'new', per: 'serving', food: jam, licence }, ['body', 'food', 'serving_size_g']],
    ['category', { kind: 'new', food: { ...jam, category: 'Cars' }, licence }, ['body', 'food', 'category']],
    ['barcode', { kind: 'new', food: { ...jam, barcode: 'abc' }, licence }, ['body', 'food', 'barcode']],
    ['not food', { kind: 'new', food: { name: 'Shampoo' }, licence }, ['body', 'food', 'name']],
    ['photo', { kind: 'new', food: jam, photo: 'x', licence }, ['body', 'photo']],
    ['no image', { kind: 'new', food: jam, photo: 'data:image/png;base64,AAAA', licence }, ['body', 'photo']],
  ])('is 422: %s', async (_what, body, loc) => {
    const answer = await post(body)
    expect([answer.status, answer.json.detail[0]?.loc]).toEqual([422, loc])
    expect(await stored()).toEqual([])
  })
})

it('keeps a clean copy of a photo, and none of a contribution that is refused', async () => {
  const picture = await sharp({ create: { width: 60, height: 40, channels: 3, background: '#a33' } })
    .jpeg()
    .toBuffer()
  const photo = `data:image/jpeg;base64,${picture.toString('base64')}`
  expect((await post({ kind: 'new', food: jam, photo, licence })).status).toBe(201)
  const [{ photo_key } = { photo_key: null }] = await stored()
  const files = () => readdirSync(photos).filter(name => name.endsWith('.jpg'))
  expect(files()).toEqual([`${photo_key}.jpg`])
  expect((await post({ kind: 'new', food: jam, photo, licence })).status).toBe(409)
  expect(files()).toHaveLength(1)
})

it('checks proposals of any number of accounts one after the other', async () => {
  const keys = []
  for (const name of ['many', 'more', 'most']) {
    await accountKey(fixture.stores, name, 'scale')
    keys.push((await namedKey(fixture.stores, name, 'app', 'full')).key)
  }
  let isOver = false
  let most = 0
  const watch = async () => {
    while (!isOver) {
      const [row] = await fixture.stores.sql<{ checking: number }>(
        `select count(*)::integer as checking from pg_stat_activity
           where datname = current_database() and query like '%staged%' and pid <> pg_backend_pid()`,
      )
      most = Math.max(most, row?.checking ?? 0)
    }
  }
  const watching = watch()
  const answers = await Promise.all(
    keys.flatMap(key =>
      Array.from({ length: 15 }, () =>
        post({ kind: 'new', food: jam, licence }, { key, query: '?dry_run=true' }),
      ),
    ),
  )
  isOver = true
  await watching
  const statuses = answers.map(({ status }) => status)
  expect(statuses).toContain(200)
  expect(statuses).toContain(503)
  // PostgreSQL may still list the one that has just ended.
  expect(most).toBeLessThanOrEqual(3)
})
