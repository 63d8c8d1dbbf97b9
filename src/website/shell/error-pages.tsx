import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import { DatabaseTimeout, DatabaseUnavailable } from '../../platform/database/pool.ts'
import { messages } from '../messages/compiled/index.ts'
import { sendErrorPage } from './errors/error-page.tsx'

export function sendNotFound(request: FastifyRequest, reply: FastifyReply): FastifyReply {
  return sendErrorPage(request, reply, { status: 404, ...messages[request.locale].errors.notFound })
}

export function handleError(error: FastifyError | Error, request: FastifyRequest, reply: FastifyReply): void {
  const t = messages[request.locale].errors
  if (error instanceof DatabaseUnavailable) {
    request.log.error({ request_id: request.id, err: error.cause }, error.message)
    void reply.header('retry-after', '1')
    const page = error instanceof DatabaseTimeout ? t.timedOut : t.unavailable
    sendErrorPage(request, reply, { status: 503, ...page })
  } else if ('statusCode' in error && error.statusCode !== undefined && error.statusCode < 500) {
    // Fastify's own client errors, such as a body that is too large.
    const advice = (
      <p class="small" lang="en">
        {error.message}
      </p>
    )
    sendErrorPage(request, reply, { status: error.statusCode, ...t.badRequest, advice })
  } else {
    request.log.error({ request_id: request.id, err: error }, 'request failed')
    sendErrorPage(request, reply, { status: 500, ...t.serverError })
  }
}
