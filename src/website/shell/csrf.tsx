// Every request that may change something was sent by a form of ours, in the browser that got the form.
import { timingSafeEqual } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { csrfFieldName } from './form.tsx'
import { sendPage } from './responses.tsx'

/** One hook for all routes of the router, so that none can forget it. */
export function csrfProtection(websiteUrl: string) {
  const { origin } = new URL(websiteUrl)
  return async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply | undefined> => {
    if (request.method === 'GET' || request.method === 'HEAD') return undefined
    if (isSameOrigin(request, origin) && hasValidToken(request)) return undefined
    return sendPage(request, reply, {
      title: 'Not sent',
      status: 403,
      content: <CsrfRejected origin={origin} />,
    })
  }
}

function isSameOrigin({ headers }: FastifyRequest, origin: string): boolean {
  if (headers.origin !== undefined) return headers.origin === origin
  return headers['sec-fetch-site'] === 'same-origin'
}

function hasValidToken(request: FastifyRequest): boolean {
  const { body } = request
  const given = typeof body === 'object' && body !== null ? Reflect.get(body, csrfFieldName) : undefined
  if (typeof given !== 'string') return false
  return request.csrfTokens().some(token => isEqual(given, token))
}

function isEqual(given: string, token: string): boolean {
  const [a, b] = [Buffer.from(given), Buffer.from(token)]
  return a.length === b.length && timingSafeEqual(a, b)
}

function CsrfRejected({ origin }: { origin: string }) {
  return (
    <section class="narrow">
      <h1>Nothing was changed</h1>
      <p>
        This form was too old, or was not sent from a page of this website. You may have signed in or out in
        another tab since.
      </p>
      <p>
        Go back, reload the page, and send the form again. This website must be open at{' '}
        <a href={origin}>{origin}</a>, with cookies allowed.
      </p>
      <p>
        <a href="/account">To your account</a>
      </p>
    </section>
  )
}
