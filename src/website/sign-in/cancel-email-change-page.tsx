import type { FastifyInstance } from 'fastify'
import { ownerActor } from '../../accounts/client-info.ts'
import type { AccountContext } from '../../accounts/context.ts'
import { cancelEmailChange } from '../../accounts/email/email-address.ts'
import { Form, type Problem, problemOf } from '../shell/form.tsx'
import { readForm, readQuery } from '../shell/form-input.ts'
import { redirect, sendFormError, sendPage } from '../shell/responses.tsx'

/** Cancelling takes a button press because mail scanners open the links in messages. */
export function addCancelEmailChangePage(app: FastifyInstance, context: AccountContext): void {
  const page = (token: string, problem?: Problem) => ({
    title: 'Cancel the change of your e-mail address',
    content: (
      <section class="narrow">
        <h1>Cancel the change of your e-mail address</h1>
        <p>Your account keeps its current address. The link sent to the new address will no longer work.</p>
        <Form id="cancel" action="/cancel-email-change" submit="Cancel the change" problem={problem}>
          <input type="hidden" name="token" value={token} />
        </Form>
      </section>
    ),
  })

  app.get('/cancel-email-change', (request, reply) =>
    sendPage(request, reply, page(readQuery(request, 'token'))),
  )
  app.post('/cancel-email-change', async (request, reply) => {
    const { token } = readForm(request, 'token')
    const error = await cancelEmailChange(context, token, ownerActor(request.visitor))
    if (error) return sendFormError(request, reply, error, page(token, problemOf(error)))
    return redirect(reply, '/forgot-password', 'email-change-cancelled')
  })
}
