// From an accepted contribution to the catalog and back: history, undo and takedowns keep the ids of foods.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { listChanges, undo } from '../../../src/community/changes.ts'
import { readContribution } from '../../../src/community/contribution.ts'
import { answerQuestion, type Proposal, propose, withdraw } from '../../../src/community/contributions.ts'
import { decide } from '../../../src/community/decide.ts'
import { listQueue } from '../../../src/community/review.ts'
import { lift, listTakedowns, takeDown } from '../../../src/community/takedowns.ts'
import { acceptedForTrust } from '../../../src/community/trust.ts'
import { createPublisher } from '../../../src/importer/publish.ts'
import { createPublishThread } from '../../../src/importer/publish-thread.ts'
import { acquireImportLock, runImport } from '../../../src/importer/run.ts'
import { type DatabasePool, openPool, withConnection } from '../../../src/platform/database/pool.ts'
import { createStores, emptyCatalog, type TestStores } from '../../support/database.ts'

const folder = mkdtempSync(join(tmpdir(), 'larder-community-'))
let stores: TestStores
let pool: DatabasePool
const accounts: Record<string, number> = {}

const filler = 200
const barcode = '4006381333931'
const product = (more: object = {}) => ({
  code: barcode,
  product_name: 'Oat Drink',
  brands: 'Kornhaus',
  last_modified_t: 1_700_000_000,
  image_url: `https://images.openfoodfacts.org/images/products/${barcode}.400.jpg`,
  ingredients_text: 'water, oats',
  nutriments: {
    'energy-kcal_100g': 46,
    fat_100g: 1.5,
    'saturated-fat_100g': 0.2,
    carbohydrates_100g: 6.7,
    sugars_100g: 4,
    proteins_100g: 1,
    salt_100g: 0.1,
  },
  ...more,
})
const other = (n: number) =>
  product({
    code: String(4_006_381_000_000 + n),
    product_name: `Rye Bread ${n}`,
    nutriments: {
      'energy-kcal_100g': 220 + n / 10,
      fat_100g: 1,
      carbohydrates_100g: 45,
      proteins_100g: 6,
      salt_100g: 1,
    },
  })

function importOff(products: object[]) {
  const file = join(folder, 'products.jsonl')
  writeFileSync(file, products.map(each => JSON.stringify(each)).join('\n'))
  return withConnection(stores.databaseUrl, client =>
    runImport(client, { inputs: [{ file, origin: { from: 'off' } }] }),
  )
}

const publisher = createPublisher([])
const publish = () => withConnection(stores.databaseUrl, client => publisher.publish(client))

beforeAll(async () => {
  stores = await createStores()
  pool = openPool({
    url: stores.databaseUrl,
    connections: 20,
    connectTimeoutMs: 30_000,
    queryTimeoutMs: 60_000,
    applicationName: 'test',
    onIdleError: () => undefined,
  })
})
beforeEach(async () => {
  await stores.sql(emptyCatalog)
  await stores.sql(
    'truncate accounts, contributions, community_changes, community_records, takedowns, taken_down_records cascade',
  )
  for (const name of ['ada', 'ben', 'mod', 'mod2']) {
    const { rows } = await pool.query<{ id: number }>({
      text: 'insert into accounts (name, role) values ($1, $2) returning id',
      values: [name, name.startsWith('mod') ? 'moderator' : 'contributor'],
    })
    accounts[name] = rows[0]?.id as number
  }
  await importOff([product(), ...Array.from({ length: filler }, (_, n) => other(n))])
})
afterAll(async () => {
  await pool.close()
  await stores.drop()
  rmSync(folder, { recursive: true })
})

const proposal = (more: Partial<Proposal>): Proposal => ({
  accountId: accounts['ada'] as number,
  kind: 'new',
  foodId: null,
  proposed: {},
  checks: [],
  isDoubted: false,
  note: null,
  photoKey: null,
  sentWith: 'website',
  ...more,
})

async function proposeId(more: Partial<Proposal>): Promise<number> {
  const result = await propose(pool, proposal(more))
  if ('error' in result) throw new Error(result.error)
  return result.contribution.id
}

