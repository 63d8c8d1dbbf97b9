// Checks that every request passes before its handler, in the order of rule request-order.
import type { IncomingMessage } from 'node:http'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { findMessageError } from '../platform/http/request-message.ts'
import type { ApiReply, ApiRequest, Caller } from './api-request.ts'
import { readMethods } from './api-request.ts'
import { answerPreflight, isPreflight } from './cors.ts'
import { accountKeyNeeded, malformedMessage, methodNotAllowed, readOnlyKey, unauthorized } from './errors.ts'
import type { LoadShedder } from './load-shedding.ts'
import { consumeAccountRateLimit, consumeRateLimit, type RateLimitDeps } from './rate-limits.ts'

export interface PipelineDeps extends RateLimitDeps {
  addressOf: (request: IncomingMessage) => string
  readCaller: (request: ApiRequest, ipAddress: string) => Caller | Promise<Caller>
  loadShedder: Pick<LoadShedder, 'enter'>
}

export async function runRequestPipeline(
  deps: PipelineDeps,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<unknown> {
  checkMessage(request)
  return isPreflight(request) ? answerPreflight(reply) : checkCaller(deps, request, reply)
}

export function checkMessage({ raw }: ApiRequest): void {
  const messageError = findMessageError(raw)
  if (messageError) throw malformedMessage(messageError)
}

/** The checks after those of the message. */
export async function checkCaller(deps: PipelineDeps, request: ApiRequest, reply: ApiReply): Promise<void> {
  const { kind, allow = readMethods } = request.route
  const isRead = readMethods.includes(request.method)
  if (kind === 'health') {
    if (!isRead) throw methodNotAllowed(allow)
    return
  }
  if (isRead) deps.loadShedder.enter(request, reply)

  // Set before authentication, so that requests with invalid keys are logged with their IP address.
  request.caller = { ipAddress: deps.addressOf(request.raw), principal: undefined }
  const read = deps.readCaller(request, request.caller.ipAddress)
  const caller = read instanceof Promise ? await read : read
  request.caller = caller
  const isOfAccount = kind === 'account' || kind === 'webhook' || kind === 'unknown-account-path'
  // Before the read-only rule and before unknown paths (rule account-routes).
  if (isOfAccount && caller.principal?.kind === 'named') throw accountKeyNeeded()
  if (isUnknownPath(request)) throw unauthorized() // rule path-matching
  // Rules other-methods and account-routes.
  const isOpenWrite = kind === 'webhook' && allow.includes(request.method)
  const needsKey = isOfAccount || !isRead
  if (caller.principal === undefined && needsKey && !isOpenWrite) throw unauthorized()
  if (caller.principal?.scope === 'read' && !isRead) throw readOnlyKey()
  if (!allow.includes(request.method)) throw methodNotAllowed(allow)

  if (kind === 'account' && caller.principal)
    await consumeAccountRateLimit(deps.limiter, caller.principal.accountId, request)
  if (kind === 'data') await consumeRateLimit(deps, caller, request)
}

/** The router accepts empty parameters, but `/food/` is not a valid path. */
function isUnknownPath(request: ApiRequest): boolean {
  if (request.is404 || request.route.kind === 'unknown-account-path') return true
  return Object.values(request.params as Record<string, string>).includes('')
}
