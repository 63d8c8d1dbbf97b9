// The pages of moderators for contributions: the queue, one contribution, and the decisions.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { recordAuditEvent } from '../../accounts/audit-log.ts'
import { ownerActor } from '../../accounts/client-info.ts'
import { undo } from '../../community/changes.ts'
import { type Decision, decide, keepSampled } from '../../community/decide.ts'
import { photoHeaders } from '../../community/photos/photo-url.ts'
import { countCases, listCasesOf } from '../../community/reports/review-cases.ts'
import {
  findNext,
  listQueue,
  listRecentChanges,
  type ReviewCase,
  readQueueFigures,
  readReviewCase,
} from '../../community/review.ts'
import type { Food } from '../../food/food.ts'
import { visibleLines } from '../../language/visible-text.ts'
import type { Database } from '../../platform/database/pool.ts'
import type { WebsiteContext } from '../context.ts'
import { defaultLocale, isLocale } from '../i18n/locales.ts'
import { messages } from '../messages/compiled/index.ts'
import { sendNotFound } from '../shell/error-pages.tsx'
import type { FlashMessage } from '../shell/flash-messages.ts'
import { readForm, readId, readParam, readQuery } from '../shell/form-input.ts'
import { redirect, sendPage } from '../shell/responses.tsx'
import { sessionOf } from '../shell/session-middleware.ts'
import { CasePage, reviewScript } from './case-page.tsx'
import { type FailedForm, maxReasonLength } from './decision-forms.tsx'
import {
  contentAfter,
  isRejectionCause,
  parseEdited,
  parseSeen,
  parseSkipped,
  skippedQuery,
} from './form-values.ts'
import { notifyAuthor } from './notify-author.ts'
import { contributionKinds, itemsPerPage, type QueueNumbers, QueuePage } from './queue-page.tsx'

const maxSimilar = 5
const maxRecent = 10

const outcomes = {
  accept: 'contribution-accepted',
  reject: 'contribution-rejected',
  ask: 'contribution-question',
} as const satisfies Record<Decision['action'], FlashMessage>

