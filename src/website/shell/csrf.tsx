// CSRF protection: state-changing requests must come from our origin and carry the browser's form token.
import type { FastifyReply, FastifyRequest } from 'fastify'
import { isMaskOf } from './csrf-token.ts'
import { csrfFieldName } from './form.tsx'
import { sendPage } from './responses.tsx'

/** Applied to all routes as one hook, so that no route can omit it. */
export function csrfProtection(websiteUrl: string) {
  const { origin } = new URL(websiteUrl)
  return async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply | undefined> => {
    if (request.method === 'GET' || request.method === 'HEAD') return undefined
    if (isSameOrigin(request, origin) && hasValidToken(request)) return undefined
    return sendPage(request, reply, {
      title: 'Form expired',
      status: 403,
      content: <CsrfError origin={origin} />,
    })
  }
}

function isSameOrigin({ headers }: FastifyRequest, origin: string): boolean {
  if (headers.origin !== undefined) return headers.origin === origin
  return headers['sec-fetch-site'] === 'same-origin'
}

function hasValidToken(request: FastifyRequest): boolean {
  const { body } = request
  const value = typeof body === 'object' && body !== null ? Reflect.get(body, csrfFieldName) : undefined
  if (typeof value !== 'string') return false
  return request.csrfTokens().some(token => isMaskOf(value, token))
}

function CsrfError({ origin }: { origin: string }) {
  return (
    <section class="narrow">
      <h1>This form has expired</h1>
      <p>
        Your changes were not saved. You may have signed in or out in another tab, or the form was not
        submitted from this website.
      </p>
      <p>
        Go back, reload the page and try again. Make sure that cookies are enabled and that you are using{' '}
        <a href={origin}>{origin}</a>.
      </p>
      <p>
        <a href="/account">Go to your account</a>
      </p>
    </section>
  )
}
