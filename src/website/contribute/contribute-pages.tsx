// "Add a food", "Suggest a correction" and the confirmation of a community food. They work without JavaScript: one button checks what was
// typed and shows it again, the other sends it.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { contentOfFood } from '../../community/content.ts'
import { maxPhotoBytes } from '../../community/photos/photo.ts'
import type { CheckedDraft, Draft, SendingError, Submission } from '../../community/submission.ts'
import { pagePath } from '../../food/page-path.ts'
import { type SourceId, sourceFacts } from '../../food/sources.ts'
import { explainExclusion } from '../../quality/explanations.ts'
import type { WebsiteAccounts } from '../context.ts'
import { messages } from '../messages/compiled/index.ts'
import { sendNotFound } from '../shell/error-pages.tsx'
import type { Problem } from '../shell/form.tsx'
import { readForm, readParam, readQuery } from '../shell/form-input.ts'
import { acceptMultipartForms, type FormFile, readMultipartForm } from '../shell/multipart-form.ts'
import { redirect, sendPage } from '../shell/responses.tsx'
import { requireSession, sessionOf } from '../shell/session-middleware.ts'
import { warningsOf } from './check-results.tsx'
import { ConfirmContent, ContributeContent, type Target } from './contribute-content.tsx'
import { type FormValues, fieldsOf, valueNames, valuesOf } from './form-values.ts'

export interface ContributeDeps {
  submission: Submission
  database: WebsiteAccounts['database']
}

interface Attempt {
  values: FormValues
  isAgreed: boolean
  problems: Problem[]
  draft?: CheckedDraft
  status?: number
}

export async function addContributePages(app: FastifyInstance, deps: ContributeDeps): Promise<void> {
  const { submission, database } = deps
  await app.register(async scope => {
    acceptMultipartForms(scope, maxPhotoBytes)
    scope.addHook('preHandler', requireSession)

    async function handle(request: FastifyRequest, reply: FastifyReply, target: Target | undefined) {
      const shown = valuesOf(target?.content ?? {}, request.locale)
      const values = readForm(request, ...valueNames)
      const { fields, problems } = fieldsOf(values, target && { content: target.content, shown })
      const { agreed, send, seen } = readForm(request, 'agreed', 'send', 'seen')
      const t = messages[request.locale].contribute
      const attempt: Attempt = {
        values,
        isAgreed: agreed === '1',
        problems: problems.map(({ field, problem }) => ({ field, text: t.problems[problem] })),
      }
      const isSending = send === '1'
      if (isSending && !attempt.isAgreed) attempt.problems.push({ field: 'agreed', text: t.agreementMissing })
      const { file } = readMultipartForm(request)
      if (!isSending && file) attempt.problems.push({ field: 'photo', text: t.photoAgain })
      const photoProblem = isSending && file && 'refused' in file ? file.refused : undefined
      if (photoProblem) attempt.problems.push({ field: 'photo', text: t.photoProblems[photoProblem] })
      const hasInvalidFields = problems.length > 0
      if (hasInvalidFields) return show(request, reply, target, { ...attempt, status: 422 })

      const draft: Draft = { kind: target ? 'correction' : 'new', foodId: target?.id ?? null, fields }
      const { accountId } = sessionOf(request)
      const checked = await submission.check(accountId, draft)
      if ('error' in checked) return showError(request, reply, target, attempt, checked)
      attempt.draft = checked
      if ('rejected' in checked.checked)
        return showError(request, reply, target, attempt, {
          error: 'rejected',
          reason: checked.checked.rejected,
        })
      if (!isSending) return show(request, reply, target, attempt)
      const isNew = (warning: string) => !seen.split(' ').includes(warning)
      if (attempt.problems.length > 0 || warningsOf(checked).some(isNew)) {
        if (attempt.problems.length === 0) attempt.problems.push({ text: t.lookAgain })
        return show(request, reply, target, { ...attempt, status: 422 })
      }
      const sent = await submission.send({
        ...draft,
        accountId,
        note: values.note.trim().slice(0, 1_000) || null,
        photo: bytesOf(file),
        sentWith: 'website',
      })
      if ('error' in sent) return showError(request, reply, target, attempt, sent)
      return redirect(reply, '/account/contributions', 'contribution-sent')
    }

    function show(
      request: FastifyRequest,
      reply: FastifyReply,
      target: Target | undefined,
      { status = 200, ...attempt }: Attempt,
    ) {
      const t = messages[request.locale].contribute
      return sendPage(request, reply, {
        title: target ? t.correctTitle({ food: target.content.name }) : t.addTitle,
        area: 'foods',
        noIndex: true,
        status,
        scripts: ['contribute'],
        content: <ContributeContent target={target} acceptsPhotos={submission.acceptsPhotos} {...attempt} />,
      })
    }

    function showError(
      request: FastifyRequest,
      reply: FastifyReply,
      target: Target | undefined,
      attempt: Attempt,
      failed: SendingError,
    ) {
      const problem = problemOf(request, failed)
      if (failed.error === 'too_many_checks') void reply.header('retry-after', String(failed.retryAfter))
      const status = statusOf[failed.error] ?? 422
      return show(request, reply, target, { ...attempt, problems: [problem, ...attempt.problems], status })
    }

    scope.get('/contribute', (request, reply) => {
      const [barcode, name] = [readQuery(request, 'barcode'), readQuery(request, 'name')]
      const values = {
        ...valuesOf({}, request.locale),
        barcode: barcode.slice(0, 30),
        name: name.slice(0, 200),
      }
      return show(request, reply, undefined, { values, isAgreed: false, problems: [] })
    })
    scope.post('/contribute', (request, reply) => handle(request, reply, undefined))

    scope.get('/food/:food/correct', async (request, reply) => {
      const target = await findTarget(database, request)
      if (!target) return sendNotFound(request, reply)
      const values = valuesOf(target.content, request.locale)
      return show(request, reply, target, { values, isAgreed: false, problems: [] })
    })
    scope.post('/food/:food/correct', async (request, reply) => {
      const target = await findTarget(database, request)
      return target ? handle(request, reply, target) : sendNotFound(request, reply)
    })

    function showConfirmation(
      request: FastifyRequest,
      reply: FastifyReply,
      target: Target,
      problems: Problem[],
      status = 200,
    ) {
      const t = messages[request.locale].contribute
      return sendPage(request, reply, {
        title: t.confirmTitle({ food: target.content.name }),
        area: 'foods',
        noIndex: true,
        status,
        scripts: ['contribute'],
        content: (
          <ConfirmContent target={target} problems={problems} acceptsPhotos={submission.acceptsPhotos} />
        ),
      })
    }
    scope.get('/food/:food/confirm', async (request, reply) => {
      const target = await findTarget(database, request)
      return target ? showConfirmation(request, reply, target, []) : sendNotFound(request, reply)
    })
    scope.post('/food/:food/confirm', async (request, reply) => {
      const target = await findTarget(database, request)
      if (!target) return sendNotFound(request, reply)
      const t = messages[request.locale].contribute
      const { agreed } = readForm(request, 'agreed')
      const { file } = readMultipartForm(request)
      const problems: Problem[] = []
      if (agreed !== '1') problems.push({ field: 'agreed', text: t.agreementMissing })
      if (file && 'refused' in file) problems.push({ field: 'photo', text: t.photoProblems[file.refused] })
      if (problems.length > 0) return showConfirmation(request, reply, target, problems, 422)
      const sent = await submission.send({
        kind: 'confirmation',
        foodId: target.id,
        fields: {},
        accountId: sessionOf(request).accountId,
        note: null,
        photo: bytesOf(file),
        sentWith: 'website',
      })
      if (!('error' in sent)) return redirect(reply, '/account/contributions', 'contribution-sent')
      const status = statusOf[sent.error] ?? 422
      return showConfirmation(request, reply, target, [problemOf(request, sent)], status)
    })
  })
}

