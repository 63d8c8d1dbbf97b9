import { expectErrorText, expectValidationErrors, readOnly } from '../errors.ts'
import { expectDetail, expectHeader, expectThat } from '../expect.ts'
import { rateLimitOf } from '../rate-limit-headers.ts'
import { type Caller, type Check, CheckSkipped, type Context } from '../types.ts'

/** Unlikely to exist, so that no check leaves a report behind. */
const unknownFood = 2_147_483_647

const send = (ctx: Context, as: Caller, body: string) =>
  ctx.send({ path: '/reports', method: 'POST', as, body, headers: { 'content-type': 'application/json' } })

export const reports: Check[] = [
  {
    id: 'report-request',
    title: 'POST /reports is read without a key and with a full-access key, and is 403 with a read-scope key',
    needs: ['read', 'full'],
    async run(ctx) {
      const get = await ctx.get('/reports', 'anonymous')
      if (get.status === 401) throw new CheckSkipped('the service does not offer /reports')
      expectDetail(get, 405, 'Method Not Allowed')
      expectHeader(get, 'allow', 'POST')
      expectDetail(await send(ctx, 'read', '{}'), 403, readOnly)
      for (const as of ['anonymous', 'full'] as const) {
        const invalid = await send(ctx, as, '{"kind": "taste"}')
        const seen = expectValidationErrors(invalid).map(({ type, loc }) => `${type} ${loc.join('.')}`)
        const wanted = ['missing body.food_id', 'literal_error body.kind']
        expectThat(`${seen}` === `${wanted}`, invalid, `${wanted}`, `${seen}`)
        const unknown = await send(ctx, as, JSON.stringify({ food_id: unknownFood, kind: 'name' }))
        expectErrorText(unknown, 404)
        if (as === 'full') rateLimitOf(unknown)
      }
    },
  },
]
