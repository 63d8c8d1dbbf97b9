// The 408 recorded requests of the specification, replayed on a catalog whose responses reveal the parsed
// parameters.
import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ask } from '../../../lab/clients/http.ts'
import { startService } from '../../../lab/service.ts'
import { refreshDerivedTables } from '../../../src/importer/refresh-derived-tables.ts'
import type { RunningService } from '../../../src/main/serve.ts'
import { inTransaction, withConnection } from '../../../src/platform/database/pool.ts'
import { createStores, type TestStores } from '../../support/database.ts'

interface Vector {
  request: string
  status: number
  // biome-ignore lint/suspicious/noExplicitAny: the body differs by endpoint
  body: any
}

const vectors: Vector[] = readFileSync('packages/conformance/data/validation-vectors.jsonl', 'utf8')
  .trim()
  .split('\n')
  .map(line => JSON.parse(line))

const foods = 1200

let stores: TestStores
let service: RunningService
beforeAll(async () => {
  stores = await createStores()
  await withConnection(stores.databaseUrl, async client => {
    // Popularity decreases with the id and every second food has an image, so a page reveals its parameters.
    await client.query(
      `insert into foods (id, source, source_id, name, normalized_name, category, image_url, confidence, popularity)
         select n, case when n % 3 = 0 then 'ai_estimate' else 'off' end, n, 'Milk ' || n, 'milk ' || n,
                case n % 4 when 0 then 'a' when 1 then 'b' else ' ' end,
                case when n % 2 = 0 then 'https://images.example/' || n end, 0.5, $1::integer - n
           from generate_series(1, $1) as n`,
      [foods],
    )
    await inTransaction(client, () => refreshDerivedTables(client))
  })
  service = await startService(stores)
})
afterAll(async () => {
  await service.stop()
  await stores.drop()
})

it('has 408 vectors', () => {
  expect(vectors).toHaveLength(408)
})

describe.each(vectors)('$request', ({ request, status, body }) => {
  it(`responds ${status}`, async () => {
    const answer = await ask(service.apiUrl, request)
    if (status === 422) {
      expect(answer.status).toBe(422)
      expect(answer.text).toBe(JSON.stringify(body))
    } else if (request.startsWith('/food/')) {
      const id = BigInt(body.food_id)
      if (id >= 1n && id <= BigInt(foods)) {
        expect([answer.status, answer.json.id]).toEqual([200, Number(id)])
      } else {
        expect([answer.status, answer.json]).toEqual([404, { detail: 'Food not found' }])
      }
    } else if (request.startsWith('/foods/popular')) {
      const expected = popularIds(body)
      expect([answer.status, answer.json.map((food: { id: number }) => food.id)]).toEqual([200, expected])
    } else {
      expect(answer.status).toBe(200)
      const found: { source: string }[] = answer.json
      expect(found).toHaveLength(expectedResults(body))
      expect(found.every(food => body.source === null || food.source === body.source)).toBe(true)
    }
  })
})

/** All foods are milk, so the number of results reveals the limit; "1" is in the name of one food. */
function expectedResults({ q, limit }: { q: string; limit: number }): number {
  if (/milk/i.test(q)) return limit
  return /\b1\b/.test(q) ? 1 : 0
}

/** The expected page, computed from the values that the recorded server parsed. */
function popularIds(parsed: { limit: number; offset: string; category: string | null; has_image: boolean }) {
  const categoryOf = (id: number) => (id % 4 === 0 ? 'a' : id % 4 === 1 ? 'b' : ' ')
  const listed = Array.from({ length: foods }, (_, place) => place + 1)
    .filter(id => !parsed.has_image || id % 2 === 0)
    .filter(id => !parsed.category || categoryOf(id) === parsed.category)
  const offset = BigInt(parsed.offset)
  if (offset > BigInt(foods)) return []
  return listed.slice(Number(offset), Number(offset) + parsed.limit)
}
