// An hour of vandalism against a running service, through its API and its website: vandals, honest contributors and one moderator.
// The clock of the simulation is its ticks. A tick is one decision of the moderator; the windows of a minute in Redis are emptied
// when a simulated minute has passed, and nothing else in the service depends on less than a day.
import { Redis } from 'ioredis'
import { ask } from '../../lab/clients/http.ts'
import { textIn, type WebVisitor } from '../../lab/clients/web-visitor.ts'
import { findFreePort } from '../../lab/servers/free-port.ts'
import { startService } from '../../lab/service.ts'
import { listQueue } from '../../src/community/review.ts'
import { acceptedForTrust } from '../../src/community/trust.ts'
import { createStores } from './database.ts'
import { accountKey, openTestPool } from './keys.ts'
import { signUpWithRole } from './review.ts'

export interface Wave {
  vandals: number
  honest: number
  /** Decisions that the moderator makes in the hour. */
  decisionsPerHour: number
}

export interface WaveResult {
  /** What anybody could see in `/food/{id}` and `/search`, at any look. */
  harmfulSeen: string[]
  /** Wrong by at most a quarter, sent by people who had earned trust before. */
  smallChanges: { live: number; undone: number; maxMinutes: number; maxError: number }
  honest: {
    sent: number
    refused: number
    accepted: number
    /** Minutes until the decision: of people with a record, and of newcomers. */
    known: Waiting
    newcomers: Waiting
  }
  vandals: { sent: number; stored: number; refused: number; reports: number; reportsRefused: number }
  queue: {
    maxProposals: number
    maxCases: number
    casesAtEnd: number
    maxReportCases: number
    reportCasesAtEnd: number
  }
  decisions: number
}

interface Waiting {
  medianMinutes: number
  worstMinutes: number
}

interface Food {
  id: number
  name: string
  [field: string]: unknown
}

interface Person {
  name: string
  key: string
  address: string
  isKnown: boolean
  proposals: { tick: number; body: object; harm?: 'large' | 'small' }[]
}

const abuse = ['zorbfilth', 'qwyxcrud']
const link = 'www.buy-pills.example'
const wrongNumbers = ['calories_kcal', 'sugar_g', 'fat_g', 'sodium_mg'] as const
/** Beyond it a value is harmful; the same bound as for corrections without a review. */
const tolerated = 0.25