async function acceptId(id: number, isConfirmed = false, by = 'mod') {
  const { revision = 0 } = (await readContribution(pool, id)) ?? {}
  const result = await decide(pool, id, revision, accounts[by] as number, { action: 'accept', isConfirmed })
  if ('error' in result) throw new Error(result.error)
  return result.recordId as number
}

const shown = async (where: string) =>
  (
    await pool.query<{ id: number; name: string; source: string; sugar_g: number; confidence: number }>({
      text: `select id, name, source, sugar_g, confidence, image_url, barcode from foods where ${where}`,
    })
  ).rows

const oatDrink = async () => (await shown(`barcode = '${barcode}'`))[0]

const newFood = {
  name: 'Plum Jam',
  brand: 'Kornhaus',
  calories_kcal: 240,
  protein_g: 0.4,
  fat_g: 0.1,
  carbs_g: 58,
  sugar_g: 55,
  saturated_fat_g: 0,
  sodium_mg: 10,
}

describe('a new food', () => {
  it('is shown once it is accepted and published, with a capped confidence until it is confirmed', async () => {
    const id = await proposeId({ proposed: newFood })
    expect(await publish()).toEqual({ records: 0, takedowns: 0 })
    await acceptId(id)
    expect(await publish()).toEqual({ records: 1, takedowns: 0 })
    const [food] = await shown(`name = 'Plum Jam'`)
    expect(food).toMatchObject({ source: 'community', sugar_g: 55 })
    expect(food?.confidence).toBeLessThanOrEqual(0.6)

    const confirmation = await proposeId({
      kind: 'confirmation',
      foodId: food?.id as number,
      accountId: accounts['ben'] as number,
    })
    await acceptId(confirmation)
    await publish()
    const [confirmed] = await shown(`name = 'Plum Jam'`)
    expect(confirmed?.id).toBe(food?.id)
    expect(confirmed?.confidence).toBeGreaterThanOrEqual(0.75)
  })

  it('goes away when it is undone, once', async () => {
    const recordId = await acceptId(await proposeId({ proposed: newFood }), true)
    await publish()
    expect(await shown(`name = 'Plum Jam'`)).toHaveLength(1)
    const [change] = await listChanges(pool, recordId)
    expect(await undo(pool, change?.id as number, accounts['mod'] as number, 'not sold')).toEqual({
      recordId,
    })
    expect(await undo(pool, change?.id as number, accounts['mod'] as number, 'again')).toEqual({
      error: 'undone_already',
    })
    await publish()
    expect(await shown(`name = 'Plum Jam'`)).toEqual([])
  })

  it('is confirmed as it was when somebody confirmed it, not as they or others have changed it since', async () => {
    await acceptId(await proposeId({ proposed: newFood }))
    await publish()
    const foodId = (await shown(`name = 'Plum Jam'`))[0]?.id as number
    const ben = { accountId: accounts['ben'] as number, foodId }
    const confirmation = await proposeId({ ...ben, kind: 'confirmation' })
    await acceptId(await proposeId({ ...ben, kind: 'correction', proposed: { sugar_g: 11 } }))
    await expect(acceptId(confirmation)).rejects.toThrow('unknown_food')
    await publish()
    const [changed] = await shown(`name = 'Plum Jam'`)
    expect(changed).toMatchObject({ id: foodId, sugar_g: 11 })
    expect(changed?.confidence).toBeLessThanOrEqual(0.6)
  })

  it('is not confirmed by its own author', async () => {
    await acceptId(await proposeId({ proposed: newFood }))
    await publish()
    const [food] = await shown(`name = 'Plum Jam'`)
    expect(await propose(pool, proposal({ kind: 'confirmation', foodId: food?.id as number }))).toEqual({
      error: 'already_proposed',
    })
  })

  it('survives a full import of the operator’s community file', async () => {
    await acceptId(await proposeId({ proposed: newFood }))
    await publish()
    const file = join(folder, 'own.jsonl')
    writeFileSync(file, JSON.stringify({ source_id: 'own-1', name: 'Own food', calories_kcal: 100 }))
    await withConnection(stores.databaseUrl, client =>
      runImport(client, {
        inputs: [{ file, origin: { from: 'jsonl', source: 'community' } }],
        fullDumpOf: 'community',
        allowMassRemoval: true,
      }),
    )
    expect(await shown(`name = 'Plum Jam'`)).toHaveLength(1)
  })
})

