// POST /reports, an extension (rule report-request): the one write that needs no key.
import type { FastifyInstance } from 'fastify'
import Type from 'typebox'
import { isEmail } from '../../accounts/email/email-address.ts'
import { planTable } from '../../accounts/plans.ts'
import type { FoodLookup } from '../../catalog/lookup.ts'
import { fileReport, type ReportContext } from '../../community/reports/file-report.ts'
import {
  maxNoteLength,
  maxSuggestedLength,
  reportFields,
  reportKinds,
} from '../../community/reports/report.ts'
import { parseBody, validateBody } from '../body.ts'
import { rejectOtherMethods } from '../data-route.ts'
import { ApiError, unauthorized } from '../errors.ts'
import type { LoadShedder } from '../load-shedding.ts'
import { reportResponses } from '../openapi-responses.ts'
import type { ValidationIssue } from '../parameters.ts'
import { rejectIfExhausted } from '../rate-limits.ts'

const url = '/reports'
const config = { kind: 'report' as const, allow: ['POST'], endpoint: url }
/** Anyone can send a body. The longest valid one has 1,200 characters of up to 12 bytes. */
const maxBodyBytes = 16_384

const body = Type.Object(
  {
    food_id: Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER, description: 'The food' }),
    kind: Type.Enum([...reportKinds], {
      type: 'string',
      description:
        'What is wrong. not_food: it is no food; duplicate: it is listed twice; rights: it infringes rights of the reporter',
    }),
    field: Type.Optional(
      Type.Enum([...reportFields], {
        type: 'string',
        description: 'Which value is wrong; only with the kind value',
      }),
    ),
    suggested: Type.Optional(
      Type.String({ maxLength: maxSuggestedLength, description: 'What would be right' }),
    ),
    note: Type.Optional(
      Type.String({ maxLength: maxNoteLength, description: 'Anything else, as plain text' }),
    ),
    email: Type.Optional(
      Type.String({
        maxLength: 254,
        description:
          'For an answer. It is deleted 30 days after the decision, and not stored if the service sends no mail',
      }),
    ),
    lang: Type.Optional(
      Type.String({
        maxLength: 8,
        description: 'Language of the answer, such as de; English if it is unknown',
      }),
    ),
  },
  {
    examples: [
      {
        food_id: 1,
        kind: 'value',
        field: 'fat_g',
        suggested: '3.5 g',
        note: 'The label says 3.5 g, not 35.',
      },
    ],
  },
)

export const FiledReportSchema = Type.Object(
  {
    case: Type.Integer({ description: 'The case of this fact. Reports of the same fact have the same one' }),
    joined: Type.Boolean({ description: 'Whether somebody had reported the fact before' }),
  },
  { $id: 'FiledReport', title: 'FiledReport', examples: [{ case: 17, joined: false }] },
)

const foodNotFound = new ApiError(404, 'Food not found')

interface ReportRouteDeps {
  reports: ReportContext
  lookup: FoodLookup
  loadShedder: Pick<LoadShedder, 'enter'>
}

export async function addReportRoute(
  app: FastifyInstance,
  { reports, lookup, loadShedder }: ReportRouteDeps,
): Promise<void> {
  await app.register(async routes => {
    // Whatever the content type says: browsers send text/plain without asking first.
    routes.removeAllContentTypeParsers()
    routes.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, bytes, done) => done(null, bytes))
    routes.post(url, {
      config,
      bodyLimit: maxBodyBytes,
      schema: {
        operationId: 'reportMistake',
        summary: 'Report a mistake in a food',
        description:
          'An extension. Says that something about a food is wrong; a moderator decides. Needs no key, and is limited to 5 reports per minute and 20 per day and address, with a key of a paid plan to 60 and 1,000 per account. Reports of the same fact join.',
        tags: ['Community'],
        body,
        security: [{}, { apiKey: [] }],
        response: reportResponses(FiledReportSchema, config.allow, foodNotFound),
      },
      // Counts as running once its body has arrived, so that slow uploads do not occupy slots.
      preHandler: (request, reply, done) => {
        loadShedder.enter(request, reply)
        done()
      },
      handler: async (request, reply) => {
        const report = readReport(request.body as Buffer | undefined)
        const { caller } = request
        if (caller === undefined) throw unauthorized()
        const food = await lookup.byId(report.food_id)
        if (food === undefined) throw foodNotFound
        const { ipAddress, principal } = caller
        const filed = await fileReport(
          reports,
          {
            foodId: food.id,
            kind: report.kind,
            field: report.field ?? null,
            note: report.note ?? '',
            suggested: report.suggested ?? '',
            replyAddress: report.email || null,
            locale: report.lang || null,
          },
          {
            ipAddress,
            accountId: principal?.accountId ?? null,
            isLimitedByAccount:
              principal !== undefined && planTable[principal.plan].rateLimitScope === 'account',
          },
        )
        const quota = 'exhausted' in filed ? filed.exhausted : filed.quota
        // The headers describe the tightest window (rule tightest-window).
        if (!quota.allowed || quota.remaining < (request.quota?.remaining ?? Infinity)) request.quota = quota
        if ('exhausted' in filed) return rejectIfExhausted(quota)
        return reply.code(201).send({ case: filed.caseId, joined: filed.joined })
      },
    })
    rejectOtherMethods(routes, url, config)
  })
}

function readReport(bytes: Buffer | undefined) {
  const issues: ValidationIssue[] = []
  const given = parseBody(bytes)
  const report = validateBody(body, given, issues)
  const addIssue = (name: 'field' | 'email', reason: string) =>
    issues.push({
      type: 'value_error',
      loc: ['body', name],
      msg: `Value error, ${reason}`,
      input: given[name] ?? null,
    })
  if (report.field !== undefined && report.kind !== undefined && report.kind !== 'value')
    addIssue('field', 'only a report of the kind value has a field')
  if (report.email && !isEmail(report.email))
    addIssue('email', 'not an email address such as name@example.com')
  if (issues.length > 0) throw new ApiError(422, issues)
  return report
}
