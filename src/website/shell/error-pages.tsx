import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import { DatabaseUnavailable } from '../../platform/database/pool.ts'
import { sendPage } from './responses.tsx'

interface ErrorPage {
  title: string
  status: number
  text: string
}

const unavailable: ErrorPage = {
  title: 'One moment, please',
  status: 503,
  text: 'Larder cannot reach its database just now. Nothing was changed. Try again in a moment.',
}

const serverError: ErrorPage = {
  title: 'Something broke',
  status: 500,
  text: 'The fault is ours, and it is in our log. Try again; if it stays, tell the people who run this service.',
}

const notFound: ErrorPage = {
  title: 'Nothing on this shelf',
  status: 404,
  text: 'There is no page at this address. Check it for typing errors, or begin at the start page.',
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
    // Fastify's own refusals, such as a body that is too large.
    sendErrorPage(request, reply, {
      title: 'That did not arrive',
      status: error.statusCode,
      text: error.message,
    })
  } else {
    request.log.error({ request_id: request.id, err: error }, 'a page failed')
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
          If you ask for help, give this number: <code>{request.id}</code>
        </p>
        <p>
          <a href="/">To the start page</a>
        </p>
      </section>
    ),
  })
}
