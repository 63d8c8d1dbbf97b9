import { useAccountKey } from '../errors.ts'
import { expect401, expectDetail } from '../expect.ts'
import type { Check, KeyName } from '../types.ts'

// The specification does not show the routes themselves, so these paths exist nowhere.
const routes = ['/auth/larder-contract', '/billing/larder-contract']

function namedKeyIsForbidden(id: string, key: KeyName, title: string): Check {
  return {
    id,
    title,
    needs: [key],
    async run(ctx) {
      for (const path of routes) {
        for (const method of ['GET', 'POST', 'DELETE']) {
          expectDetail(await ctx.send({ path, method, as: key }), 403, useAccountKey)
        }
      }
    },
  }
}

export const accountRoutes: Check[] = [
  {
    id: 'account-routes/anonymous',
    title: '/auth/ and /billing/ are 401 without a key',
    async run(ctx) {
      for (const path of routes) {
        for (const method of ['GET', 'POST']) expect401(await ctx.send({ path, method, as: 'anonymous' }))
      }
    },
  },
  namedKeyIsForbidden('account-routes/named', 'full', '/auth/ and /billing/ are 403 for a named key'),
  namedKeyIsForbidden('account-routes/read-only', 'read', 'that 403 comes before the one for read-only keys'),
  {
    id: 'account-routes/unknown',
    title: 'an account key passes there: a route that does not exist is 401',
    needs: ['account'],
    async run(ctx) {
      for (const path of routes) expect401(await ctx.get(path, 'account'))
    },
  },
]
