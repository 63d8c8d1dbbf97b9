// The form to report a mistake in a food, for everybody, and what happens next.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { invalidEmail, isEmail } from '../../accounts/email/email-address.ts'
import { fileReport } from '../../community/reports/file-report.ts'
import {
  maxNoteLength,
  maxSuggestedLength,
  type Report,
  type ReportField,
  type ReportKind,
  reportFields,
  reportKinds,
} from '../../community/reports/report.ts'
import type { Food } from '../../food/food.ts'
import { pagePath } from '../../food/page-path.ts'
import { visibleLines } from '../../language/visible-text.ts'
import { retryAfterSeconds } from '../../platform/rate-limit/window.ts'
import { linkTo } from '../components/rich-text.tsx'
import type { WebsiteContext } from '../context.ts'
import { foodNotFoundPage, parseFoodId } from '../food/food-page.tsx'
import type { Locale } from '../i18n/locales.ts'
import { messages } from '../messages/compiled/index.ts'
import type { Problem } from '../shell/form.tsx'
import { readForm, readParam } from '../shell/form-input.ts'
import { redirectTo } from '../shell/page-variant.ts'
import { type Page, redirect, sendFormError, sendPage } from '../shell/responses.tsx'
import { findFormFault, stampForm } from './form-check.ts'
import { emptyReport, ReportForm, type ReportFormValues, stampField, trapField } from './report-form.tsx'
import { reportPath, reportSentPath } from './report-path.ts'

/** Far more than a form has: a note of 1,000 characters takes at most 12 KB. */
const maxFormBytes = 32_768

export function addReportPages(app: FastifyInstance, context: WebsiteContext): void {
  const { accounts, catalog, reports } = context
  const { secret, isMailEnabled } = accounts

  /** Answers 404 if there is no such food. */
  const withFood = async (
    request: FastifyRequest,
    reply: FastifyReply,
    answer: (food: Food, path: string) => FastifyReply | Promise<FastifyReply>,
  ): Promise<FastifyReply> => {
    const food = await catalog.lookup.byId(parseFoodId(readParam(request, 'food')))
    return food
      ? answer(food, pagePath(food.id, food.name))
      : sendPage(request, reply, foodNotFoundPage(request.locale))
  }

  app.get('/food/:food/report', (request, reply) =>
    withFood(request, reply, (food, path) => {
      const address = reportPath(path)
      if (request.url !== address) return redirectTo(reply, address, 301)
      const stamp = stampForm(secret, food.id)
      return sendPage(request, reply, formPage(request.locale, { food, stamp, hasEmail: isMailEnabled }))
    }),
  )

  app.post('/food/:food/report', { bodyLimit: maxFormBytes }, (request, reply) =>
    withFood(request, reply, async (food, path) => {
      const { locale, visitor } = request
      const values = readForm(request, 'kind', 'field', 'suggested', 'note', 'email')
      const sent = readForm(request, stampField, trapField)
      const again = (problem: Problem, stamp: string) =>
        formPage(locale, { food, stamp, values, problem, hasEmail: isMailEnabled })

      const checked = checkReport(values, locale)
      const fault = findFormFault(secret, food.id, { stamp: sent[stampField], trap: sent[trapField] })
      const stamp = fault === 'expired' ? stampForm(secret, food.id) : sent[stampField]
      if ('problem' in checked)
        return sendFormError(request, reply, { error: 'invalid' }, again(checked.problem, stamp))
      const { problems } = messages[locale].report
      if (fault)
        return sendFormError(request, reply, { error: 'invalid' }, again({ text: problems[fault] }, stamp))

      const filed = await fileReport(
        reports,
        { ...checked.report, foodId: food.id, locale },
        { ipAddress: visitor.ipAddress, accountId: null, isLimitedByAccount: false },
      )
      if ('exhausted' in filed) {
        const retryAfter = retryAfterSeconds(filed.exhausted)
        const text = retryAfter <= 60 ? problems.tooManyNow : problems.tooManyToday
        return sendFormError(request, reply, { error: 'rate_limited', retryAfter }, again({ text }, stamp))
      }
      return redirect(reply, reportSentPath(path))
    }),
  )

  app.get('/food/:food/report/sent', (request, reply) =>
    withFood(request, reply, food =>
      sendPage(
        request,
        reply,
        sentPage(request.locale, {
          food,
          hasEmail: isMailEnabled,
          canCorrect: context.submission !== undefined,
        }),
      ),
    ),
  )
}

type CheckedReport = Omit<Report, 'foodId' | 'locale'>

function checkReport(
  { kind, field, suggested, note, email }: ReportFormValues,
  locale: Locale,
): { report: CheckedReport } | { problem: Problem } {
  const { problems } = messages[locale].report
  const replyAddress = email.trim()
  if (!isKind(kind)) return { problem: { field: 'kind', text: problems.kind } }
  for (const [name, text, max] of [
    ['suggested', suggested, maxSuggestedLength],
    ['note', note, maxNoteLength],
  ] as const) {
    if ([...visibleLines(text)].length > max)
      return { problem: { field: name, text: problems.tooLong({ max }) } }
  }
  if (replyAddress !== '' && !isEmail(replyAddress))
    return { problem: { field: 'email', text: invalidEmail } }
  return {
    report: {
      kind,
      field: kind === 'value' && isField(field) ? field : null,
      suggested,
      note,
      replyAddress: replyAddress === '' ? null : replyAddress,
    },
  }
}

const isKind = (text: string): text is ReportKind => reportKinds.some(kind => kind === text)
const isField = (text: string): text is ReportField => reportFields.some(field => field === text)

interface FormPageProps {
  food: Food
  stamp: string
  values?: ReportFormValues
  problem?: Problem
  hasEmail: boolean
}

function formPage(
  locale: Locale,
  { food, stamp, values = emptyReport, problem, hasEmail }: FormPageProps,
): Page {
  const t = messages[locale].report
  const path = pagePath(food.id, food.name)
  return {
    title: `${t.title}: ${food.name}`,
    area: 'foods',
    noIndex: true,
    footer: 'slim',
    content: (
      <div class="wrap narrow-page stack">
        <div>
          <p class="small">
            <a href={path}>{t.backTo({ food: food.name })}</a>
          </p>
          <h1>{t.title}</h1>
          <p class="muted">{t.lead}</p>
        </div>
        <ReportForm
          action={reportPath(path)}
          stamp={stamp}
          values={values}
          problem={problem}
          hasEmail={hasEmail}
        />
      </div>
    ),
  }
}

interface SentPageProps {
  food: Food
  hasEmail: boolean
  canCorrect: boolean
}

function sentPage(locale: Locale, { food, hasEmail, canCorrect }: SentPageProps): Page {
  const t = messages[locale].report
  const path = pagePath(food.id, food.name)
  return {
    title: t.sent.title,
    area: 'foods',
    noIndex: true,
    footer: 'slim',
    content: (
      <div class="wrap narrow-page stack">
        <h1>{t.sent.title}</h1>
        <h2 class="h-s">{t.sent.whatNext}</h2>
        <ol class="steps">
          <li>{t.sent.review}</li>
          <li>{t.sent.joined}</li>
          {hasEmail && <li>{t.sent.answer}</li>}
        </ol>
        {canCorrect && <p>{t.sent.correct({ link: linkTo(`${path}/correct`) })}</p>}
        <p class="cluster">
          <a class="btn btn-primary" href={path}>
            {t.backTo({ food: food.name })}
          </a>
          <a class="btn" href={reportPath(path)}>
            {t.sent.again}
          </a>
        </p>
      </div>
    ),
  }
}
