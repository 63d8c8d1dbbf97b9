import type { KeyName, Rule } from '../contract.ts'
import { expect401, expectDetail } from '../expect.ts'

const useAccountKey = 'Use your account key to manage dashboard settings.'

// The routes themselves are not shown, so the kit asks for one that no service has.
const routes = ['/auth/larder-conformance', '/billing/larder-conformance']

function namedKeyIsRefused(rule: string, key: KeyName, title: string): Rule {
  return {
    rule,
    title,
    needs: [key],
    async check(ctx) {
      for (const path of routes) {
        for (const method of ['GET', 'POST', 'DELETE']) {
          expectDetail(await ctx.send({ path, method, as: key }), 403, useAccountKey)
        }
      }
    },
  }
}

export const accountRoutes: Rule[] = [
  {
    rule: 'decision 15a',
    title: '/auth/ and /billing/ are 401 without a key',
    async check(ctx) {
      for (const path of routes) {
        for (const method of ['GET', 'POST']) expect401(await ctx.send({ path, method, as: 'anonymous' }))
      }
    },
  },
  namedKeyIsRefused('decision 15b', 'full', '/auth/ and /billing/ are 403 for a named key'),
  namedKeyIsRefused('decision 15c', 'read', 'that 403 comes before the read-only rule'),
  {
    rule: 'decision 15d',
    title: 'an account key passes there: a route that does not exist is 401 (spec 5.6)',
    needs: ['account'],
    async check(ctx) {
      for (const path of routes) expect401(await ctx.get(path, 'account'))
    },
  },
]