describe('a correction', () => {
  it('is shown instead of checked label data only once it is confirmed, under the same id', async () => {
    const before = await oatDrink()
    expect(before).toMatchObject({ source: 'off', sugar_g: 4 })
    const correction = {
      kind: 'correction',
      foodId: before?.id as number,
      proposed: { sugar_g: 3.1 },
    } as const
    await acceptId(await proposeId(correction))
    await publish()
    expect(await oatDrink()).toMatchObject({ id: before?.id, source: 'off', sugar_g: 4 })

    await acceptId(await proposeId({ ...correction, photoKey: 'photo-1' }))
    await publish()
    expect(await oatDrink()).toMatchObject({
      id: before?.id,
      source: 'community',
      sugar_g: expect.closeTo(3.1),
    })
    const { rows } = await pool.query<{ details: { ingredients: string } }>({
      text: 'select details from food_details where food_id = $1',
      values: [before?.id],
    })
    expect(rows[0]?.details.ingredients).toBe('water, oats')
  })

  it('is undone to what was there before, under the same id, and stays undone after an import', async () => {
    const before = await oatDrink()
    const recordId = await acceptId(
      await proposeId({ kind: 'correction', foodId: before?.id as number, proposed: { sugar_g: 3.1 } }),
      true,
    )
    await publish()
    const [change] = await listChanges(pool, recordId)
    await undo(pool, change?.id as number, accounts['mod'] as number, 'label says 4')
    await publish()
    expect(await oatDrink()).toMatchObject({ id: before?.id, source: 'off', sugar_g: 4 })
    await importOff([product({ last_modified_t: 1_700_000_100 })])
    expect(await oatDrink()).toMatchObject({ id: before?.id, source: 'off' })
    expect(
      (await listChanges(pool, recordId)).map(({ action, is_undone }) => ({ action, is_undone })),
    ).toEqual([
      { action: 'undone', is_undone: false },
      { action: 'accepted', is_undone: true },
    ])
  })

  it('stays part of a product without a barcode', async () => {
    await acceptId(await proposeId({ proposed: newFood }), true)
    await publish()
    const [food] = await shown(`name = 'Plum Jam'`)
    await acceptId(
      await proposeId({
        kind: 'correction',
        foodId: food?.id as number,
        proposed: { sugar_g: 50 },
        accountId: accounts['ben'] as number,
      }),
      true,
    )
    await publish()
    expect(await shown(`name = 'Plum Jam'`)).toEqual([expect.objectContaining({ id: food?.id, sugar_g: 50 })])
  })

  it('leaves an everyday food its name, picture and keys', async () => {
    const file = join(folder, 'usda.jsonl')
    const [banana] = readFileSync('data/everyday-foods/usda.jsonl', 'utf8')
      .split('\n')
      .filter(line => line.includes('"Bananas, raw"'))
    writeFileSync(file, banana ?? '')
    await withConnection(stores.databaseUrl, client =>
      runImport(client, { inputs: [{ file, origin: { from: 'jsonl', source: 'usda' } }] }),
    )
    const read = () =>
      stores.sql<{ id: number; source: string }>(
        `select id, source, name, image_url, category, serving_desc, name_keys from foods where name = 'Banana'`,
      )
    const [before] = await read()
    expect(before).toMatchObject({ source: 'usda', name: 'Banana' })
    await acceptId(
      await proposeId({ kind: 'correction', foodId: before?.id as number, proposed: { sugar_g: 12.9 } }),
      true,
    )
    await publish()
    expect(await read()).toEqual([{ ...before, source: 'community' }])
  })

  it('is made again when the catalog is rebuilt', async () => {
    const before = await oatDrink()
    await acceptId(
      await proposeId({ kind: 'correction', foodId: before?.id as number, proposed: { sugar_g: 3.1 } }),
      true,
    )
    await publish()
    await stores.sql(emptyCatalog)
    await importOff([product(), ...Array.from({ length: filler }, (_, n) => other(n))])
    await publish()
    expect(await oatDrink()).toMatchObject({ source: 'community', sugar_g: expect.closeTo(3.1) })
  })
})

