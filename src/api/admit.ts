// Checks that every request passes before it is read further, in the order of rule request-order.
import type { IncomingMessage } from 'node:http'
import { type ApiRequest, type Caller, readMethods } from './api-request.ts'
import { accountKeyNeeded, methodNotAllowed, readOnlyKey, unauthorized } from './errors.ts'
import type { LoadShedder } from './load-shedding.ts'
import { consumeAccountRateLimit, consumeRateLimit, type RateLimitDeps } from './rate-limits.ts'

export interface AdmitDeps extends RateLimitDeps {
  addressOf: (request: IncomingMessage) => string
  readCaller: (request: ApiRequest, ipAddress: string) => Caller | Promise<Caller>
  loadShedder: Pick<LoadShedder, 'enter'>
}

/** Load → caller → scope → method → limits. Throws the error of the first check that fails. */
export async function admit(deps: AdmitDeps, request: ApiRequest): Promise<void> {
  const { kind, allow } = request.route
  const isRead = readMethods.includes(request.method)
  if (kind === 'health') {
    if (!isRead) throw methodNotAllowed(allow)
    return
  }
  // Writes count as running once their body has arrived.
  if (isRead) deps.loadShedder.enter(request)

  // Set before authentication, so that requests with invalid keys are logged with their IP address.
  request.caller = { ipAddress: deps.addressOf(request.raw), principal: undefined }
  const read = deps.readCaller(request, request.caller.ipAddress)
  const caller = read instanceof Promise ? await read : read
  request.caller = caller

  const isOfAccount = kind === 'account' || kind === 'webhook' || kind === 'unknown-account-path'
  // Before the read-only rule and before unknown paths (rule account-routes).
  if (isOfAccount && caller.principal?.kind === 'named') throw accountKeyNeeded()
  if (kind === 'unknown-path' || kind === 'unknown-account-path') throw unauthorized() // rule path-matching
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