export function addReviewPages(app: FastifyInstance, context: WebsiteContext): void {
  const { accounts, catalog, community } = context
  const { database } = accounts

  app.get('/review', async (request, reply) => {
    const kind = contributionKinds.find(each => each === readQuery(request, 'kind'))
    const offset = Number(/^\d{1,9}$/.exec(readQuery(request, 'offset'))?.[0] ?? 0)
    const items = await listQueue(database, { kind, offset, limit: itemsPerPage })
    const recent = await listRecentChanges(database, maxRecent)
    const numbers = await readQueueNumbers(database)
    return sendPage(request, reply, {
      title: messages[request.locale].review.title,
      area: 'app',
      noIndex: true,
      content: <QueuePage {...{ items, recent, kind, offset, numbers }} />,
    })
  })

  app.get('/review/next', (request, reply) => openNext(request, reply))

  async function openNext(request: FastifyRequest, reply: FastifyReply, outcome?: FlashMessage) {
    const skipped = skippedOf(request)
    const next = await findNext(database, sessionOf(request).accountId, skipped)
    return redirect(
      reply,
      next === undefined ? '/review' : `/review/${next}${skippedQuery(skipped)}`,
      outcome,
    )
  }

  app.get('/review/photos/:token', async (request, reply) => {
    const { accountId } = sessionOf(request)
    const key = community.photos?.verifyPhotoUrl(readParam(request, 'token'), { accountId })
    const photo = key === undefined ? undefined : await community.photos?.get(key)
    if (photo === undefined) return sendNotFound(request, reply)
    return reply.headers(photoHeaders).send(photo)
  })

  app.get('/review/:id', async (request, reply) => {
    const shown = await readReviewCase(database, readId(request))
    return shown ? sendCase(request, reply, shown) : sendNotFound(request, reply)
  })

  async function sendCase(
    request: FastifyRequest,
    reply: FastifyReply,
    shown: ReviewCase,
    more: { status?: number; failed?: FailedForm; isLost?: boolean } = {},
  ) {
    const { accountId } = sessionOf(request)
    const { photo_key } = shown.contribution
    const similar = await findSimilar(shown)
    const reports = shown.food ? await listCasesOf(database, shown.food.id) : []
    const { status = 200, ...outcome } = more
    return sendPage(request, reply, {
      title: `${shown.name} · ${messages[request.locale].review.title}`,
      area: 'app',
      noIndex: true,
      status,
      scripts: [reviewScript, 'photos'],
      foods: similar,
      permissions: { images: true },
      content: (
        <CasePage
          shown={shown}
          moderatorId={accountId}
          similar={similar}
          reports={reports}
          skipped={skippedOf(request)}
          photoToken={
            photo_key === null ? undefined : community.photos?.signPhotoUrl(photo_key, { accountId })
          }
          {...outcome}
        />
      ),
    })
  }

  async function findSimilar({ name, food, sameBarcode }: ReviewCase): Promise<Food[]> {
    const [withBarcode, found] = await Promise.all([
      Promise.all(sameBarcode.map(id => catalog.lookup.byId(id))),
      name === '' ? undefined : catalog.search.find({ q: food?.name ?? name, limit: maxSimilar + 1 }),
    ])
    const others = [...withBarcode, ...(found?.foods ?? [])].filter(
      each => each !== undefined && each.id !== food?.id,
    )
    return [...new Map((others as Food[]).map(each => [each.id, each])).values()].slice(0, maxSimilar)
  }

  /** Answers 404 if there is no such contribution. */
  const withCase =
    (answer: (request: FastifyRequest, reply: FastifyReply, shown: ReviewCase) => Promise<FastifyReply>) =>
    async (request: FastifyRequest, reply: FastifyReply) => {
      const shown = await readReviewCase(database, readId(request))
      return shown ? answer(request, reply, shown) : sendNotFound(request, reply)
    }

  async function settle(
    request: FastifyRequest,
    reply: FastifyReply,
    { contribution: { id } }: ReviewCase,
    decision: Decision,
  ) {
    const { accountId } = sessionOf(request)
    const revision = Number(readForm(request, 'revision').revision)
    const result = await decide(
      database,
      id,
      Number.isSafeInteger(revision) ? revision : 0,
      accountId,
      decision,
      async (transaction, decided) => {
        await notifyAuthor(transaction, decided)
        const subject = `${decided.id}: ${decided.status}`
        const by = ownerActor(request.visitor)
        await recordAuditEvent(transaction, accountId, by, 'contribution reviewed', subject)
      },
    )
    if ('error' in result) return sendLost(request, reply, id)
    community.publishSoon()
    return openNext(request, reply, outcomes[decision.action])
  }

  /** What the others decided; the moderator's own decision, sent twice, leads to the next contribution. */
  async function sendLost(request: FastifyRequest, reply: FastifyReply, id: number) {
    const shown = await readReviewCase(database, id)
    if (!shown) return sendNotFound(request, reply)
    const { decided_by, status } = shown.contribution
    if (decided_by === sessionOf(request).accountId && status !== 'pending') return openNext(request, reply)
    return sendCase(request, reply, shown, { status: 409, isLost: true })
  }

  app.post(
    '/review/:id/accept',
    withCase(async (request, reply, shown) => {
      const { edited, confirmed } = readForm(request, 'edited', 'confirmed')
      const isConfirmed = confirmed === '1'
      if (edited !== '1') return settle(request, reply, shown, { action: 'accept', isConfirmed })
      const t = messages[request.locale].review.problems
      const { proposed } = shown.contribution
      const values = readForm(request, ...Object.keys(proposed))
      const fail = (text: string, field?: string) =>
        sendCase(request, reply, shown, {
          status: 422,
          failed: { form: 'edit', values, problem: { text, field } },
        })
      const parsed = parseEdited(proposed, values)
      if ('invalid' in parsed) return fail(t.value, parsed.invalid)
      const checked = await community.check(contentAfter(shown.food?.now, parsed.proposed))
      if ('rejected' in checked) return fail(t.notAccepted)
      return settle(request, reply, shown, { action: 'accept', proposed: parsed.proposed, isConfirmed })
    }),
  )

  app.post(
    '/review/:id/reject',
    withCase(async (request, reply, shown) => {
      const values = readForm(request, 'cause', 'text')
      const text = textOf(values.text)
      const { locale: written } = shown.author ?? { locale: null }
      const locale = written && isLocale(written) ? written : defaultLocale
      const cause = isRejectionCause(values.cause) ? messages[locale].review.causes[values.cause] : ''
      const reason = [cause, text].filter(Boolean).join(' ')
      const { author: ofAuthor, others } = readForm(request, 'author', 'others')
      const also = { ofAuthor: ofAuthor === '1', others: parseSeen(others) }
      if (reason !== '') return settle(request, reply, shown, { action: 'reject', reason, also })
      const problem = { text: messages[request.locale].review.problems.reason, field: 'cause' }
      return sendCase(request, reply, shown, { status: 422, failed: { form: 'reject', values, problem } })
    }),
  )

  app.post(
    '/review/:id/ask',
    withCase(async (request, reply, shown) => {
      const reason = textOf(readForm(request, 'question').question)
      if (reason !== '') return settle(request, reply, shown, { action: 'ask', reason })
      const problem = { text: messages[request.locale].review.problems.question, field: 'question' }
      return sendCase(request, reply, shown, { status: 422, failed: { form: 'ask', values: {}, problem } })
    }),
  )

  app.post(
    '/review/:id/keep',
    withCase(async (request, reply, { contribution: { id } }) => {
      const { accountId } = sessionOf(request)
      const isKept = await database.transaction(async transaction => {
        if (!(await keepSampled(transaction, id, accountId))) return false
        const by = ownerActor(request.visitor)
        await recordAuditEvent(transaction, accountId, by, 'contribution reviewed', `${id}: kept`)
        return true
      })
      return isKept ? openNext(request, reply, 'contribution-kept') : sendLost(request, reply, id)
    }),
  )

  app.post(
    '/review/:id/undo',
    withCase(async (request, reply, shown) => {
      const { accountId } = sessionOf(request)
      const values = readForm(request, 'change', 'reason')
      const reason = textOf(values.reason)
      const t = messages[request.locale].review.problems
      const fail = (text: string, field?: string) =>
        sendCase(request, reply, shown, {
          status: field === undefined ? 409 : 422,
          failed: { form: 'undo', values, problem: { text, field } },
        })
      if (reason === '') return fail(t.reasonOfUndo, 'reason')
      const change = shown.changes.find(({ id }) => String(id) === values.change)
      if (!change) return sendNotFound(request, reply)
      const result = await undo(database, change.id, accountId, reason, async (transaction, undone) => {
        const { contribution_id: id, author_id } = undone
        if (id !== null)
          await notifyAuthor(transaction, { id, account_id: author_id, status: 'undone', reason })
        const by = ownerActor(request.visitor)
        await recordAuditEvent(transaction, accountId, by, 'change undone', String(undone.id))
      })
      if ('error' in result) return fail(t.undo)
      community.publishSoon()
      return openNext(request, reply, 'change-undone')
    }),
  )
}

const skippedOf = (request: FastifyRequest): number[] => parseSkipped(readQuery(request, 'skipped'))

export const textOf = (written: string): string => visibleLines(written).slice(0, maxReasonLength).trim()

export async function readQueueNumbers(database: Database): Promise<QueueNumbers> {
  const [{ length: contributions }, reports] = await Promise.all([
    readQueueFigures(database),
    countCases(database),
  ])
  return { contributions, reports }
}
