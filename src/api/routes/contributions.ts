// POST /contributions: proposals of new foods, corrections and confirmations (rules contribution-…).
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Static } from 'typebox'
import type { ProposedFields } from '../../community/content.ts'
import type { PhotoRefusal } from '../../community/photos/photo.ts'
import type { CheckedDraft, Draft, SendingError, Sent, Submission } from '../../community/submission.ts'
import { barcodeOfSource } from '../../food/barcode.ts'
import { categories } from '../../food/categories.ts'
import type { Food } from '../../food/food.ts'
import { nutrients } from '../../food/nutrients.ts'
import { pagePath } from '../../food/page-path.ts'
import { explainExclusion, explainFlag } from '../../quality/explanations.ts'
import { acceptBodies, parseBody, validateBody } from '../body.ts'
import {
  ContributionSchema,
  contributionBody,
  contributionQuery,
  maxContributionBytes,
  type ProposedFoodFields,
} from '../contribution-schemas.ts'
import { rejectOtherMethods } from '../data-route.ts'
import { ApiError, readOnlyKey, tooManyRequests, unauthorized } from '../errors.ts'
import type { LoadShedder } from '../load-shedding.ts'
import { accountResponses } from '../openapi-responses.ts'
import { parseParameters, type ValidationIssue } from '../parameters.ts'

const path = '/contributions'

const foodNotFound = () => new ApiError(404, 'Food not found')
const nothingDiffers = () =>
  new ApiError(409, 'Nothing to propose: the food has these values already, or is not a community food.')
const alreadyProposed = () => new ApiError(409, 'You have proposed, confirmed or entered this already.')
const barcodeIsKnown = ({ id, name }: Pick<Food, 'id' | 'name'>) =>
  new ApiError(409, `This barcode is food ${id}, ${name}. Send a correction of it instead.`)
const dayLimitSeconds = 3_600
const limited = (problem: string, seconds: number) =>
  new ApiError(429, `${problem} Retry in ${seconds} seconds.`, { 'retry-after': String(seconds) })
const tooManyToday = () => limited('Too many contributions in 24 hours.', dayLimitSeconds)
const tooManyWaiting = (waiting: number, max: number) =>
  limited(
    `${waiting} of your contributions wait for a review, and you can have ${max} waiting: wait for decisions, or withdraw one. Accepted contributions raise the limit.`,
    dayLimitSeconds,
  )
const paused = (rejections: number, seconds: number) =>
  limited(
    `Your last ${rejections} contributions were rejected and none has been accepted, so you can send no others for now: read the reasons under "My contributions".`,
    seconds,
  )

export interface ContributionRouteDeps {
  submission: Submission
  websiteUrl: string
  loadShedder: Pick<LoadShedder, 'enter'>
}

export async function addContributionRoute(
  app: FastifyInstance,
  { submission, websiteUrl, loadShedder }: ContributionRouteDeps,
): Promise<void> {
  const allow = ['POST']
  const config = { kind: 'data', endpoint: path, allow } as const
  const responses = accountResponses({
    method: 'POST',
    allow,
    success: 201,
    description: 'The contribution was stored; 200 with the same members for a dry run',
    schema: ContributionSchema,
    validated: true,
    takesBody: true,
    forbidden: { description: 'The key is read-only', example: readOnlyKey() },
    errors: {
      404: { description: 'The food does not exist', example: foodNotFound() },
      409: { description: 'Nothing differs, or it was proposed before', example: alreadyProposed() },
    },
  })
  const response: object = { 200: responses[201], ...responses }
  await app.register(async routes => {
    acceptBodies(routes, loadShedder)
    routes.post(path, {
      config,
      bodyLimit: maxContributionBytes,
      schema: {
        operationId: 'createContribution',
        summary: 'Propose a food or a correction',
        description:
          'An extension: clients of the interface never need it. Needs a full-access key. A person reviews the proposal before anything changes.',
        tags: ['Community'],
        querystring: contributionQuery,
        body: contributionBody,
        security: [{ apiKey: [] }],
        response,
      },
      handler: async (request, reply) => {
        const { dry_run, ...sent } = parseRequest(request)
        const accountId = request.caller?.principal?.accountId
        if (accountId === undefined) throw unauthorized() // the pipeline rejects all other callers
        const result: (CheckedDraft & Partial<Pick<Sent, 'contribution'>>) | SendingError = dry_run
          ? await submission.check(accountId, sent)
          : await submission.send({ ...sent, accountId, sentWith: 'api' })
        if ('error' in result) throw toApiError(result)
        if (dry_run) rejectInvalidFood(result, sent)
        const { id, status } = result.contribution ?? notStored
        return reply.code(dry_run ? 200 : 201).send({ id, status, ...describeDraft(result, websiteUrl) })
      },
    })
    rejectOtherMethods(routes, path, config)
  })
}

const notStored = { id: null, status: null }

interface ParsedRequest extends Draft {
  dry_run: boolean
  note: string | null
  photo: Uint8Array | undefined
}

