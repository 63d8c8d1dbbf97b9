// The whole run on one page: which rules, in which order, and how one is judged.
import { createContext } from './context.ts'
import {
  CannotRun,
  ConformanceFailure,
  type ConformanceOptions,
  type Context,
  type Need,
  type Rule,
  type RuleResult,
  RuleSkipped,
} from './contract.ts'
import { accountRoutes } from './rules/account-routes.ts'
import { barcode } from './rules/barcode.ts'
import { caching } from './rules/caching.ts'
import { callers } from './rules/callers.ts'
import { categories } from './rules/categories.ts'
import { cors } from './rules/cors.ts'
import { counting } from './rules/counting.ts'
import { errors } from './rules/errors.ts'
import { exhaustion } from './rules/exhaustion.ts'
import { fairness } from './rules/fairness.ts'
import { figures } from './rules/figures.ts'
import { food } from './rules/food.ts'
import { health } from './rules/health.ts'
import { keyCap } from './rules/key-cap.ts'
import { lookup } from './rules/lookup.ts'
import { methods } from './rules/methods.ts'
import { paths } from './rules/paths.ts'
import { popular } from './rules/popular.ts'
import { ranking } from './rules/ranking.ts'
import { search } from './rules/search.ts'
import { validation } from './rules/validation.ts'
import { versioning } from './rules/versioning.ts'

export { CannotRun, type ConformanceOptions, type KeyName, keyNames, type RuleResult } from './contract.ts'

const rules: Rule[] = [
  ...food,
  ...search,
  ...ranking,
  ...lookup,
  ...barcode,
  ...popular,
  ...categories,
  ...health,
  ...validation,
  ...errors,
  ...callers,
  ...paths,
  ...methods,
  ...accountRoutes,
  ...cors,
  ...versioning,
  ...caching,
  ...fairness,
  ...counting,
  ...figures,
  // From here on limits are used up.
  ...keyCap,
  ...exhaustion,
]

export function listRules(): { rule: string; title: string; needs: Need[] }[] {
  return rules.map(({ rule, title, needs = [] }) => ({ rule, title, needs }))
}

export async function* runConformance(options: ConformanceOptions): AsyncGenerator<RuleResult> {
  const { ctx, client } = createContext(options)
  try {
    await client.send({ path: '/health' }, 'anonymous').catch((error: Error) => {
      throw new CannotRun(error.message)
    })
    for (const rule of rules.filter(({ rule }) => isSelected(rule, options.only)))
      yield await judge(rule, ctx)
  } finally {
    client.close()
  }
}

/** 'decision 1' selects 1 and 1a, but not 12. */
function isSelected(rule: string, only: string[] = []): boolean {
  const matches = (prefix: string) =>
    rule.startsWith(prefix) && !(/\d$/.test(prefix) && /^\d/.test(rule.slice(prefix.length)))
  return only.length === 0 || only.some(matches)
}

async function judge(rule: Rule, ctx: Context): Promise<RuleResult> {
  const started = performance.now()
  const verdict = await verdictOf(rule, ctx)
  return { rule: rule.rule, title: rule.title, ...verdict, seconds: (performance.now() - started) / 1000 }
}

async function verdictOf(rule: Rule, ctx: Context): Promise<Pick<RuleResult, 'outcome' | 'detail'>> {
  const lacking = whatIsLacking(rule, ctx)
  if (lacking) return { outcome: 'skipped', detail: lacking }
  try {
    await rule.check(ctx)
    return { outcome: 'pass' }
  } catch (error) {
    if (error instanceof RuleSkipped) return { outcome: 'skipped', detail: error.message }
    if (error instanceof ConformanceFailure) return { outcome: 'fail', detail: error.message }
    // An answer so unexpected that the check stumbled over it, or none at all.
    return { outcome: 'fail', detail: String(error instanceof Error ? error.message : error) }
  }
}

function whatIsLacking(rule: Rule, ctx: Context): string | undefined {
  const missing = rule.needs?.filter(need => !ctx.has(need)) ?? []
  if (missing.length > 0) return `needs a key: ${missing.map(keyInWords).join(', ')}`
  if (rule.figures && !ctx.figures) return 'needs --figures'
  if (rule.waits && !ctx.waits) return 'needs --waits'
  return undefined
}

function keyInWords(need: Need): string {
  return need === 'reader' ? 'read' : need
}
