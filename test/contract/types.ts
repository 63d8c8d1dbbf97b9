// Shared types: the options of a run, a check, and its result.
import { type Rule, readRules } from '../../scripts/specification.ts'
import type { HttpResponse, OutgoingRequest } from './client.ts'

export const keyNames = [
  'account',
  'read',
  'full',
  'capped',
  'starter',
  'scale',
  'expired',
  'revoked',
] as const

export type KeyName = (typeof keyNames)[number]

/** 'reader' is whichever valid key of the Scale account was given. */
export type Need = KeyName | 'reader'

export type Caller = Need | 'anonymous'

export interface RunOptions {
  baseUrl: string
  /** All but `starter` belong to one account on the Scale plan, which nothing else may use during a run. */
  keys: { [name in KeyName]?: string }
  /** Ids of checks, names of rules or groups: 'entity-tags' selects 'entity-tags/data' too. */
  only?: string[]
  /** Exhaust rate limits and sleep until their windows end. */
  includeSlow?: boolean
  /** Compare with the limits of rule plan-limits, which an operator may have changed. */
  checkDefaults?: boolean
  /** The value of a food's `source` for AI estimates, which the specification does not fix. */
  estimateSource?: string
}

/**
 * core: part of the interface, so every faithful implementation passes.
 * larder: the interface leaves it open and a rule of Larder settles it.
 */
export type Group = 'core' | 'larder'

const rules = new Map(readRules().map(rule => [rule.name, rule]))

/** The rule that the check is about: entity-tags of 'entity-tags/data'. */
export function ruleOf(checkId: string): Rule {
  const rule = rules.get(checkId.replace(/\/.*/, ''))
  if (rule === undefined) throw new Error(`docs/specification has no rule for the check ${checkId}`)
  return rule
}

export function groupOf(checkId: string): Group {
  return ruleOf(checkId).isCore ? 'core' : 'larder'
}

export interface CheckResult {
  id: string
  title: string
  outcome: 'pass' | 'fail' | 'skipped'
  detail?: string
}

export interface Context {
  checkDefaults: boolean
  includeSlow: boolean
  estimateSource: string
  has(need: Need): boolean
  /** The secret of a key, for checks that send the Authorization header in an unusual form. */
  secret(need: Need): string
  get(path: string, as?: Caller, headers?: Record<string, string>): Promise<HttpResponse>
  send(outgoing: OutgoingRequest & { as?: Caller; mayBeRateLimited?: boolean }): Promise<HttpResponse>
}

export interface Check {
  /** The name of a rule, and what the check looks at if there are several checks of one rule. */
  id: string
  title: string
  needs?: Need[]
  slow?: true
  comparesDefaults?: true
  run(ctx: Context): Promise<void>
}

/** The deployment does not do what the check demands. */
export class CheckFailed extends Error {}

/** This deployment cannot show it, for instance because no food of the needed kind exists. */
export class CheckSkipped extends Error {}

/** Nothing can be said about the deployment, because it does not respond at all. */
export class DeploymentUnreachable extends Error {}

/** Computes a value once per run. */
export function memoizePerRun<T>(compute: (ctx: Context) => Promise<T>): (ctx: Context) => Promise<T> {
  const computed = new WeakMap<Context, Promise<T>>()
  return ctx => {
    const value = computed.get(ctx) ?? compute(ctx)
    computed.set(ctx, value)
    return value
  }
}
