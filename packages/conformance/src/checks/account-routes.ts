import { useAccountKey } from '../errors.ts'
import { expect401, expectDetail } from '../expect.ts'
import type { Check, KeyName } from '../types.ts'

// The specification does not show the routes themselves, so these paths exist nowhere.
const routes = ['/auth/larder-conformance', '/billing/larder-conformance']

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
    id: 'decision 15a',
    title: '/auth/ and /billing/ are 401 without a key',
    async run(ctx) {
      for (const path of routes) {
        for (const method of ['GET', 'POST']) expect401(await ctx.send({ path, method, as: 'anonymous' }))
      }
    },
  },
  namedKeyIsForbidden('decision 15b', 'full', '/auth/ and /billing/ are 403 for a named key'),
  namedKeyIsForbidden('decision 15c', 'read', 'that 403 comes before the one for read-only keys'),
  {
    id: 'decision 15d',
    title: 'an account key passes there: a route that does not exist is 401 (spec 5.6)',
    needs: ['account'],
    async run(ctx) {
      for (const path of routes) expect401(await ctx.get(path, 'account'))
    },
  },
]