describe('decisions', () => {
  it('takes exactly one of two at the same time', async () => {
    for (let round = 0; round < Number(process.env['DECISIONS'] ?? 50); round++) {
      // Only 20 a day are allowed.
      await pool.query({ text: `update contributions set created_at = created_at - interval '1 day'` })
      const id = await proposeId({ proposed: { ...newFood, name: `Jam ${round}` } })
      const results = await Promise.all(
        ['mod', 'mod2'].map(name =>
          decide(pool, id, 1, accounts[name] as number, { action: 'accept', isConfirmed: false }),
        ),
      )
      expect(results.map(result => ('error' in result ? result.error : 'won')).sort()).toEqual([
        'decided_already',
        'won',
      ])
      const { rows } = await pool.query({
        text: 'select from community_changes where contribution_id = $1',
        values: [id],
      })
      expect(rows).toHaveLength(1)
    }
  })

  it('does not let moderators decide about their own proposals', async () => {
    const id = await proposeId({ proposed: newFood, accountId: accounts['mod'] as number })
    const decision = { action: 'accept', isConfirmed: false } as const
    expect(await decide(pool, id, 1, accounts['mod'] as number, decision)).toEqual({
      error: 'own_contribution',
    })
  })

  /** Yesterday, because a day allows no more. */
  async function earnTrust() {
    for (let n = 0; n < acceptedForTrust; n++) {
      await acceptId(await proposeId({ proposed: { ...newFood, name: `Jam ${n}` } }))
      await stores.sql(
        `update contributions set created_at = created_at - interval '1 day', decided_at = decided_at - interval '1 day' where status = 'accepted'`,
      )
    }
  }

  it('lets small corrections of a trusted person go live, and nothing that could do harm', async () => {
    const food = (await oatDrink()) as { id: number; sugar_g: number }
    const ofSugar = (sugar_g: number, more: Partial<Proposal> = {}) =>
      proposal({ kind: 'correction', foodId: food.id, proposed: { sugar_g }, ...more })
    expect(await propose(pool, ofSugar(4.5))).toMatchObject({ contribution: { status: 'pending' } })
    await earnTrust()
    const statusOf = async (sent: Proposal) => {
      const result = await propose(pool, sent, () => 1)
      return 'contribution' in result ? result.contribution.status : result.error
    }
    expect(await statusOf(proposal({ proposed: newFood }))).toBe('pending')
    expect(await statusOf(ofSugar(40))).toBe('pending')
    expect(await statusOf(ofSugar(4.2, { isDoubted: true }))).toBe('pending')
    expect(await statusOf(ofSugar(4.6, { photoKey: 'unseen' }))).toBe('accepted')
    // Nobody has looked at the photo, so it confirms nothing.
    expect(await stores.sql('select is_confirmed from community_records order by id desc limit 1')).toEqual([
      { is_confirmed: false },
    ])
    // A second small correction of the same food waits.
    expect(await statusOf(ofSugar(4.9))).toBe('pending')
  })

  it('brings the other automatic acceptances of an author into the queue when one is undone', async () => {
    await earnTrust()
    const breads = await shown(`name like 'Rye Bread %' order by id limit 2`)
    const results = []
    for (const { id } of breads) {
      const sent = proposal({ kind: 'correction', foodId: id, proposed: { carbs_g: 46 } })
      results.push(await propose(pool, sent, () => 1))
    }
    const ids = results.map(result => ('contribution' in result ? result.contribution.id : 0))
    const queued = async () => (await listQueue(pool, { limit: 10 })).map(({ id }) => id)
    expect(await queued()).toEqual([])
    const [changed] = await stores.sql<{ id: number }>(
      'select id from community_changes where contribution_id = $1',
      [ids[0]],
    )
    await undo(pool, changed?.id as number, accounts['mod'] as number, 'The label says 45 g')
    expect(await queued()).toEqual([ids[1]])
    const next = await propose(
      pool,
      proposal({ kind: 'correction', foodId: breads[0]?.id as number, proposed: { carbs_g: 46 } }),
    )
    expect(next).toMatchObject({ contribution: { status: 'pending' } })
  })

  it('limits the proposals of a person that wait at once', async () => {
    const proposals = Array.from({ length: 8 }, (_, n) =>
      propose(pool, proposal({ proposed: { ...newFood, name: `Jam ${n}` } })),
    )
    const refused = (await Promise.all(proposals)).filter(result => 'error' in result)
    expect(refused).toEqual(
      Array.from({ length: 5 }, () => ({ error: 'too_many_waiting', max: 3, waiting: 3 })),
    )
  })

  it('rejects all proposals of an author at once, each exactly once', async () => {
    for (let round = 0; round < 10; round++) {
      await stores.sql('delete from contributions')
      const ids = [0, 1, 2].map(n => proposeId({ proposed: { ...newFood, name: `Jam ${round} ${n}` } }))
      const [first = 0, second = 0, third = 0] = (await Promise.all(ids)).toSorted((a, b) => a - b)
      const decided: number[] = []
      const note = async (_: unknown, { id }: { id: number }) => void decided.push(id)
      const reject = { action: 'reject', reason: 'Advertising', also: { ofAuthor: true } } as const
      const results = await Promise.all([
        decide(pool, first, 1, accounts['mod'] as number, reject, note),
        decide(pool, third, 1, accounts['mod2'] as number, reject, note),
        decide(pool, second, 1, accounts['mod2'] as number, { action: 'ask', reason: 'Where?' }, note),
      ])
      expect(results.filter(result => 'contribution' in result).length).toBeGreaterThan(0)
      const states = await stores.sql<{ id: number; revision: number; status: string }>(
        'select id, revision, status from contributions order by id',
      )
      for (const { id, revision, status } of states) {
        expect(status).not.toBe('pending')
        // A question that was asked first is open, and rejected with the others.
        expect(decided.filter(each => each === id)).toHaveLength(revision - 1)
      }
    }
  })

  it('leaves everything as it is if the proposal was decided or changed since the moderator saw it', async () => {
    const [seen, other] = [
      await proposeId({ proposed: newFood }),
      await proposeId({ proposed: { ...newFood, name: 'Other' } }),
    ]
    const reject = { action: 'reject', reason: 'Advertising', also: { ofAuthor: true } } as const
    expect(await decide(pool, seen, 2, accounts['mod'] as number, reject)).toEqual({
      error: 'decided_already',
    })
    const open = await stores.sql(`select id from contributions where status = 'pending' order by id`)
    expect(open).toEqual([{ id: seen }, { id: other }])
  })
})