function parseRequest(request: FastifyRequest): ParsedRequest {
  const issues: ValidationIssue[] = []
  const given = request.query as Record<string, string>
  const { dry_run = false } = parseParameters(contributionQuery, 'query', given, issues)
  const sent = validateBody(contributionBody, parseBody(request.body as Buffer | undefined), issues)
  const { kind, food_id: foodId = null, food = {}, per = '100g', note, photo } = sent
  if (issues.length === 0) checkTogether(sent, issues)
  const fields = perHundredGrams(food, per, issues)
  if (issues.length > 0) throw new ApiError(422, issues)
  return {
    dry_run,
    kind,
    foodId: kind === 'new' ? null : foodId,
    fields,
    note: note || null,
    // The schema says string, because that is what callers send.
    photo: (photo ?? undefined) as unknown as Uint8Array | undefined,
  }
}

function checkTogether(
  { kind, food_id, food, per }: Static<typeof contributionBody>,
  issues: ValidationIssue[],
): void {
  const missing = (...names: string[]) =>
    issues.push({ type: 'missing', loc: ['body', ...names], msg: 'Field required', input: null })
  if (kind !== 'new' && food_id == null) missing('food_id')
  if (kind !== 'confirmation' && food === undefined) missing('food')
  if (kind === 'new' && food !== undefined && food.name === undefined) missing('food', 'name')
  if (per === 'serving' && food !== undefined && food.serving_size_g == null)
    missing('food', 'serving_size_g')
  const { category, barcode } = food ?? {}
  const invalid = (name: string, msg: string, input: unknown) =>
    issues.push({ type: 'value_error', loc: ['body', 'food', name], msg: `Value error, ${msg}`, input })
  if (category && !categories.some(({ name }) => name === category))
    invalid('category', 'not a name that /foods/categories lists', category)
  if (barcode && barcodeOfSource(barcode) === null) invalid('barcode', 'not a barcode', barcode)
}

/** In the units and forms in which foods are stored. */
function perHundredGrams(
  food: Static<typeof ProposedFoodFields>,
  per: '100g' | 'serving',
  issues: ValidationIssue[],
): ProposedFields {
  const fields: ProposedFields = { ...food }
  if (food.barcode) fields.barcode = barcodeOfSource(food.barcode)
  const grams = food.serving_size_g
  if (issues.length > 0 || per === '100g' || grams == null) return fields
  for (const nutrient of nutrients) {
    const value = food[nutrient]
    if (value != null) fields[nutrient] = Number(((value * 100) / grams).toFixed(3))
  }
  return fields
}

const invalidFood = (field: string, reason: string) =>
  new ApiError(422, [
    { type: 'value_error', loc: ['body', 'food', field], msg: `Value error, ${reason}`, input: null },
  ])

const rejectedFood = (reason: string) => invalidFood('name', explainExclusion(reason))

function rejectInvalidFood({ checked }: CheckedDraft, { kind }: Pick<Draft, 'kind'>): void {
  if ('rejected' in checked && kind !== 'confirmation') throw rejectedFood(checked.rejected)
}

const photoProblems: Record<PhotoRefusal | 'no-store', string> = {
  empty: 'the photo is empty',
  'too-large': 'the photo is larger than 2 MB',
  'not-an-image': 'not an image',
  'unsupported-format': 'not a JPEG, PNG or WebP, or an animation',
  'too-many-pixels': 'the photo has too many pixels',
  unreadable: 'the photo is damaged',
  'too-slow': 'the photo takes too long to decode',
  busy: 'too many photos are being processed; send it again',
  'no-store': 'this server accepts no photos',
}

function toApiError(failed: SendingError): ApiError {
  switch (failed.error) {
    case 'unknown_food':
      return foodNotFound()
    case 'nothing_proposed':
      return nothingDiffers()
    case 'already_proposed':
      return alreadyProposed()
    case 'duplicate_barcode':
      return barcodeIsKnown(failed.food)
    case 'too_many_checks':
      return tooManyRequests(failed.retryAfter)
    case 'too_many_today':
      return tooManyToday()
    case 'too_many_waiting':
      return tooManyWaiting(failed.waiting, failed.max)
    case 'paused':
      return paused(failed.rejections, failed.seconds)
    case 'rejected':
      return rejectedFood(failed.reason)
    case 'photo':
      return new ApiError(422, [
        {
          type: 'value_error',
          loc: ['body', 'photo'],
          msg: `Value error, ${photoProblems[failed.refused]}`,
          input: null,
        },
      ])
  }
}

function describeDraft({ target, checked, duplicates }: CheckedDraft, websiteUrl: string) {
  const described = (food: Food, same: 'barcode' | 'name') => ({
    food_id: food.id,
    name: food.name,
    brand: food.brand,
    barcode: food.barcode,
    same,
  })
  return {
    checks: ('checks' in checked ? checked.checks : []).map(flag => ({
      rule: flag.rule,
      field: flag.field,
      message: explainFlag(flag),
    })),
    duplicates: [
      ...(duplicates.byBarcode ? [described(duplicates.byBarcode, 'barcode')] : []),
      ...duplicates.byName.map(food => described(food, 'name')),
    ],
    food_url: target === undefined ? null : websiteUrl + pagePath(target.id, target.content.name),
  }
}
