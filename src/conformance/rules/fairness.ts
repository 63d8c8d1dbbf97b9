import { anonymousAnswers } from '../anonymous.ts'
import { examplePaths } from '../catalog.ts'
import type { Answer } from '../client.ts'
import { type Context, oncePerRun, type Rule, RuleSkipped } from '../contract.ts'
import { expectThat } from '../expect.ts'

/** Part 8 says "about 350 ms": what is left of it beyond doubt once the network's own time is taken off. */
const visibleDelay = 0.25

function median(answers: Answer[]): number {
  const sorted = answers.map(answer => answer.seconds).sort((one, other) => one - other)
  return sorted[Math.floor(sorted.length / 2)] ?? 0
}

const milliseconds = (seconds: number) => `${Math.round(seconds * 1000)} ms`

const timings = oncePerRun(async (ctx: Context) => {
  const { reads } = await anonymousAnswers(ctx)
  const keyed = []
  for (const path of await examplePaths(ctx)) keyed.push(await ctx.get(path))
  return { keyed: median(keyed), anonymous: median(reads), example: reads[0] as Answer }
})

/** How long a keyed read takes here; skips where the operator has switched the delay off. */
export async function keyedSecondsBesideDelay(ctx: Context): Promise<number> {
  const { keyed, anonymous } = await timings(ctx)
  if (anonymous - keyed >= visibleDelay) return keyed
  const seen = `${milliseconds(anonymous)} anonymous, ${milliseconds(keyed)} keyed`
  throw new RuleSkipped(`this deployment shows no fairness delay (${seen}); it may be configured off`)
}

export function expectPrompt(answer: Answer, keyed: number): void {
  const prompt = answer.seconds < keyed + visibleDelay
  expectThat(prompt, answer, `no fairness delay on a ${answer.status}`, milliseconds(answer.seconds))
}

export const fairness: Rule[] = [
  {
    rule: 'decision 23a',
    title: 'an anonymous read waits for the fairness delay, a Scale read does not',
    needs: ['reader'],
    async check(ctx) {
      await keyedSecondsBesideDelay(ctx)
    },
  },
  {
    rule: 'decision 23b',
    title: 'a free key waits for the fairness delay too',
    needs: ['reader', 'starter'],
    async check(ctx) {
      const keyed = await keyedSecondsBesideDelay(ctx)
      const answer = await ctx.get('/foods/categories', 'starter')
      expectThat(answer.seconds - keyed >= visibleDelay, answer, 'the delay', milliseconds(answer.seconds))
    },
  },
  {
    rule: 'decision 23c',
    title: 'the delay is skipped for 401 and 422',
    needs: ['reader'],
    async check(ctx) {
      const keyed = await keyedSecondsBesideDelay(ctx)
      expectPrompt((await anonymousAnswers(ctx)).invalid, keyed)
      expectPrompt(await ctx.get('/no/such/path', 'anonymous'), keyed)
    },
  },
  {
    rule: 'spec 8 figures a',
    title: 'the fairness delay is about 350 ms',
    needs: ['reader'],
    figures: true,
    async check(ctx) {
      const { keyed, anonymous, example } = await timings(ctx)
      const delay = anonymous - keyed
      expectThat(delay >= visibleDelay && delay <= 0.6, example, 'about 350 ms more', milliseconds(delay))
    },
  },
]
