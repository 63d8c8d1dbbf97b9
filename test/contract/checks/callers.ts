import { anonymousResponses } from '../anonymous-responses.ts'
import { examplePaths } from '../catalog.ts'
import { expectUnauthorized } from '../errors.ts'
import { expect401, expectSameBytes, expectStatus } from '../expect.ts'
import { expectNoRateLimitHeaders, rateLimitOf } from '../rate-limit-headers.ts'
import type { Check, Context, KeyName } from '../types.ts'

/** Few requests send it, because wrong keys are limited per address (rule invalid-key-limit). */
export const unknownKey = { authorization: 'Bearer larder-contract-no-such-key' }

function keyReads(id: string, key: KeyName, title: string): Check {
  return {
    id,
    title,
    needs: [key],
    async run(ctx) {
      for (const path of await examplePaths(ctx)) {
        const response = await ctx.get(path, key)
        expectStatus(response, 200)
        rateLimitOf(response)
      }
    },
  }
}

function keyIsUnauthorized(id: string, key: KeyName): Check {
  return {
    id,
    title: `a key that is ${key} is invalid: 401`,
    needs: [key],
    async run(ctx) {
      expectUnauthorized(await ctx.get('/foods/categories', key))
    },
  }
}

function keyIsRefused(id: string, key: KeyName): Check {
  return {
    id,
    title: `a key that is ${key} is 401 on every path, never anonymous`,
    needs: [key],
    async run(ctx) {
      for (const path of ['/foods/categories', '/search', '/food/1', '/openapi.json']) {
        const response = await ctx.get(path, key)
        expect401(response)
        expectNoRateLimitHeaders(response)
      }
    },
  }
}

async function expectRefused(ctx: Context, authorizations: string[]): Promise<void> {
  for (const authorization of authorizations) {
    expect401(await ctx.get('/foods/categories', 'anonymous', { authorization }))
  }
}

export const callers: Check[] = [
  {
    id: 'anonymous-reads',
    title: 'every data endpoint works without a key',
    async run(ctx) {
      const { reads } = await anonymousResponses(ctx)
      for (const response of reads) expectStatus(response, 200)
    },
  },
  keyReads('key-kinds/read', 'read', 'a read-scope key reads every data endpoint'),
  keyReads('key-kinds/full', 'full', 'a full-access key reads every data endpoint'),
  keyReads('key-kinds/account', 'account', 'an account key reads every data endpoint'),
  keyReads('key-kinds/second', 'scale', 'another key of the account reads every data endpoint'),
  keyIsUnauthorized('invalid-key/expired', 'expired'),
  keyIsUnauthorized('invalid-key/revoked', 'revoked'),
  {
    id: 'unauthorized-body',
    title: '401 has the same body for no header, another scheme and an unknown key',
    async run(ctx) {
      expectUnauthorized(await ctx.get('/v1/search?q=milk', 'anonymous'))
      for (const headers of [{ authorization: 'Basic dTpw' }, unknownKey]) {
        for (const path of ['/search?q=milk', '/foods/categories'])
          expectUnauthorized(await ctx.get(path, 'anonymous', headers))
      }
    },
  },
  {
    id: 'authorization-forms/scheme',
    title: 'a header that is not Bearer, or holds no key, is 401',
    async run(ctx) {
      await expectRefused(ctx, ['', 'Bearer', 'Bearer ', 'Basic dXNlcjpwYXNz', 'nonsense'])
    },
  },
  {
    id: 'authorization-forms/malformed',
    title: 'a malformed or altered key, or a key without its scheme, is 401',
    needs: ['reader'],
    async run(ctx) {
      const key = ctx.secret('reader')
      const altered = key.slice(0, -1) + (key.endsWith('a') ? 'b' : 'a')
      const wrong = [key, `Token ${key}`, `Bearer ${key}x`, `Bearer ${altered}`, `Bearer ${key} ${key}`]
      await expectRefused(ctx, wrong)
    },
  },
  {
    id: 'invalid-key-everywhere/unknown',
    title: 'an unknown key is 401 on every path but /health',
    async run(ctx) {
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
        const response = await ctx.get(path, 'anonymous', unknownKey)
        expect401(response)
        expectNoRateLimitHeaders(response)
      }
    },
  },
  {
    id: 'authorization-forms/case',
    title: 'the scheme is case-insensitive',
    needs: ['reader'],
    async run(ctx) {
      for (const scheme of ['bearer', 'BEARER', 'bEaReR']) {
        const authorization = `${scheme} ${ctx.secret('reader')}`
        const response = await ctx.get('/foods/categories', 'anonymous', { authorization })
        expectStatus(response, 200)
        rateLimitOf(response)
      }
    },
  },
  keyIsRefused('invalid-key-everywhere/expired', 'expired'),
  keyIsRefused('invalid-key-everywhere/revoked', 'revoked'),
  {
    id: 'same-bodies',
    title: 'anonymous and keyed callers get the same bodies',
    needs: ['reader'],
    async run(ctx) {
      const { reads } = await anonymousResponses(ctx)
      const paths = await examplePaths(ctx)
      for (const [index, path] of paths.entries()) {
        const anonymous = reads[index]
        if (anonymous) expectSameBytes(await ctx.get(path), anonymous)
      }
    },
  },
]
