// The kit's own vocabulary: what is asked of it, what a rule is, and what it reports.
import type { Answer, Outgoing } from './client.ts'

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

export interface Vector {
  request: string
  status: number
  body: unknown
}

export interface ConformanceOptions {
  baseUrl: string
  keys: { [name in KeyName]?: string }
  vectors: Vector[]
  /** Rule numbers: 'decision 12' selects 12, 12a, 12b, but not 120 or 1. */
  only?: string[]
  /** May the kit sleep until a rate limit window ends, and exhaust limits? */
  waits: boolean
  /** Compare with the default figures of part 8, which a deployment may configure. */
  figures?: boolean
}

export interface RuleResult {
  rule: string
  title: string
  outcome: 'pass' | 'fail' | 'skipped'
  detail?: string
  seconds: number
}

export interface Context {
  vectors: Vector[]
  figures: boolean
  waits: boolean
  has(need: Need): boolean
  /** The secret of a key, for rules that send the Authorization header in an odd form. */
  secret(need: Need): string
  get(path: string, as?: Caller, headers?: Record<string, string>): Promise<Answer>
  send(outgoing: Outgoing & { as?: Caller; refusalExpected?: boolean }): Promise<Answer>
}

export interface Rule {
  rule: string
  title: string
  needs?: Need[]
  waits?: true
  figures?: true
  check(ctx: Context): Promise<void>
}

/** A rule of the interface is broken. */
export class ConformanceFailure extends Error {}

/** The rule cannot be seen on this deployment, for instance because no food of the needed kind exists. */
export class RuleSkipped extends Error {}

/** Nothing can be said about the deployment, because it does not answer at all. */
export class CannotRun extends Error {}

/** Remembers what was learnt once, for the length of one run. */
export function oncePerRun<T>(learn: (ctx: Context) => Promise<T>): (ctx: Context) => Promise<T> {
  const learnt = new WeakMap<Context, Promise<T>>()
  return ctx => {
    const known = learnt.get(ctx) ?? learn(ctx)
    learnt.set(ctx, known)
    return known
  }
}
