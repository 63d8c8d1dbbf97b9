// The way of every request through the API, from top to bottom.
import type { BaseLogger } from 'pino'
import { findMessageError } from '../platform/http/request-message.ts'
import { jsonBody } from '../platform/http/response-body.ts'
import { type AdmitDeps, admit } from './admit.ts'
import { type ApiRequest, type ApiResponse, type Operation, readMethods } from './api-request.ts'
import { isPreflight, preflightResponse } from './cors.ts'
import { errorAnswer, malformedMessage, NotFound, unauthorized } from './errors.ts'
import type { LoadShedder } from './load-shedding.ts'
import { fairnessDelay, type Limits } from './rate-limits.ts'

export interface ServeDeps extends AdmitDeps {
  limits: Limits
  loadShedder: LoadShedder
  send: (request: ApiRequest, response: ApiResponse) => void
  /** Counts and logs the request. */
  record: (request: ApiRequest) => void
  logger: Pick<BaseLogger, 'error'>
}

export async function serveRequest(deps: ServeDeps, request: ApiRequest): Promise<void> {
  const { limits, loadShedder, send, record } = deps
  try {
    const messageError = findMessageError(request.raw)
    if (messageError !== undefined) {
      // Node.js answers first if it finds an error in what follows the headers.
      await Promise.resolve()
      throw malformedMessage(messageError)
    }
    if (isPreflight(request)) send(request, preflightResponse)
    else {
      await admit(deps, request)
      const prepared = operationOf(request).prepare(request)
      const respond = prepared instanceof Promise ? await prepared : prepared
      if (!readMethods.includes(request.method)) loadShedder.enter(request)
      const delay = fairnessDelay(limits, request)
      if (delay !== undefined) await loadShedder.whileWaiting(request, delay)
      const response = respond()
      send(request, response instanceof Promise ? await response : response)
    }
  } catch (error) {
    sendError(deps, request, error as Error)
  }
  loadShedder.leave(request)
  record(request)
}

function sendError({ send, logger }: ServeDeps, request: ApiRequest, error: Error): void {
  const { status, headers, detail } = errorAnswer(error, logger, request.id)
  if (request.response.headersSent) {
    request.response.destroy()
    return
  }
  send(request, {
    status,
    headers: Object.entries(headers).flat(),
    body: jsonBody({ detail }),
    isShareable: error instanceof NotFound && error.isShareable,
  })
}

function operationOf({ route, method }: ApiRequest): Operation {
  const found = route.operations.find(each => each.method === (method === 'HEAD' ? 'GET' : method))
  if (found === undefined) throw unauthorized()
  return found
}