export async function simulateWave({ vandals, honest, decisionsPerHour }: Wave): Promise<WaveResult> {
  const random = seededRandom(7)
  const pick = <T>(from: readonly T[]): T => from[Math.floor(random() * from.length)] as T
  const ticks = decisionsPerHour
  let joined = 0
  const minutesOf = (passed: number) => (passed * 60) / ticks
  const stores = await createStores('fixture-foods')
  const port = await findFreePort()
  const url = `http://localhost:${port}`
  const service = await startService(stores, {
    WEB_PORT: String(port),
    WEB_PUBLIC_URL: url,
    TRUSTED_PROXIES: '127.0.0.1',
  })
  const pool = openTestPool(stores, 2)
  const redis = new Redis(stores.redisUrl)
  try {
    const moderator = await signUpWithRole({ url, stores }, 'moderator', 'moderator')
    const communityFoods = await addCommunityFoods(Math.max(4, vandals / 10))
    const foods = await stores.sql<Food>(
      `select * from foods where source <> 'community' and sugar_g > 1 order by id`,
    )
    const [target, ...rest] = foods as [Food, ...Food[]]
    const corrected = rest.slice(0, 60)
    const attacked = rest.slice(60, 60 + Math.min(60, vandals))
    const truth = new Map([target, ...attacked, ...communityFoods].map(food => [food.id, food]))

    const people = [...(await honestPeople()), ...(await vandalsOf())]
    const byId = new Map<number, { person: Person; tick: number; harm: 'large' | 'small' | undefined }>()
    const result: WaveResult = {
      harmfulSeen: [],
      smallChanges: { live: 0, undone: 0, maxMinutes: 0, maxError: 0 },
      honest: {
        sent: 0,
        refused: 0,
        accepted: 0,
        known: { medianMinutes: 0, worstMinutes: 0 },
        newcomers: { medianMinutes: 0, worstMinutes: 0 },
      },
      vandals: { sent: 0, stored: 0, refused: 0, reports: 0, reportsRefused: 0 },
      queue: { maxProposals: 0, maxCases: 0, casesAtEnd: 0, maxReportCases: 0, reportCasesAtEnd: 0 },
      decisions: 0,
    }
    const waited = { known: [] as number[], newcomers: [] as number[] }
    const live = new Map<number, number>()

    for (let tick = 0; tick < ticks || (waits() && tick < 3 * ticks); tick++) {
      if (tick % (ticks / 60) < 1) {
        const passed = (await redis.keys('limit:*')).filter(name => !name.endsWith('-day'))
        if (passed.length > 0) await redis.del(passed)
      }
      await Promise.all([...people.map(person => act(person, tick)), sendReports(tick)])
      await moderate(tick)
      if (tick % Math.ceil(ticks / 20) === 0) await look()
    }
    await look()
    const { rows } = await pool.query<{ pending: number }>({
      text: `select count(*) as pending from community_records left join published_records on record_id = id
               where community_records.version is distinct from published_records.version and content is not null`,
    })
    result.queue.casesAtEnd = (await listQueue(pool, { limit: 100_000 })).length
    result.queue.reportCasesAtEnd = await reportCases()
    result.smallChanges.maxMinutes = Math.max(
      result.smallChanges.maxMinutes,
      ...[...live.values()].map(since => minutesOf(ticks - since)),
    )
    result.honest.known = waiting(waited.known)
    result.honest.newcomers = waiting(waited.newcomers)
    if (rows[0]?.pending !== 0) await expectPublished()
    await look()
    return result

    /** Whether an honest proposal waits. */
    function waits(): boolean {
      return (
        result.honest.accepted < people.slice(0, honest).reduce((sum, each) => sum + each.proposals.length, 0)
      )
    }

    async function act({ name, key, address, proposals, isKnown }: Person, tick: number): Promise<void> {
      for (const proposal of proposals.filter(each => each.tick === tick)) {
        const counts = proposal.harm ? result.vandals : result.honest
        counts.sent++
        const { status, json } = await ask(service.apiUrl, '/contributions', {
          method: 'POST',
          key,
          headers: { 'x-forwarded-for': address },
          body: proposal.body,
        })
        if (status === 201) {
          if (proposal.harm) result.vandals.stored++
          byId.set(json.id, { person: { name, key, address, proposals, isKnown }, tick, harm: proposal.harm })
          if (json.status === 'accepted') goLive(json.id, tick, proposal.harm)
        } else if (status === 429 || (proposal.harm && status === 409)) {
          if (status === 429) counts.refused++
        } else throw new Error(`${name}: ${status} ${JSON.stringify(json)}`)
      }
    }

    function goLive(id: number, tick: number, harm: 'large' | 'small' | undefined): void {
      if (harm === 'large') result.harmfulSeen.push(`contribution ${id} needed no review`)
      if (harm !== 'small') return
      result.smallChanges.live++
      live.set(id, tick)
    }

    /** One decision: every fourth about a report. */
    async function moderate(tick: number): Promise<void> {
      if (tick % 4 === 3 && (await closeReport())) return
      const next = await moderator.open('/review/next')
      const id = Number(/^\/review\/(\d+)$/.exec(next.headers.location ?? '')?.[1] ?? 0)
      if (id === 0) return void (await closeReport())
      result.decisions++
      const known = byId.get(id)
      if (known === undefined) throw new Error(`contribution ${id} is nobody's`)
      const page = await moderator.open(`/review/${id}`)
      const isLive = live.has(id) || page.text.includes(`action="/review/${id}/keep"`)
      if (known.harm === undefined) {
        await send(page, `/review/${id}/accept`, { confirmed: '1' })
        result.honest.accepted++
        waited[known.person.isKnown ? 'known' : 'newcomers'].push(tick - known.tick)
      } else if (isLive) {
        const change = textIn(page, /name="change" value="(\d+)"/)
        await send(page, `/review/${id}/undo`, { change, reason: 'The label says something else.' })
        result.smallChanges.undone++
        const since = live.get(id) ?? tick
        result.smallChanges.maxMinutes = Math.max(result.smallChanges.maxMinutes, minutesOf(tick - since))
        live.delete(id)
      } else {
        const listed = /name="others" value="([^"]+)"/.exec(page.text)?.[1] ?? ''
        const areAllWrong = listed
          .split(' ')
          .every(each => byId.get(Number(each.split('.')[0]))?.harm !== undefined)
        await send(page, `/review/${id}/reject`, {
          cause: 'label',
          ...(page.text.includes('name="author"') && { author: '1' }),
          ...(listed !== '' && areAllWrong && { others: listed }),
        })
      }
    }

    async function send(
      page: Awaited<ReturnType<WebVisitor['open']>>,
      action: string,
      typed: Record<string, string>,
    ) {
      const { status, text } = await moderator.sendFrom(page, action, typed)
      if (status !== 303) throw new Error(`${action}: ${status}\n${text}`)
    }

    /** All reports of the wave are false. Returns whether there was one. */
    async function closeReport(): Promise<boolean> {
      const path = /href="(\/review\/reports\/\d+)"/.exec((await moderator.open('/review/reports')).text)?.[1]
      if (path === undefined) return false
      result.decisions++
      const page = await moderator.open(path)
      const senders = new Set(
        [...page.text.matchAll(/name="sender" value="(\w+)"/g)].map(([, sender]) => sender),
      )
      if (senders.size === 1) await send(page, `${path}/remove-sender`, {})
      else await send(page, `${path}/close`, { state: 'dismissed' })
      return true
    }

    async function reportCases(): Promise<number> {
      const { text } = await moderator.open('/review/reports')
      return Number(
        /href="\/review\/reports"[^>]*>[^<(]*\((\d[\d,]*)\)/.exec(text)?.[1]?.replace(',', '') ?? 0,
      )
    }

    /** Anonymous, from outside. */
    async function look(): Promise<void> {
      const { text } = await moderator.open('/review')
      const proposals = Number(
        /href="\/review"[^>]*>[^<(]*\((\d[\d,]*)\)/.exec(text)?.[1]?.replace(',', '') ?? 0,
      )
      const cases = (await listQueue(pool, { limit: 100_000 })).length
      const { queue } = result
      queue.maxProposals = Math.max(queue.maxProposals, proposals)
      queue.maxCases = Math.max(queue.maxCases, cases)
      queue.maxReportCases = Math.max(queue.maxReportCases, await reportCases())
      for (const word of [...abuse, link]) {
        const { json } = await ask(service.apiUrl, `/search?q=${encodeURIComponent(word)}`)
        for (const { name } of json as Food[])
          if (name.toLowerCase().includes(word)) result.harmfulSeen.push(name)
      }
      await Promise.all([...truth].map(([id, right]) => lookAt(id, right)))
    }

    async function lookAt(id: number, right: Food): Promise<void> {
      const { status, json: shown } = await ask(service.apiUrl, `/food/${id}`)
      if (status !== 200) result.harmfulSeen.push(`food ${id}: ${status}`)
      else if (shown.name !== right.name) result.harmfulSeen.push(`food ${id}: ${shown.name}`)
      else for (const field of wrongNumbers) compare(id, field, Number(right[field]), Number(shown[field]))
    }

    function compare(id: number, field: string, right: number, shown: number): void {
      const error = right === 0 ? Math.abs(shown) : Math.abs(shown - right) / right
      // Foods are stored with the precision of a single.
      if (error > tolerated + 0.001) result.harmfulSeen.push(`food ${id}: ${field} ${right}, shown ${shown}`)
      result.smallChanges.maxError = Math.max(result.smallChanges.maxError, Math.round(error * 1_000) / 1_000)
    }

    function waiting(passed: number[]): Waiting {
      const sorted = passed.map(minutesOf).toSorted((a, b) => a - b)
      return { medianMinutes: sorted[Math.floor(sorted.length / 2)] ?? 0, worstMinutes: sorted.at(-1) ?? 0 }
    }

    async function expectPublished(): Promise<void> {
      for (let looks = 0; looks < 600; looks++) {
        const [{ pending } = { pending: 0 }] = await stores.sql<{ pending: number }>(
          `select count(*) as pending from community_records left join published_records on record_id = id
             where community_records.version is distinct from published_records.version and content is not null`,
        )
        if (pending === 0) return
        await moderator.open('/review')
      }
      throw new Error('the catalog is not up to date')
    }

    /** Foods that only the community describes, because a correction of checked label data is not shown before it is confirmed. */
    async function addCommunityFoods(count: number): Promise<Food[]> {
      await stores.sql(
        `insert into community_records (content, is_confirmed)
           select jsonb_build_object('name', 'Village Jam ' || n, 'brand', 'Hof ' || n, 'category', 'Jams',
                                     'calories_kcal', 240, 'protein_g', 0.4, 'fat_g', 0.4, 'carbs_g', 58, 'sugar_g', 50, 'sodium_mg', 20), false
             from generate_series(1, $1) as n`,
        [count],
      )
      await expectPublished()
      return stores.sql<Food>(`select * from foods where name like 'Village Jam %' order by id`)
    }

    async function join(name: string, accepted: number, proposals: Person['proposals']): Promise<Person> {
      const key = await accountKey(stores, name, 'starter')
      await stores.sql(
        `insert into contributions (account_id, kind, proposed, status, created_at, decided_at, sent_with)
           select id, 'new', '{}', 'accepted', now() - interval '2 days', now() - interval '2 days', 'api'
             from accounts, generate_series(1, $2) where name = $1`,
        [name, accepted],
      )
      const address = `${20 + (joined % 150)}.${Math.floor(joined / 150)}.0.7`
      joined++
      return { name, key, address, isKnown: accepted > 0, proposals }
    }

    function correction(food: Food, fields: object, note = '') {
      return { kind: 'correction', food_id: food.id, food: fields, note, licence: 'ODbL-1.0' }
    }

    function newFood(name: string, note = '') {
      const food = {
        name,
        calories_kcal: 200 + Math.floor(random() * 90),
        carbs_g: 50,
        sugar_g: 40,
        fat_g: 1,
        protein_g: 2,
      }
      return { kind: 'new', food, note, licence: 'ODbL-1.0' }
    }

    /** Half of them have contributed before. Each sends three proposals at any time of the hour. */
    function honestPeople(): Promise<Person[]> {
      const scaled = (food: Food, factor: number) => Number((Number(food['sugar_g']) * factor).toFixed(1))
      return Promise.all(
        Array.from({ length: honest }, (_, n) =>
          join(
            `honest${n}`,
            n % 2 === 0 ? 5 : 0,
            [0, 1, 2].map(turn => {
              const food = corrected[(3 * n + turn) % corrected.length] as Food
              const body =
                turn === 0
                  ? newFood(`Orchard Pear ${n}`, 'from the jar')
                  : correction(food, { sugar_g: scaled(food, turn === 1 ? 0.7 : 1.6) })
              return { tick: Math.floor(((turn + random()) * ticks) / 3), body }
            }),
          ),
        ),
      )
    }

    /** Twenty attempts each, half of them in the first ten minutes. */
    function vandalsOf(): Promise<Person[]> {
      const wrong = (food: Food, factor: number) => {
        const field = pick(wrongNumbers)
        return { [field]: Number((Number(food[field] ?? 1) * factor).toFixed(2)) || 9 }
      }
      const strategies: [
        share: number,
        accepted: number,
        body: (n: number) => { body: object; harm?: 'small' },
      ][] = [
        [0.25, 0, () => ({ body: newFood(`${pick(abuse)} ${Math.floor(random() * 1e9)}`) })],
        [
          0.2,
          0,
          () => {
            const food = pick(attacked)
            return { body: correction(food, wrong(food, 10)) }
          },
        ],
        [0.25, 0, () => ({ body: correction(target, wrong(target, 2 + random() * 4), 'I bought it') })],
        [
          0.15,
          0,
          () => ({ body: newFood(`Cheap ${link} ${Math.floor(random() * 1e9)}`, `see http://${link}`) }),
        ],
        [0.1, 0, n => ({ body: newFood(pick(attacked).name, `again ${n}`) })],
        // Trusted: first changes that are too small for a review, later abuse.
        [
          0.05,
          acceptedForTrust,
          n => {
            const food = pick(communityFoods)
            if (n < 10)
              return { body: correction(food, { sugar_g: 38 + Math.floor(random() * 4) }), harm: 'small' }
            if (n % 2 === 0) return { body: correction(food, { name: `${pick(abuse)} jam` }) }
            return { body: correction(food, wrong(food, 10)) }
          },
        ],
      ]
      const kinds = strategies.flatMap(([share, accepted, body]) =>
        Array.from({ length: Math.round(share * vandals) }, () => ({ accepted, body })),
      )
      return Promise.all(
        kinds.map(({ accepted, body }, n) =>
          join(
            `vandal${n}`,
            accepted,
            Array.from({ length: 20 }, (_, turn) => ({
              tick: Math.floor(random() * (turn < 10 ? ticks / 6 : ticks)),
              harm: 'large' as const,
              ...body(turn),
            })),
          ),
        ),
      )
    }

    /** One vandal in ten reports, each from another address: the same food, and the rights to many foods. */
    async function sendReports(tick: number): Promise<void> {
      for (let n = 0; n < vandals / 10; n++) {
        if (random() > 30 / ticks || tick >= ticks) continue
        const isMass = n % 2 === 0
        const { status } = await ask(service.apiUrl, '/reports', {
          method: 'POST',
          headers: { 'x-forwarded-for': `198.51.${n}.7` },
          body: {
            food_id: isMass ? target.id : pick(attacked).id,
            kind: isMass ? pick(['offensive', 'not_food', 'name']) : 'rights',
            note: `My rights! ${link}`,
          },
        })
        result.vandals.reports++
        if (status === 429) result.vandals.reportsRefused++
      }
    }
  } finally {
    redis.disconnect()
    await pool.close()
    await service.stop()
    await stores.drop()
  }
}

/** mulberry32, so that every run is the same. */
function seededRandom(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}
