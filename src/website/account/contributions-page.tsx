// "My contributions": what became of them, the questions of reviewers, and their withdrawal.
import type { FastifyInstance } from 'fastify'
import type { AccountContext } from '../../accounts/context.ts'
import { proposedNames } from '../../community/content.ts'
import type { Contribution } from '../../community/contribution.ts'
import { answerQuestion, listContributionsOf, withdraw } from '../../community/contributions.ts'
import { cleanReportText } from '../../community/reports/report.ts'
import type { Nutrient } from '../../food/nutrients.ts'
import { Icon } from '../components/icon.tsx'
import { Timestamp } from '../components/timestamp.tsx'
import { useMessages } from '../i18n/messages.ts'
import { messages } from '../messages/compiled/index.ts'
import { Field, Form } from '../shell/form.tsx'
import { readForm, readId } from '../shell/form-input.ts'
import { redirect, sendPage } from '../shell/responses.tsx'
import { sessionOf } from '../shell/session-middleware.ts'

const path = '/account/contributions'
const maxShown = 100
const maxAnswerLength = 1_000

export function addContributionsPage(app: FastifyInstance, { database }: AccountContext): void {
  app.get(path, async (request, reply) => {
    const contributions = await listContributionsOf(database, sessionOf(request).accountId, maxShown)
    return sendPage(request, reply, {
      title: messages[request.locale].contribute.mine,
      area: 'app',
      content: <Contributions contributions={contributions} />,
    })
  })
  app.post(`${path}/:id/withdraw`, async (request, reply) => {
    const isDone = await withdraw(database, readId(request), sessionOf(request).accountId)
    return redirect(reply, path, isDone ? 'contribution-withdrawn' : 'contribution-decided')
  })
  app.post(`${path}/:id/answer`, async (request, reply) => {
    const answer = cleanReportText(readForm(request, 'answer').answer, maxAnswerLength)
    if (answer === null) return redirect(reply, path, 'answer-missing')
    const isDone = await answerQuestion(database, readId(request), sessionOf(request).accountId, answer)
    return redirect(reply, path, isDone ? 'contribution-answered' : 'contribution-decided')
  })
}

const badgeOf: Record<Contribution['status'], string> = {
  pending: 'badge badge-line',
  question: 'badge badge-partly',
  accepted: 'badge badge-ok',
  rejected: 'badge badge-danger',
  withdrawn: 'badge badge-line',
  undone: 'badge badge-danger',
}

type NamedContribution = Contribution & { name: string }

function Contributions({ contributions }: { contributions: NamedContribution[] }) {
  const t = useMessages('contribute')
  return (
    <>
      <div>
        <h1>{t.mine}</h1>
        <p class="muted measure">{t.mineLead}</p>
      </div>
      {contributions.length === 0 && <p class="empty">{t.none}</p>}
      {contributions.map(contribution => (
        <OwnContribution key={contribution.id} contribution={contribution} />
      ))}
      <p>
        <a class="btn" href="/contribute">
          {t.addTitle}
        </a>
      </p>
    </>
  )
}

function OwnContribution({ contribution }: { contribution: NamedContribution }) {
  const { id, kind, status, food_id, name, reason, answer, created_at } = contribution
  const t = useMessages('contribute')
  const title = name || t.foodNumber({ id: String(food_id) })
  const isOpen = status === 'pending' || status === 'question'
  return (
    <section class="card stack" aria-labelledby={`contribution-${id}`}>
      <div class="cluster">
        <h2 class="h-s" id={`contribution-${id}`}>
          {food_id === null ? title : <a href={`/food/${food_id}`}>{title}</a>}
        </h2>
        <span class={badgeOf[status]}>{t.statuses[status]}</span>
      </div>
      <p class="small muted">
        {t.kinds[kind]} · <Timestamp at={created_at} />
      </p>
      <Proposed contribution={contribution} />
      {reason !== null && (
        <p>
          <b>{status === 'question' ? t.question : t.reason}</b> {reason}
        </p>
      )}
      {answer !== null && (
        <p>
          <b>{t.answer}</b> {answer}
        </p>
      )}
      {status === 'question' && (
        <Form id={`answer-${id}`} action={`${path}/${id}/answer`} submit={t.sendAnswer}>
          <Field name="answer" label={t.answer} maxlength={maxAnswerLength} />
        </Form>
      )}
      {isOpen && (
        <Form
          id={`withdraw-${id}`}
          action={`${path}/${id}/withdraw`}
          submit={t.withdraw}
          submitLabel={t.withdrawNamed({ food: title })}
          variant="danger"
          isSmall
        />
      )}
    </section>
  )
}

function Proposed({ contribution: { proposed, before } }: { contribution: Contribution }) {
  const t = useMessages('contribute')
  const { nutrients, notStated } = useMessages('shared')
  const { fields } = useMessages('food')
  const names: Record<string, string> = fields
  const changed = proposedNames(proposed)
  if (changed.length === 0) return null
  return (
    <details class="disclose">
      <summary>
        <Icon name="chevron-right" small />
        {t.proposedValues({ count: changed.length })}
      </summary>
      <ul class="small">
        {changed.map(name => (
          <li key={name}>
            <b>{nutrients[name as Nutrient] ?? names[name] ?? name}</b>{' '}
            {name in before && `${before[name] ?? notStated} → `}
            {proposed[name] ?? notStated}
          </li>
        ))}
      </ul>
    </details>
  )
}
