// The default figures of part 8. A deployment may configure others, so these are only checked when asked for.
import type { KeyName, Rule } from '../contract.ts'
import { expectThat } from '../expect.ts'
import { quotaOf } from '../quota.ts'

function limitIs(rule: string, key: KeyName, limit: number, title: string): Rule {
  return {
    rule,
    title,
    needs: [key],
    figures: true,
    async check(ctx) {
      const answer = await ctx.get('/search', key)
      expectThat(quotaOf(answer).limit === limit, answer, `a limit of ${limit}`, `${quotaOf(answer).limit}`)
    },
  }
}

export const figures: Rule[] = [
  limitIs('spec 8 figures b', 'starter', 30, 'a free key has 30 requests a minute'),
  limitIs('spec 8 figures c', 'full', 3000, 'a Scale account has 3,000 requests a minute'),
]
