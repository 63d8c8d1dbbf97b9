// Shared types: the options of a run, a check, and its result.
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
  /** Check ids: 'decision 12' selects 12, 12a, 12b, but not 120 or 1. */
  only?: string[]
  /** Exhaust rate limits and sleep until their windows end. */
  includeSlow: boolean
  /** Compare with the limits of part 8, which an operator may have changed. */
  checkDefaults?: boolean
  sources?: Partial<SourceNames>
}

/**
 * specification: the specification demands it in so many words, so every faithful implementation passes.
 * larder: the specification leaves it open and Larder's decisions settle it.
 */
export type Group = 'specification' | 'larder'

export function groupOf(id: string): Group {
  return id.startsWith('spec ') ? 'specification' : 'larder'
}

export interface CheckResult {
  id: string
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
  /** 'spec …' names a part of the specification, 'decision …' one of Larder's decisions. */
  id: string
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
