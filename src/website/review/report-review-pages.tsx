// The pages of moderators for reports of mistakes.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { recordAuditEvent } from '../../accounts/audit-log.ts'
import { ownerActor } from '../../accounts/client-info.ts'
import { queueReportAnswer } from '../../accounts/email/compose-mail.ts'
import {
  closeCase,
  listCases,
  type ReportCase,
  readCase,
  removeReportsOf,
} from '../../community/reports/review-cases.ts'
import { listQueue, type QueueItem } from '../../community/review.ts'
import type { Food } from '../../food/food.ts'
import { pagePath } from '../../food/page-path.ts'
import { FoodList } from '../components/food-list.tsx'
import { Icon } from '../components/icon.tsx'
import { Timestamp } from '../components/timestamp.tsx'
import type { WebsiteContext } from '../context.ts'
import { useMessages } from '../i18n/messages.ts'
import { messages } from '../messages/compiled/index.ts'
import { useReportFieldNames } from '../report/report-form.tsx'
import { sendNotFound } from '../shell/error-pages.tsx'
import { Form } from '../shell/form.tsx'
import { Choices, TextArea } from '../shell/form-choices.tsx'
import { readForm, readId, readQuery } from '../shell/form-input.ts'
import { redirect, sendPage } from '../shell/responses.tsx'
import { sessionOf } from '../shell/session-middleware.ts'
import { maxReasonLength } from './decision-forms.tsx'
import { itemsPerPage, QueueItems, type QueueNumbers, QueueTabs } from './queue-page.tsx'
import { readQueueNumbers, textOf } from './review-pages.tsx'

export function addReportReviewPages(app: FastifyInstance, { accounts, catalog }: WebsiteContext): void {
  const { database } = accounts

  app.get('/review/reports', async (request, reply) => {
    const after = Number(/^[1-9]\d{0,14}$/.exec(readQuery(request, 'after'))?.[0] ?? 0)
    const cases = await listCases(database, { limit: itemsPerPage, ...(after > 0 && { after }) })
    const numbers = await readQueueNumbers(database)
    return sendPage(request, reply, {
      title: messages[request.locale].review.reports,
      area: 'app',
      noIndex: true,
      content: <CaseList cases={cases} numbers={numbers} />,
    })
  })

  app.get('/review/reports/:id', (request, reply) => sendCase(request, reply))

  async function sendCase(request: FastifyRequest, reply: FastifyReply, isLost = false) {
    const shown = await readCase(database, readId(request))
    if (!shown) return sendNotFound(request, reply)
    const food = await catalog.lookup.byId(shown.foodId)
    const proposals = await listQueue(database, { foodId: shown.foodId, limit: itemsPerPage })
    return sendPage(request, reply, {
      title: messages[request.locale].review.reports,
      area: 'app',
      noIndex: true,
      status: isLost ? 409 : 200,
      scripts: ['photos'],
      permissions: { images: true },
      ...(food && { foods: [food] }),
      content: <ReportCasePage shown={shown} food={food} proposals={proposals} isLost={isLost} />,
    })
  }

  app.post('/review/reports/:id/close', async (request, reply) => {
    const { accountId } = sessionOf(request)
    const { state, answer } = readForm(request, 'state', 'answer')
    const decision = {
      caseId: readId(request),
      state: state === 'resolved' ? 'resolved' : 'dismissed',
      moderator: accountId,
      answer: textOf(answer),
    } as const
    const isClosed = await closeCase(database, decision, queueReportAnswer, transaction =>
      recordAuditEvent(
        transaction,
        accountId,
        ownerActor(request.visitor),
        'report closed',
        `${decision.caseId}: ${decision.state}`,
      ),
    )
    return isClosed ? openFirst(reply) : sendCase(request, reply, true)
  })

  async function openFirst(reply: FastifyReply) {
    const [first] = await listCases(database, { limit: 1 })
    return redirect(reply, first ? `/review/reports/${first.id}` : '/review/reports', 'report-closed')
  }

  app.post('/review/reports/:id/remove-sender', async (request, reply) => {
    const { sender } = readForm(request, 'sender')
    if (!/^[0-9a-f]{2,128}$/.test(sender)) return sendNotFound(request, reply)
    const { accountId } = sessionOf(request)
    const by = ownerActor(request.visitor)
    await removeReportsOf(database, sender, (transaction, cases) =>
      recordAuditEvent(transaction, accountId, by, 'report closed', `one sender removed: ${cases}`),
    )
    return openFirst(reply)
  })
}

