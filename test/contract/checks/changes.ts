import type { HttpResponse } from '../client.ts'
import { expectErrorText, expectValidationError } from '../errors.ts'
import { expectHeader, expectJson, expectStatus, expectThat } from '../expect.ts'
import { type Check, CheckSkipped, type Context } from '../types.ts'

interface Change {
  food_id: number
  change: string
  merged_into_food_id: number | null
  changed_at: string
}

interface Changes {
  changes: Change[]
  next: string
  has_more: boolean
}

const maxChanges = 500
const kinds = ['created', 'changed', 'merged', 'removed']
const isTime = (value: unknown) => typeof value === 'string' && !Number.isNaN(Date.parse(value))

const isChange = ({ food_id, change, merged_into_food_id, changed_at }: Change) =>
  Number.isInteger(food_id) &&
  kinds.includes(change) &&
  (change === 'merged') === Number.isInteger(merged_into_food_id) &&
  isTime(changed_at)

async function readChanges(ctx: Context, since?: string): Promise<{ response: HttpResponse; page: Changes }> {
  const response = await ctx.get(since === undefined ? '/changes' : `/changes?since=${since}`)
  if (response.status === 401) throw new CheckSkipped('the service does not offer /changes')
  expectStatus(response, 200)
  expectJson(response)
  const page = response.json as Changes
  const isPage = Array.isArray(page.changes) && page.changes.length <= maxChanges
  expectThat(isPage && page.changes.every(isChange), response, 'changes as the rule lists them')
  expectThat(typeof page.next === 'string' && page.next !== '', response, 'the next cursor')
  return { response, page }
}

/** A time since which all changes are known; the newest cursor if there is none among the last days. */
async function startOf(ctx: Context): Promise<string> {
  for (const days of [60, 7, 1]) {
    const since = new Date(Date.now() - days * 86_400_000).toISOString()
    const response = await ctx.get(`/changes?since=${since}`)
    if (response.status === 200) return since
  }
  return (await readChanges(ctx)).page.next
}

export const changes: Check[] = [
  {
    id: 'change-entries',
    title: '/changes lists changes oldest first, each food once per import',
    needs: ['reader'],
    async run(ctx) {
      let since = await startOf(ctx)
      let last = ''
      const seen = new Set<string>()
      for (let pages = 0; pages < 4; pages++) {
        const { response, page } = await readChanges(ctx, since)
        for (const { food_id, changed_at } of page.changes) {
          const key = `${changed_at} ${food_id}`
          expectThat(changed_at >= last, response, `no change before ${last}`, changed_at)
          expectThat(!seen.has(key), response, 'each food once per import', key)
          seen.add(key)
          last = changed_at
        }
        if (!page.has_more) return
        expectThat(page.changes.length === maxChanges, response, `${maxChanges} changes if there are more`)
        since = page.next
      }
    },
  },
  {
    id: 'change-cursors',
    title: 'without since, /changes has no changes and the newest cursor; another text is 422',
    needs: ['reader'],
    async run(ctx) {
      const { response, page } = await readChanges(ctx)
      expectThat(page.changes.length === 0 && !page.has_more, response, 'no changes')
      expectHeader(response, 'cache-control', /max-age=10\b/)
      await readChanges(ctx, page.next)
      for (const since of ['', 'abc', '2026-02-30T00:00:00Z', '2026-11-17']) {
        const refused = await ctx.get(`/changes?since=${since}`)
        expectValidationError(refused, ['query', 'since'], 'value_error', since)
      }
    },
  },
  {
    id: 'cursor-too-old',
    title: 'a cursor from before the oldest known change is 410',
    needs: ['reader'],
    async run(ctx) {
      await readChanges(ctx)
      expectErrorText(await ctx.get('/changes?since=2001-01-01T00:00:00Z'), 410)
    },
  },
]
