// Who sees the pages of moderators. For everybody else they do not exist.
import type { FastifyReply, FastifyRequest } from 'fastify'
import { canReview } from '../../accounts/roles.ts'
import { messages } from '../messages/compiled/index.ts'
import { sendNotFound } from '../shell/error-pages.tsx'
import { sendPage } from '../shell/responses.tsx'

/** Moderators change what everybody sees, so a stolen password must not be enough. */
export async function requireReviewer(
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply | undefined> {
  const { session, locale } = request
  if (!session || !canReview(session.role)) return sendNotFound(request, reply)
  if (session.hasTwoFactor) return undefined
  const t = messages[locale].review.needsTwoFactor
  return sendPage(request, reply, {
    status: 403,
    title: t.title,
    area: 'app',
    noIndex: true,
    content: (
      <div class="wrap narrow stack">
        <h1>{t.title}</h1>
        <p>{t.text}</p>
        <p>
          <a class="btn btn-primary" href="/account/security/second-factor">
            {t.link}
          </a>
        </p>
      </div>
    ),
  })
}