function CaseList({ cases, numbers }: { cases: ReportCase[]; numbers: QueueNumbers }) {
  const t = useMessages('review')
  const last = cases.at(-1)
  return (
    <div class="wrap stack-l review">
      <h1>{t.reports}</h1>
      <QueueTabs numbers={numbers} current="reports" />
      {cases.length === 0 ? (
        <p class="empty">{t.nothingWaiting}</p>
      ) : (
        <ul class="card card-flush row-list">
          {cases.map(each => (
            <li key={each.id}>
              <div>
                <p class="cluster">
                  <a href={`/review/reports/${each.id}`}>
                    <b>{each.foodName ?? t.foodGone}</b>
                  </a>
                  <CaseBadges shown={each} />
                </p>
                <p class="small muted row-details">
                  <Timestamp at={each.firstReportedAt} />
                  <span>{t.senders({ count: each.senders })}</span>
                </p>
              </div>
            </li>
          ))}
        </ul>
      )}
      {last && cases.length === itemsPerPage && (
        <p>
          <a class="btn" href={`/review/reports?after=${last.id}`}>
            {t.more}
          </a>
        </p>
      )}
    </div>
  )
}

function CaseBadges({ shown }: { shown: ReportCase }) {
  const t = useMessages('review')
  const { kinds } = useMessages('report')
  const fields = useReportFieldNames()
  return (
    <>
      <span class="badge">{kinds[shown.kind]}</span>
      {shown.field !== null && <span class="badge">{fields[shown.field]}</span>}
      {shown.isUrgent && <span class="badge badge-danger">{t.urgent}</span>}
    </>
  )
}

interface ReportCasePageProps {
  shown: NonNullable<Awaited<ReturnType<typeof readCase>>>
  food: Food | undefined
  /** Waiting contributions to the same food. */
  proposals: QueueItem[]
  isLost: boolean
}

function ReportCasePage({ shown, food, proposals, isLost }: ReportCasePageProps) {
  const t = useMessages('review')
  return (
    <div class="wrap stack-l review">
      <div>
        <a class="back" href="/review/reports">
          <Icon name="chevron-left" small />
          {t.reports}
        </a>
        <h1>{shown.foodName ?? t.foodGone}</h1>
        <p class="cluster">
          <CaseBadges shown={shown} />
          {t.senders({ count: shown.senders })}
        </p>
      </div>
      {isLost && (
        <div class="note note-partly" role="alert">
          <Icon name="circle-alert" />
          <p>{t.lost}</p>
        </div>
      )}
      {food && (
        <>
          <FoodList foods={[food]} />
          <p class="cluster">
            <a class="btn" href={pagePath(food.id, food.name)}>
              {t.foodPage}
            </a>
            <a class="btn" href={`${pagePath(food.id, food.name)}/correct`}>
              {t.correct}
            </a>
            <a class="btn btn-danger" href={`/review/takedown?food=${food.id}`}>
              {t.takeDown}
            </a>
          </p>
        </>
      )}
      <ul class="card card-flush row-list">
        {shown.reports.map(report => (
          <li key={report.id}>
            <div>
              <p class="pre-line">{report.note ?? <span class="muted">{t.noNote}</span>}</p>
              <p class="small muted row-details">
                <Timestamp at={report.createdAt} />
                {report.suggested !== null && <span>{t.suggested({ value: report.suggested })}</span>}
                {report.wantsAnswer && <span>{t.wantsAnswer}</span>}
              </p>
            </div>
            {shown.state === 'open' && report.sender !== null && (
              <Form
                id={`remove-${report.id}`}
                action={`/review/reports/${shown.id}/remove-sender`}
                submit={t.removeReports}
                variant="quiet"
              >
                <input type="hidden" name="sender" value={report.sender} />
              </Form>
            )}
          </li>
        ))}
      </ul>
      {proposals.length > 0 && (
        <section class="stack-s" aria-labelledby="proposals">
          <h2 id="proposals" class="h-s">
            {t.proposalsOfFood}
          </h2>
          <QueueItems items={proposals} />
        </section>
      )}
      {shown.state === 'open' ? (
        <section class="card">
          <Form id="close" action={`/review/reports/${shown.id}/close`} submit={t.close}>
            <Choices
              name="state"
              legend={t.decision}
              value="resolved"
              choices={[
                { value: 'resolved', label: t.states.resolved },
                { value: 'dismissed', label: t.states.dismissed },
              ]}
            />
            <TextArea
              name="answer"
              label={t.answerToReporters}
              hint={t.answerHint}
              value=""
              maxlength={maxReasonLength}
            />
          </Form>
        </section>
      ) : (
        <div class="note">
          <Icon name="history" />
          <p>
            <b>{t.states[shown.state]}</b> {shown.decidedAt && <Timestamp at={shown.decidedAt} />}{' '}
            {shown.answer}
          </p>
        </div>
      )}
    </div>
  )
}
