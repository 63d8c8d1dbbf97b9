// The limits of rule plan-limits. An operator may have changed them, so they are checked only on request.

import { expectThat } from '../expect.ts'
import { rateLimitOf } from '../rate-limit-headers.ts'
import type { Check, KeyName } from '../types.ts'

function limitIs(id: string, key: KeyName, limit: number, title: string): Check {
  return {
    id,
    title,
    needs: [key],
    comparesDefaults: true,
    async run(ctx) {
      const response = await ctx.get('/foods/categories', key)
      expectThat(
        rateLimitOf(response).limit === limit,
        response,
        `a limit of ${limit}`,
        `${rateLimitOf(response).limit}`,
      )
    },
  }
}

export const defaultLimits: Check[] = [
  limitIs('plan-limits/starter', 'starter', 30, 'a free key has 30 requests a minute'),
  limitIs('plan-limits/scale', 'full', 3000, 'a Scale account has 3,000 requests a minute'),
]
