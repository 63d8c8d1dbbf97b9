import type { FastifyInstance, FastifyRequest } from 'fastify'
import { ownerActor } from '../../accounts/client-info.ts'
import type { AccountContext } from '../../accounts/context.ts'
import { cancelEmailChange } from '../../accounts/email/email-address.ts'
import { messages } from '../messages/compiled/index.ts'
import { Form, type Problem, problemOf } from '../shell/form.tsx'
import { readForm, readQuery } from '../shell/form-input.ts'
import { type Page, redirect, sendFormError, sendPage } from '../shell/responses.tsx'
import { AuthCard } from './auth-card.tsx'

/** Cancelling takes a button press because mail scanners open the links in messages. */
export function addCancelEmailChangePage(app: FastifyInstance, context: AccountContext): void {
  const page = ({ locale }: FastifyRequest, token: string, problem?: Problem): Page => {
    const t = messages[locale].signIn.cancelChange
    return {
      title: t.title,
      footer: 'slim',
      content: (
        <AuthCard title={t.title} lead={t.lead}>
          <Form id="cancel" action="/cancel-email-change" submit={t.submit} problem={problem} isBlock>
            <input type="hidden" name="token" value={token} />
          </Form>
        </AuthCard>
      ),
    }
  }

  app.get('/cancel-email-change', (request, reply) =>
    sendPage(request, reply, page(request, readQuery(request, 'token'))),
  )
  app.post('/cancel-email-change', async (request, reply) => {
    const { token } = readForm(request, 'token')
    const error = await cancelEmailChange(context, token, ownerActor(request.visitor))
    if (error) return sendFormError(request, reply, error, page(request, token, problemOf(error)))
    return redirect(reply, '/forgot-password', 'email-change-cancelled')
  })
}
