// The link in mails about contributions that turns them off, without signing in (RFC 8058).
import type { FastifyInstance } from 'fastify'
import type { AccountContext } from '../../accounts/context.ts'
import { unsubscribe } from '../../accounts/notifications/contribution-results.ts'
import { messages } from '../messages/compiled/index.ts'
import { Form } from '../shell/form.tsx'
import { readQuery } from '../shell/form-input.ts'
import { sendPage } from '../shell/responses.tsx'
import { AuthCard } from '../sign-in/auth-card.tsx'

/** The token is in the address, also of the form: that is where mail programs send their request. */
export function addUnsubscribePage(app: FastifyInstance, { database, secret }: AccountContext): void {
  app.get('/unsubscribe', (request, reply) => {
    const t = messages[request.locale].review.unsubscribe
    const token = encodeURIComponent(readQuery(request, 'token'))
    return sendPage(request, reply, {
      title: t.title,
      footer: 'slim',
      noIndex: true,
      content: (
        <AuthCard title={t.title} lead={t.lead}>
          <Form id="unsubscribe" action={`/unsubscribe?token=${token}`} submit={t.submit} isBlock />
        </AuthCard>
      ),
    })
  })
  app.post('/unsubscribe', { config: { isSentByMailPrograms: true } }, async (request, reply) => {
    const t = messages[request.locale].review.unsubscribe
    const isDone = await unsubscribe(database, secret, readQuery(request, 'token'))
    return sendPage(request, reply, {
      title: t.title,
      status: isDone ? 200 : 403,
      footer: 'slim',
      noIndex: true,
      content: <AuthCard title={isDone ? t.done : t.invalid} lead={isDone ? t.doneText : t.invalidText} />,
    })
  })
}
