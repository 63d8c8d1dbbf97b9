import { anonymousResponses } from '../anonymous-responses.ts'
import { examplePaths } from '../catalog.ts'
import type { HttpResponse } from '../client.ts'
import { expectThat } from '../expect.ts'
import { type Check, CheckSkipped, type Context, memoizePerRun } from '../types.ts'

/** Part 8 says "about 350 ms"; this leaves a margin for network latency. */
const visibleDelay = 0.25

function median(responses: HttpResponse[]): number {
  const sorted = responses.map(response => response.seconds).sort((one, other) => one - other)
  return sorted[Math.floor(sorted.length / 2)] ?? 0
}

const milliseconds = (seconds: number) => `${Math.round(seconds * 1000)} ms`

const timings = memoizePerRun(async (ctx: Context) => {
  const { reads } = await anonymousResponses(ctx)
  const keyed = []
  for (const path of await examplePaths(ctx)) keyed.push(await ctx.get(path))
  return { keyed: median(keyed), anonymous: median(reads), example: reads[0] as HttpResponse }
})

/** How long a keyed read takes here; skips where the operator has switched the delay off. */
export async function keyedReadSeconds(ctx: Context): Promise<number> {
  const { keyed, anonymous } = await timings(ctx)
  if (anonymous - keyed >= visibleDelay) return keyed
  const seen = `${milliseconds(anonymous)} anonymous, ${milliseconds(keyed)} keyed`
  throw new CheckSkipped(`this deployment shows no fairness delay (${seen}); it may be configured off`)
}

export function expectPrompt(response: HttpResponse, keyed: number): void {
  const prompt = response.seconds < keyed + visibleDelay
  expectThat(prompt, response, `no fairness delay on a ${response.status}`, milliseconds(response.seconds))
}

export const fairness: Check[] = [
  {
    id: 'delayed-callers/anonymous',
    title: 'an anonymous read waits for the fairness delay, a Scale read does not',
    needs: ['reader'],
    async run(ctx) {
      await keyedReadSeconds(ctx)
    },
  },
  {
    id: 'delayed-callers/free',
    title: 'a free key waits for the fairness delay too',
    needs: ['reader', 'starter'],
    async run(ctx) {
      const keyed = await keyedReadSeconds(ctx)
      const response = await ctx.get('/foods/categories', 'starter')
      expectThat(
        response.seconds - keyed >= visibleDelay,
        response,
        'the delay',
        milliseconds(response.seconds),
      )
    },
  },
  {
    id: 'delay-skipped/errors',
    title: 'the delay is skipped for 401 and 422',
    needs: ['reader'],
    async run(ctx) {
      const keyed = await keyedReadSeconds(ctx)
      expectPrompt((await anonymousResponses(ctx)).invalid, keyed)
      expectPrompt(await ctx.get('/no/such/path', 'anonymous'), keyed)
    },
  },
  {
    id: 'fairness-delay',
    title: 'the fairness delay is about 350 ms',
    needs: ['reader'],
    comparesDefaults: true,
    async run(ctx) {
      const { keyed, anonymous, example } = await timings(ctx)
      const delay = anonymous - keyed
      expectThat(delay >= visibleDelay && delay <= 0.6, example, 'about 350 ms more', milliseconds(delay))
    },
  },
]
