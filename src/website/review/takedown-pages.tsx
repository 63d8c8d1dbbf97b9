// The pages of moderators to take down a food, its photo or its barcode, and to lift takedowns.
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { recordAuditEvent } from '../../accounts/audit-log.ts'
import { ownerActor } from '../../accounts/client-info.ts'
import { lift, listTakedowns, type Takedown, takeDown, takedownGrounds } from '../../community/takedowns.ts'
import type { Food } from '../../food/food.ts'
import { visibleLines } from '../../language/visible-text.ts'
import type { Database } from '../../platform/database/pool.ts'
import { TableHead } from '../components/table-head.tsx'
import { Timestamp } from '../components/timestamp.tsx'
import type { WebsiteContext } from '../context.ts'
import { useMessages } from '../i18n/messages.ts'
import { messages } from '../messages/compiled/index.ts'
import { sendNotFound } from '../shell/error-pages.tsx'
import { Form, type Problem } from '../shell/form.tsx'
import { Choices, TextArea } from '../shell/form-choices.tsx'
import { readForm, readId, readQuery } from '../shell/form-input.ts'
import { redirect, sendPage } from '../shell/responses.tsx'
import { sessionOf } from '../shell/session-middleware.ts'
import { maxReasonLength } from './decision-forms.tsx'

const maxListed = 200
const subjects = ['food', 'image', 'barcode'] as const
const listPath = '/review/takedowns'

interface FormValues {
  kind: string
  ground: string
  reason: string
}

export function addTakedownPages(
  app: FastifyInstance,
  { accounts, catalog, community }: WebsiteContext,
): void {
  const { database } = accounts
  const foodOf = (request: FastifyRequest) =>
    catalog.lookup.byId(Number(/^[1-9]\d{0,14}$/.exec(readQuery(request, 'food'))?.[0] ?? 0))

  app.get('/review/takedown', async (request, reply) => {
    const food = await foodOf(request)
    if (!food) return sendNotFound(request, reply)
    return sendPage(request, reply, formPage(request, food, { kind: 'food', ground: '', reason: '' }))
  })

  app.post('/review/takedown', async (request, reply) => {
    const food = await foodOf(request)
    if (!food) return sendNotFound(request, reply)
    const form = readForm(request, 'kind', 'ground', 'reason')
    const reason = visibleLines(form.reason).trim().slice(0, maxReasonLength)
    const kind = subjectsOf(food).find(each => each === form.kind)
    const ground = takedownGrounds.find(each => each === form.ground)
    const t = messages[request.locale].review.takedown.problems
    const field = kind === undefined ? 'kind' : ground === undefined ? 'ground' : 'reason'
    if (kind === undefined || ground === undefined || reason === '') {
      const page = formPage(request, food, form, { field, text: t[field] })
      return sendPage(request, reply, { ...page, status: 422 })
    }
    const { barcode } = food
    const subject =
      kind === 'barcode' ? ({ kind, barcode: barcode ?? '' } as const) : ({ kind, foodId: food.id } as const)
    const { accountId: moderatorId } = sessionOf(request)
    const taken = await takeDown(
      database,
      { subject, ground, reason, moderatorId },
      (transaction, takedownId) => audit(request, transaction, 'taken down', takedownId),
    )
    if ('error' in taken) return sendNotFound(request, reply)
    community.publishSoon()
    return redirect(reply, listPath)
  })

  app.get(listPath, async (request, reply) =>
    sendPage(request, reply, {
      title: messages[request.locale].review.takedown.list,
      area: 'app',
      noIndex: true,
      content: <TakedownList takedowns={await listTakedowns(database, maxListed)} />,
    }),
  )

  app.post('/review/takedowns/:id/lift', async (request, reply) => {
    const isLifted = await database.transaction(async transaction => {
      if (!(await lift(transaction, readId(request)))) return false
      await audit(request, transaction, 'takedown lifted', readId(request))
      return true
    })
    if (!isLifted) return sendNotFound(request, reply)
    community.publishSoon()
    return redirect(reply, listPath)
  })
}

const audit = (
  request: FastifyRequest,
  transaction: Database,
  action: 'taken down' | 'takedown lifted',
  takedownId: number,
) =>
  recordAuditEvent(
    transaction,
    sessionOf(request).accountId,
    ownerActor(request.visitor),
    action,
    String(takedownId),
  )

const subjectsOf = ({ image_url, barcode }: Food) =>
  subjects.filter(
    kind => (kind !== 'image' || image_url !== null) && (kind !== 'barcode' || barcode !== null),
  )

function formPage(request: FastifyRequest, food: Food, values: FormValues, problem?: Problem) {
  return {
    title: messages[request.locale].review.takedown.title,
    area: 'app',
    noIndex: true,
    content: <TakedownForm food={food} values={values} problem={problem} />,
  } as const
}

function TakedownForm(props: { food: Food; values: FormValues; problem: Problem | undefined }) {
  const { food, values, problem } = props
  const t = useMessages('review').takedown
  const names = useMessages('public').takedowns
  return (
    <div class="wrap narrow stack">
      <h1>{t.title}</h1>
      <p>
        <a href={`/food/${food.id}`}>{food.name}</a>
      </p>
      <p class="muted">{t.lead}</p>
      <Form
        id="takedown"
        action={`/review/takedown?food=${food.id}`}
        submit={t.title}
        variant="danger-solid"
        problem={problem}
        isBlock
      >
        <Choices
          name="kind"
          legend={names.kind}
          value={values.kind}
          choices={subjectsOf(food).map(value => ({ value, label: names.kinds[value] }))}
        />
        <Choices
          name="ground"
          legend={names.ground}
          value={values.ground}
          choices={takedownGrounds.map(value => ({ value, label: names.grounds[value] }))}
        />
        <TextArea
          name="reason"
          label={t.reason}
          value={values.reason}
          hint={t.reasonHint}
          maxlength={maxReasonLength}
        />
      </Form>
    </div>
  )
}

function TakedownList({ takedowns }: { takedowns: Takedown[] }) {
  const t = useMessages('review').takedown
  const names = useMessages('public').takedowns
  return (
    <div class="wrap stack">
      <h1>{t.list}</h1>
      {takedowns.length === 0 ? (
        <p>{names.none}</p>
      ) : (
        <div class="table-wrap" tabindex={0}>
          <table class="table">
            <TableHead columns={['ID', names.kind, names.ground, t.reason, t.state, '']} />
            <tbody>
              {takedowns.map(takedown => (
                <TakedownRow key={takedown.id} takedown={takedown} />
              ))}
            </tbody>
          </table>
        </div>
      )}
    </div>
  )
}

function TakedownRow({ takedown }: { takedown: Takedown }) {
  const t = useMessages('review').takedown
  const names = useMessages('public').takedowns
  const { id, kind, ground, reason, food_id, barcode, created_at, lifted_at, is_published } = takedown
  return (
    <tr>
      <th scope="row">{id}</th>
      <td>
        {names.kinds[kind]} <span class="mono">{food_id ?? barcode}</span>
      </td>
      <td>{names.grounds[ground]}</td>
      <td>{reason}</td>
      <td>
        {lifted_at === null ? (is_published ? t.inForce : t.pending) : t.lifted}
        <br />
        <Timestamp at={lifted_at ?? created_at} />
      </td>
      <td>
        {lifted_at === null && kind !== 'contributions' && (
          <Form id={`lift-${id}`} action={`/review/takedowns/${id}/lift`} submit={t.lift} />
        )}
      </td>
    </tr>
  )
}
