import type { FastifyInstance, FastifyRequest } from 'fastify'
import { isAccountError } from '../../accounts/account-error.ts'
import { ownerActor } from '../../accounts/client-info.ts'
import type { AccountContext } from '../../accounts/context.ts'
import { confirmEmail } from '../../accounts/email/email-address.ts'
import { accessReviewPath } from '../account/security/access-review-page.tsx'
import { messages } from '../messages/compiled/index.ts'
import { cookieNames, setCookie } from '../shell/cookies.ts'
import { Form, type Problem, problemOf } from '../shell/form.tsx'
import { readForm, readQuery } from '../shell/form-input.ts'
import { type Page, redirect, sendFormError, sendPage } from '../shell/responses.tsx'
import { keepDeviceTrusted } from '../shell/session-middleware.ts'
import { AuthCard } from './auth-card.tsx'

/** Confirmation takes a button press because mail scanners open the links in messages. */
export function addConfirmEmailPage(app: FastifyInstance, context: AccountContext): void {
  const page = ({ locale }: FastifyRequest, token: string, problem?: Problem): Page => {
    const t = messages[locale].signIn.confirmEmail
    return {
      title: t.title,
      footer: 'slim',
      content: (
        <AuthCard title={t.title} lead={t.lead}>
          <Form id="confirm" action="/confirm-email" submit={t.submit} problem={problem} isBlock>
            <input type="hidden" name="token" value={token} />
          </Form>
        </AuthCard>
      ),
    }
  }

  app.get('/confirm-email', (request, reply) =>
    sendPage(request, reply, page(request, readQuery(request, 'token'))),
  )
  app.post('/confirm-email', async (request, reply) => {
    const { token } = readForm(request, 'token')
    const { session } = request
    const outcome = await confirmEmail(context, token, ownerActor(request.visitor), session?.id ?? null)
    if (isAccountError(outcome))
      return sendFormError(request, reply, outcome, page(request, token, problemOf(outcome)))
    if (!outcome.isReplaced) return redirect(reply, session ? '/account' : '/sign-in', 'email-confirmed')
    if (session?.accountId === outcome.accountId) {
      await keepDeviceTrusted(reply, context, outcome.accountId)
      return redirect(reply, accessReviewPath, 'email-changed')
    }
    setCookie(reply, cookieNames.returnTo, accessReviewPath)
    return redirect(reply, '/sign-in', 'email-changed')
  })
}