describe('an open proposal', () => {
  it('is withdrawn and answered by its author only', async () => {
    const id = await proposeId({ proposed: newFood })
    const [ada, ben] = [accounts['ada'] as number, accounts['ben'] as number]
    expect(await withdraw(pool, id, ben)).toBe(false)
    await decide(pool, id, 1, accounts['mod'] as number, { action: 'ask', reason: 'Which jar?' })
    expect(await answerQuestion(pool, id, ben, 'hijacked')).toBe(false)
    expect(await readContribution(pool, id)).toMatchObject({ status: 'question', answer: null })
    expect(await withdraw(pool, id, ada)).toBe(true)
  })

  it('is either withdrawn or accepted if both happen at once', async () => {
    for (let round = 0; round < 10; round++) {
      const id = await proposeId({ proposed: { ...newFood, name: `Plum Jam ${round}` } })
      const [isWithdrawn, decided] = await Promise.all([
        withdraw(pool, id, accounts['ada'] as number),
        decide(pool, id, 1, accounts['mod'] as number, { action: 'accept', isConfirmed: false }),
      ])
      expect('error' in decided).toBe(isWithdrawn)
      expect(await readContribution(pool, id)).toMatchObject({
        status: isWithdrawn ? 'withdrawn' : 'accepted',
      })
    }
  })
})

