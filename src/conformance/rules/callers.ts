import { anonymousAnswers } from '../anonymous.ts'
import { examplePaths } from '../catalog.ts'
import type { Context, KeyName, Rule } from '../contract.ts'
import { expect401, expectSameBytes, expectStatus } from '../expect.ts'
import { expectNoQuota, quotaOf } from '../quota.ts'

/** Shaped like no key at all; that wrong keys are counted per address (decision 25) keeps these few. */
export const unknownKey = { authorization: 'Bearer larder-conformance-no-such-key' }

function keyReads(rule: string, key: KeyName, title: string): Rule {
  return {
    rule,
    title,
    needs: [key],
    async check(ctx) {
      for (const path of await examplePaths(ctx)) {
        const answer = await ctx.get(path, key)
        expectStatus(answer, 200)
        quotaOf(answer)
      }
    },
  }
}

function keyIsRefused(rule: string, key: KeyName): Rule {
  return {
    rule,
    title: `a key that is ${key} is 401, never anonymous`,
    needs: [key],
    async check(ctx) {
      for (const path of ['/foods/categories', '/search', '/food/1', '/openapi.json']) {
        const answer = await ctx.get(path, key)
        expect401(answer)
        expectNoQuota(answer)
      }
    },
  }
}

async function expectRefused(ctx: Context, authorizations: string[]): Promise<void> {
  for (const authorization of authorizations) {
    expect401(await ctx.get('/foods/categories', 'anonymous', { authorization }))
  }
}

export const callers: Rule[] = [
  {
    rule: 'spec 5.1',
    title: 'every data endpoint answers without a key',
    async check(ctx) {
      const { reads } = await anonymousAnswers(ctx)
      for (const answer of reads) expectStatus(answer, 200)
    },
  },
  {
    rule: 'spec 5.3',
    title: 'anonymous and keyed callers read the same',
    needs: ['reader'],
    async check(ctx) {
      const { reads } = await anonymousAnswers(ctx)
      const paths = await examplePaths(ctx)
      for (const [index, path] of paths.entries()) {
        const anonymous = reads[index]
        if (anonymous) expectSameBytes(await ctx.get(path), anonymous)
      }
    },
  },
  keyReads('spec 5.5a', 'read', 'a read-scope key reads every data endpoint'),
  keyReads('spec 5.5b', 'full', 'a full-access key reads every data endpoint'),
  keyReads('spec 5.5c', 'account', 'an account key reads every data endpoint'),
  keyReads('spec 5.5d', 'scale', 'another key of the account reads every data endpoint'),
  {
    rule: 'spec 5.7',
    title: '401 has the same body for no header, another scheme and an unknown key',
    async check(ctx) {
      const missing = await ctx.get('/v1/search?q=milk', 'anonymous')
      expect401(missing)
      expectSameBytes(await ctx.get('/search?q=milk', 'anonymous', { authorization: 'Basic dTpw' }), missing)
      expectSameBytes(await ctx.get('/search?q=milk', 'anonymous', unknownKey), missing)
    },
  },
  {
    rule: 'decision 12a',
    title: 'a header that is not Bearer, or holds no key, is 401',
    async check(ctx) {
      await expectRefused(ctx, ['', 'Bearer', 'Bearer ', 'Basic dXNlcjpwYXNz', 'nonsense'])
    },
  },
  {
    rule: 'decision 12b',
    title: 'a malformed or altered key, or a key without its scheme, is 401',
    needs: ['reader'],
    async check(ctx) {
      const key = ctx.secret('reader')
      const altered = key.slice(0, -1) + (key.endsWith('a') ? 'b' : 'a')
      const wrong = [key, `Token ${key}`, `Bearer ${key}x`, `Bearer ${altered}`, `Bearer ${key} ${key}`]
      await expectRefused(ctx, wrong)
    },
  },
  {
    rule: 'decision 12c',
    title: 'an unknown key is 401 on every path but /health',
    async check(ctx) {
      const paths = [
        '/search?q=milk',
        '/food/1',
        '/barcode/1',
        '/foods/popular',
        '/openapi.json',
        '/docs',
        '/auth/x',
      ]
      for (const path of paths) {
        const answer = await ctx.get(path, 'anonymous', unknownKey)
        expect401(answer)
        expectNoQuota(answer)
      }
    },
  },
  {
    rule: 'decision 12d',
    title: 'the scheme is case-insensitive',
    needs: ['reader'],
    async check(ctx) {
      for (const scheme of ['bearer', 'BEARER', 'bEaReR']) {
        const authorization = `${scheme} ${ctx.secret('reader')}`
        const answer = await ctx.get('/foods/categories', 'anonymous', { authorization })
        expectStatus(answer, 200)
        quotaOf(answer)
      }
    },
  },
  keyIsRefused('decision 12e', 'expired'),
  keyIsRefused('decision 12f', 'revoked'),
]
