// The few anonymous reads of a run. The limit of an address is small, so the checks share one set of responses:
// seven requests.
import { examplePaths } from './catalog.ts'
import { unknownFoodPath } from './errors.ts'
import { type Context, memoizePerRun } from './types.ts'

export const anonymousResponses = memoizePerRun(async (ctx: Context) => {
  const reads = []
  for (const path of await examplePaths(ctx)) reads.push(await ctx.get(path, 'anonymous'))
  const notFound = await ctx.get(unknownFoodPath, 'anonymous')
  const invalid = await ctx.get('/search?q=a', 'anonymous')
  return { reads, notFound, invalid }
})