const bytesOf = (file: FormFile | undefined): Uint8Array | undefined =>
  file && 'bytes' in file ? file.bytes : undefined

const statusOf: Partial<Record<SendingError['error'], number>> = {
  unknown_food: 404,
  nothing_proposed: 409,
  already_proposed: 409,
  duplicate_barcode: 409,
  too_many_checks: 429,
  too_many_today: 429,
  too_many_waiting: 429,
  paused: 429,
}

function problemOf({ locale }: FastifyRequest, failed: SendingError): Problem {
  const t = messages[locale].contribute
  if (failed.error === 'photo')
    return {
      field: 'photo',
      text: failed.refused === 'no-store' ? t.photoProblems.unreadable : t.photoProblems[failed.refused],
    }
  if (failed.error === 'rejected') {
    const reasons: Record<string, string> = t.rejections
    return { field: 'name', text: reasons[failed.reason] ?? explainExclusion(failed.reason) }
  }
  if (failed.error === 'too_many_waiting') return { text: t.errors.too_many_waiting(failed) }
  if (failed.error === 'paused') {
    const days = Math.ceil(failed.seconds / 86_400)
    return { text: t.errors.paused({ rejections: failed.rejections, days }) }
  }
  return { text: t.errors[failed.error] }
}

async function findTarget(
  database: ContributeDeps['database'],
  request: FastifyRequest,
): Promise<Target | undefined> {
  const [, id] = /^([1-9]\d{0,14})(?:-.*)?$/s.exec(readParam(request, 'food')) ?? []
  const found = id === undefined ? undefined : await contentOfFood(database, Number(id))
  if (found === undefined) return undefined
  const { content, source_id } = found
  const source = found.source as SourceId
  return {
    id: found.id,
    path: pagePath(found.id, content.name),
    content,
    source,
    editUrl: sourceFacts[source].editUrl?.(source_id, content.barcode ?? null) ?? undefined,
  }
}
