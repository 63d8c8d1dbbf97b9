import type { FastifyInstance } from 'fastify'
import { isAccountError } from '../../accounts/account-error.ts'
import { ownerActor } from '../../accounts/client-info.ts'
import type { AccountContext } from '../../accounts/context.ts'
import { confirmEmail } from '../../accounts/email/email-address.ts'
import { Form, type Problem, problemOf } from '../shell/form.tsx'
import { readForm, readQuery } from '../shell/form-input.ts'
import { redirect, sendFormError, sendPage } from '../shell/responses.tsx'

/** Opening the link only shows a button: programs that look through mails open links too. */
export function addConfirmEmailPage(app: FastifyInstance, context: AccountContext): void {
  const page = (token: string, problem?: Problem) => ({
    title: 'Confirm your address',
    content: (
      <section class="narrow">
        <h1>Confirm your address</h1>
        <p>One press, and your account can use this e-mail address.</p>
        <Form id="confirm" action="/confirm-email" submit="Confirm the address" problem={problem}>
          <input type="hidden" name="token" value={token} />
        </Form>
      </section>
    ),
  })

  app.get('/confirm-email', (request, reply) => sendPage(request, reply, page(readQuery(request, 'token'))))
  app.post('/confirm-email', async (request, reply) => {
    const { token } = readForm(request, 'token')
    const outcome = await confirmEmail(context, token, ownerActor(request.visitor))
    if (isAccountError(outcome))
      return sendFormError(request, reply, outcome, page(token, problemOf(outcome)))
    return redirect(reply, request.session ? '/account' : '/sign-in', 'email-confirmed')
  })
}
