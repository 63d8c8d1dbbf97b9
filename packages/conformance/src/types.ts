// Shared types: the options of a run, a check, and its result.
import type { HttpResponse, OutgoingRequest } from './client.ts'
import { rules } from './rules.ts'

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

/** A recorded request with the status and body it must get. */
export interface Vector {
  request: string
  status: number
  body: unknown
}

/** The values of a food's `source` that the specification does not spell out. */
export interface SourceNames {
  aiEstimate: string
  government: string
}

export interface ConformanceOptions {
  baseUrl: string
  keys: { [name in KeyName]?: string }
  vectors: Vector[]
  /** Ids of checks, names of rules or groups: 'entity-tags' selects 'entity-tags/data' too. */
  only?: string[]
  /** Exhaust rate limits and sleep until their windows end. */
  includeSlow: boolean
  /** Compare with the limits of rule plan-limits, which an operator may have changed. */
  checkDefaults?: boolean
  sources?: Partial<SourceNames>
}

export type RuleName = keyof typeof rules

/** The rule that the check is about, and what it looks at if there are several checks of one rule. */
export type CheckId = RuleName | `${RuleName}/${string}`

/**
 * core: part of the interface, so every faithful implementation passes.
 * larder: the interface leaves it open and a rule of Larder settles it.
 */
export type Group = 'core' | 'larder'

export function ruleOf(id: CheckId): (typeof rules)[RuleName] & { name: RuleName } {
  const name = id.split('/')[0] as RuleName
  return { name, ...rules[name] }
}

export function groupOf(id: CheckId): Group {
  return ruleOf(id).isCore ? 'core' : 'larder'
}

export interface CheckResult {
  id: CheckId
  group: Group
  title: string
  outcome: 'pass' | 'fail' | 'skipped'
  detail?: string
  seconds: number
}

export interface Context {
  vectors: Vector[]
  checkDefaults: boolean
  includeSlow: boolean
  sources: SourceNames
  has(need: Need): boolean
  /** The secret of a key, for checks that send the Authorization header in an unusual form. */
  secret(need: Need): string
  get(path: string, as?: Caller, headers?: Record<string, string>): Promise<HttpResponse>
  send(outgoing: OutgoingRequest & { as?: Caller; mayBeRateLimited?: boolean }): Promise<HttpResponse>
}

export interface Check {
  id: CheckId
  title: string
  needs?: Need[]
  slow?: true
  comparesDefaults?: true
  run(ctx: Context): Promise<void>
}

/** The deployment does not do what the check demands. */
export class ConformanceFailure extends Error {}

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
