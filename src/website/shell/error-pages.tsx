import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import { DatabaseUnavailable } from '../../platform/database/pool.ts'
import { sendPage } from './responses.tsx'

interface ErrorPage {
  title: string
  status: number
  text: string
}

const unavailable: ErrorPage = {
  title: 'Temporarily unavailable',
  status: 503,
  text: 'The database cannot be reached right now. No changes were made. Please try again in a few seconds.',
}

const serverError: ErrorPage = {
  title: 'Something went wrong',
  status: 500,
  text: 'An unexpected error occurred and has been logged. Please try again. If the problem persists, contact the service operator.',
}

const notFound: ErrorPage = {
  title: 'Page not found',
  status: 404,
  text: 'There is no page at this address. Check the URL or go to the home page.',
}

export function sendNotFound(request: FastifyRequest, reply: FastifyReply): FastifyReply {
  return sendErrorPage(request, reply, notFound)
}

export function handleError(error: FastifyError | Error, request: FastifyRequest, reply: FastifyReply): void {
  if (error instanceof DatabaseUnavailable) {
    request.log.error({ request_id: request.id, err: error.cause }, error.message)
    void reply.header('retry-after', '1')
    sendErrorPage(request, reply, unavailable)
  } else if ('statusCode' in error && error.statusCode !== undefined && error.statusCode < 500) {
    // Fastify's own client errors, such as a body that is too large.
    sendErrorPage(request, reply, {
      title: 'Request failed',
      status: error.statusCode,
      text: error.message,
    })
  } else {
    request.log.error({ request_id: request.id, err: error }, 'request failed')
    sendErrorPage(request, reply, serverError)
  }
}

function sendErrorPage(request: FastifyRequest, reply: FastifyReply, { title, status, text }: ErrorPage) {
  return sendPage(request, reply, {
    title,
    status,
    content: (
      <section class="narrow">
        <h1>{title}</h1>
        <p>{text}</p>
        <p class="quiet">
          Request ID for support: <code>{request.id}</code>
        </p>
        <p>
          <a href="/">Go to the home page</a>
        </p>
      </section>
    ),
  })
}
