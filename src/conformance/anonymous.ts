// The few anonymous reads of a run. The address's limit is small, so the rules share one set of answers:
// seven counted requests.
import { examplePaths } from './catalog.ts'
import { type Context, oncePerRun } from './contract.ts'

export const anonymousAnswers = oncePerRun(async (ctx: Context) => {
  const reads = []
  for (const path of await examplePaths(ctx)) reads.push(await ctx.get(path, 'anonymous'))
  const unknown = await ctx.get('/food/-1', 'anonymous')
  const invalid = await ctx.get('/search?q=a', 'anonymous')
  return { reads, unknown, invalid }
})