describe('takedowns', () => {
  const by = () => accounts['mod'] as number

  it('removes a food, keeps it away from imports, and brings it back under its id when lifted', async () => {
    const before = await oatDrink()
    const result = await takeDown(pool, {
      subject: { kind: 'food', foodId: before?.id as number },
      ground: 'copyright',
      reason: 'letter of the owner',
      moderatorId: by(),
    })
    await publish()
    expect(await oatDrink()).toBe(undefined)
    await importOff([product({ last_modified_t: 1_700_000_200, product_name: 'Oat Drink New' })])
    expect(await oatDrink()).toBe(undefined)
    expect(await listTakedowns(pool, 10)).toMatchObject([{ kind: 'food', is_published: true }])
    const { rows } = await pool.query({
      text: `select change from food_changes where food_id = $1`,
      values: [before?.id],
    })
    expect(rows).toEqual([{ change: 'removed' }])

    expect(await lift(pool, 'takedownId' in result ? result.takedownId : 0)).toBe(true)
    await publish()
    await importOff([product({ last_modified_t: 1_700_000_200, product_name: 'Oat Drink New' })])
    expect((await oatDrink())?.id).toBe(before?.id)
  })

  it('removes an image and a barcode', async () => {
    const before = await oatDrink()
    const about = { ground: 'privacy', reason: 'a face', moderatorId: by() } as const
    await takeDown(pool, { subject: { kind: 'image', foodId: before?.id as number }, ...about })
    await publish()
    expect(await oatDrink()).toMatchObject({ id: before?.id, image_url: null })
    await takeDown(pool, { subject: { kind: 'barcode', barcode }, ...about })
    await publish()
    expect(await oatDrink()).toBe(undefined)
    await importOff([product({ last_modified_t: 1_700_000_300 })])
    expect(await shown(`name = 'Oat Drink'`)).toMatchObject([
      { id: before?.id, image_url: null, barcode: null },
    ])
  })

  it('takes effect while an import runs', async () => {
    const before = await oatDrink()
    await withConnection(stores.databaseUrl, async importing => {
      await acquireImportLock(importing)
      await takeDown(pool, {
        subject: { kind: 'food', foodId: before?.id as number },
        ground: 'offensive',
        reason: 'hate in the name',
        moderatorId: by(),
      })
      expect(await publish()).toBe(null)
      expect(await oatDrink()).toBe(undefined)
    })
    await publish()
    expect(await listTakedowns(pool, 1)).toMatchObject([{ is_published: true }])
    expect(await oatDrink()).toBe(undefined)
  })

  it('removes all contributions of a person and restores what was there before', async () => {
    const before = await oatDrink()
    await acceptId(await proposeId({ proposed: newFood, photoKey: 'photo-1' }))
    await acceptId(
      await proposeId({ kind: 'correction', foodId: before?.id as number, proposed: { sugar_g: 1 } }),
      true,
    )
    const open = await proposeId({ proposed: { ...newFood, name: 'Another' }, photoKey: 'photo-2' })
    await publish()
    const result = await takeDown(pool, {
      subject: { kind: 'contributions', accountId: accounts['ada'] as number },
      ground: 'other',
      reason: 'vandalism',
      moderatorId: by(),
    })
    expect('photoKeys' in result && result.photoKeys.sort()).toEqual(['photo-1', 'photo-2'])
    await publish()
    expect(await shown(`name = 'Plum Jam'`)).toEqual([])
    expect(await oatDrink()).toMatchObject({ id: before?.id, source: 'off', sugar_g: 4 })
    expect(await readContribution(pool, open)).toMatchObject({ status: 'rejected' })
  })
})

it('loads its rules ahead, while an import runs, and changes nothing', async () => {
  await acceptId(await proposeId({ kind: 'new', proposed: newFood }))
  const thread = createPublishThread({ databaseUrl: stores.databaseUrl, imageHosts: [] })
  try {
    await withConnection(stores.databaseUrl, async importing => {
      await acquireImportLock(importing)
      await thread.prepare()
      expect(await thread.publish()).toBeNull()
    })
    expect(await thread.publish()).toEqual({ records: 1, takedowns: 0 })
  } finally {
    await thread.stop()
  }
})
