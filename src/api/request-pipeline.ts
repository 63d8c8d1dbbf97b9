// Checks that every request passes before its handler, in the order of decision 10.
import type { FastifyReply, FastifyRequest } from 'fastify'
import { attributionHeaders } from '../food/sources.ts'
import type { RateLimiter } from '../platform/rate-limit/rate-limiter.ts'
import type { Caller } from './caller.ts'
import { answerPreflight, corsHeaders, isPreflight } from './cors.ts'
import { readMethods } from './data-route.ts'
import { accountKeyNeeded, hostMissing, methodNotAllowed, readOnlyKey, unauthorized } from './errors.ts'
import type { LoadShedder } from './load-shedding.ts'
import { consumeAccountRateLimit, consumeRateLimit, type Limits } from './rate-limits.ts'

export interface PipelineDeps {
  addressOf: (request: FastifyRequest) => string
  readCaller: (request: FastifyRequest, ipAddress: string) => Promise<Caller>
  limiter: RateLimiter
  limits: Limits
  loadShedder: Pick<LoadShedder, 'enter'>
}

export async function runRequestPipeline(
  deps: PipelineDeps,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<unknown> {
  reply.headers(corsHeaders).header('x-request-id', request.id)
  if (request.headers.host === undefined && request.raw.httpVersion === '1.1') throw hostMissing()
  if (isPreflight(request)) return answerPreflight(reply)

  const { kind, allow = readMethods } = request.routeOptions.config
  const isRead = readMethods.includes(request.method)
  if (kind === 'health') {
    if (!isRead) throw methodNotAllowed(allow)
    return
  }
  if (isRead) deps.loadShedder.enter(request, reply)
  if (kind === 'account' || kind === 'webhook') reply.header('cache-control', 'no-store')

  // Set before authentication, so that requests with invalid keys are logged with their IP address.
  request.caller = { ipAddress: deps.addressOf(request), principal: undefined }
  const caller = await deps.readCaller(request, request.caller.ipAddress)
  request.caller = caller
  const isNamedKey = caller.principal?.kind === 'named'
  if (isNamedKey && isAccountPath(request.url)) throw accountKeyNeeded() // decision 15: before the read-only rule
  if (isUnknownPath(request)) throw unauthorized() // decision 11
  const isWebhook = kind === 'webhook' && allow.includes(request.method)
  const needsKey = kind === 'account' || kind === 'webhook' || !isRead // decisions 14 and 15
  if (caller.principal === undefined && needsKey && !isWebhook) throw unauthorized()
  if (caller.principal?.scope === 'read' && !isRead) throw readOnlyKey()
  if (!allow.includes(request.method)) throw methodNotAllowed(allow)

  if (kind === 'account' && caller.principal)
    await consumeAccountRateLimit(deps.limiter, caller.principal.accountId)
  if (kind === 'data') {
    reply.headers(attributionHeaders)
    await consumeRateLimit(deps.limiter, deps.limits, caller, reply)
  }
}

/** The router accepts empty parameters, but `/food/` is not a valid path. */
function isUnknownPath(request: FastifyRequest): boolean {
  return request.is404 || Object.values(request.params as Record<string, string>).includes('')
}

function isAccountPath(url: string): boolean {
  return /^\/(auth|billing)(\/|$|\?)/.test(url)
}
