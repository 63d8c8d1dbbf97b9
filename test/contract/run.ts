// Selects and runs the checks, in order.

import { accountRoutes } from './checks/account-routes.ts'
import { barcode } from './checks/barcode.ts'
import { batches } from './checks/batch.ts'
import { caching } from './checks/caching.ts'
import { callers } from './checks/callers.ts'
import { categories } from './checks/categories.ts'
import { changes } from './checks/changes.ts'
import { compression } from './checks/compression.ts'
import { cors } from './checks/cors.ts'
import { counting } from './checks/counting.ts'
import { defaultLimits } from './checks/default-limits.ts'
import { details } from './checks/details.ts'
import { errors } from './checks/errors.ts'
import { exhaustion } from './checks/exhaustion.ts'
import { fairness } from './checks/fairness.ts'
import { filters } from './checks/filters.ts'
import { food } from './checks/food.ts'
import { health } from './checks/health.ts'
import { keyCap } from './checks/key-cap.ts'
import { lookup } from './checks/lookup.ts'
import { meals } from './checks/meals.ts'
import { methods } from './checks/methods.ts'
import { paths } from './checks/paths.ts'
import { popular } from './checks/popular.ts'
import { ranking } from './checks/ranking.ts'
import { search } from './checks/search.ts'
import { suggest } from './checks/suggest.ts'
import { validation } from './checks/validation.ts'
import { versioning } from './checks/versioning.ts'
import { createContext } from './context.ts'
import {
  type Check,
  type CheckResult,
  CheckSkipped,
  type Context,
  DeploymentUnreachable,
  groupOf,
  type RunOptions,
  ruleOf,
} from './types.ts'

export const checks: Check[] = [
  ...food,
  ...search,
  ...ranking,
  ...lookup,
  ...barcode,
  ...popular,
  ...filters,
  ...suggest,
  ...details,
  ...batches,
  ...changes,
  ...categories,
  ...health,
  ...meals,
  ...validation,
  ...errors,
  ...callers,
  ...paths,
  ...methods,
  ...accountRoutes,
  ...cors,
  ...versioning,
  ...caching,
  ...compression,
  ...fairness,
  ...counting,
  ...defaultLimits,
  ...keyCap,
  ...exhaustion,
].sort((one, other) => phaseOf(one) - phaseOf(other))

/**
 * Checks that exhaust a limit come last. Otherwise the core rules go first: a server may count every request of
 * an address, and Larder's checks send many requests that must not affect the others.
 */
function phaseOf({ id, slow }: Check): number {
  return (slow ? 2 : 0) + (groupOf(id) === 'larder' ? 1 : 0)
}

/** Runs the checks, and reports each result as soon as it is known. */
export async function runChecks(
  options: RunOptions,
  report: (result: CheckResult) => void = () => undefined,
): Promise<CheckResult[]> {
  const { ctx, client } = createContext(options)
  try {
    await client.send({ path: '/health' }, 'anonymous').catch((error: Error) => {
      throw new DeploymentUnreachable(error.message)
    })
    const results: CheckResult[] = []
    for (const check of checks.filter(({ id }) => isSelected(id, options.only))) {
      const { id, title } = check
      const result = { id, title, ...(await verdictOf(check, ctx)) }
      report(result)
      results.push(result)
    }
    return results
  } finally {
    client.close()
  }
}

function isSelected(id: string, only: string[] = []): boolean {
  const names: string[] = [id, ruleOf(id).name, groupOf(id)]
  return only.length === 0 || only.some(selected => names.includes(selected))
}

async function verdictOf(check: Check, ctx: Context): Promise<Pick<CheckResult, 'outcome' | 'detail'>> {
  const missing = missingFor(check, ctx)
  if (missing) return { outcome: 'skipped', detail: missing }
  try {
    await check.run(ctx)
    return { outcome: 'pass' }
  } catch (error) {
    if (error instanceof CheckSkipped) return { outcome: 'skipped', detail: error.message }
    // Besides a CheckFailed: a response so unexpected that the check could not read it, or none at all.
    return { outcome: 'fail', detail: error instanceof Error ? error.message : String(error) }
  }
}

function missingFor(check: Check, ctx: Context): string | undefined {
  const keys = check.needs?.filter(need => !ctx.has(need)) ?? []
  if (keys.length > 0)
    return `needs a key: ${keys.map(need => (need === 'reader' ? 'read' : need)).join(', ')}`
  if (check.comparesDefaults && !ctx.checkDefaults) return 'needs --check-defaults'
  if (check.slow && !ctx.includeSlow) return 'needs --include-slow'
  return undefined
}
