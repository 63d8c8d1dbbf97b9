// Review on the command line, for operators without a website. Decisions made here have no moderator: they are the operator's.
import { queueReportAnswer } from '../../accounts/email/compose-mail.ts'
import { listChanges, undo } from '../../community/changes.ts'
import { readContribution } from '../../community/contribution.ts'
import { communityRecordOf, type Decision, decide } from '../../community/decide.ts'
import { closeCase, listCases } from '../../community/reports/review-cases.ts'
import { listQueue, readReviewCase } from '../../community/review.ts'
import { createPublisher } from '../../importer/publish.ts'
import { withConnection } from '../../platform/database/pool.ts'
import { explainFlag } from '../../quality/explanations.ts'
import { notifyAuthor } from '../../website/review/notify-author.ts'
import { loadConfig } from '../config.ts'
import { withDatabase } from './database.ts'
import { CliError, usageError } from './errors.ts'
import { printResult, table } from './output.ts'

interface Options {
  json: boolean
}

const maxListed = 1_000

export async function listContributionsCommand(options: Options): Promise<void> {
  const items = await withDatabase(database => listQueue(database, { limit: maxListed }))
  const rows = items.map(item => [
    String(item.id),
    item.kind,
    item.created_at.toISOString(),
    String(item.checks),
    item.has_photo ? 'photo' : '',
    item.is_sampled ? 'sampled' : 'waiting',
    String(item.others),
    item.name,
  ])
  const columns = ['ID', 'KIND', 'SENT', 'REMARKS', 'PHOTO', 'STATE', 'OTHERS', 'FOOD']
  printResult(options, items, table(columns, rows))
}

export async function showContributionCommand(id: string, options: Options): Promise<void> {
  const shown = await withDatabase(database => readReviewCase(database, idOf(id)))
  if (!shown) throw noSuchContribution(id)
  const { contribution, food, author, name, others, sameBarcode } = shown
  const { kind, status, proposed, before, checks, note, answer, reason } = contribution
  const fields = kind === 'confirmation' ? (food?.now ?? {}) : proposed
  const rows = Object.keys(fields).map(field => {
    const values = [before, food?.now, proposed].map(
      each => (each as Record<string, unknown> | undefined)?.[field],
    )
    return [field, ...values.map(value => (value === null || value === undefined ? '-' : String(value)))]
  })
  const lines = [
    `${name}: ${kind}, ${status}, sent ${contribution.created_at.toISOString()}`,
    table(['FIELD', 'WHEN PROPOSED', 'NOW', 'PROPOSED'], rows),
    ...checks.map(check => `check: ${check.field}: ${explainFlag(check)}`),
    ...sameBarcode.map(foodId => `check: barcode: food ${foodId} has it too`),
    ...(note === null ? [] : [`note: ${note}`]),
    ...(reason === null ? [] : [`reason or question: ${reason}`]),
    ...(answer === null ? [] : [`answer: ${answer}`]),
    author === null
      ? 'author: deleted'
      : `author: ${author.accepted} accepted, ${author.rejected} rejected, ${author.undone} undone, ${author.open} open`,
    ...others.map(other => `other proposal for this food: ${other.id}`),
  ]
  const { locale: _, ...record } = author ?? { locale: null }
  printResult(options, { ...shown, author: author && record }, lines.join('\n'))
}

export function acceptCommand(id: string, options: Options & { confirmed: boolean }): Promise<void> {
  return decideCommand(id, { action: 'accept', isConfirmed: options.confirmed }, options)
}

export function rejectCommand(
  id: string,
  options: Options & { reason: string; author: boolean },
): Promise<void> {
  const reason = textOf(options.reason, '--reason')
  return decideCommand(id, { action: 'reject', reason, also: { ofAuthor: options.author } }, options)
}

export function askCommand(id: string, options: Options & { question: string }): Promise<void> {
  return decideCommand(id, { action: 'ask', reason: textOf(options.question, '--question') }, options)
}

async function decideCommand(id: string, decision: Decision, options: Options): Promise<void> {
  const decided = await withDatabase(async database => {
    const found = await readContribution(database, idOf(id))
    if (!found) throw noSuchContribution(id)
    return decide(database, found.id, found.revision, null, decision, notifyAuthor)
  })
  if ('error' in decided) {
    const reasons = {
      not_found: `there is no contribution ${id}`,
      decided_already: `contribution ${id} was decided already; see larder moderation show ${id}`,
      unknown_food: `the food of contribution ${id} is no longer in the catalog, or no longer what was confirmed; reject it instead`,
      own_contribution: `contribution ${id} cannot be decided by its author`,
    }
    throw new CliError(reasons[decided.error])
  }
  const { alsoRejected, recordId } = decided
  const { status } = decided.contribution
  const publication = decision.action === 'accept' ? await publish() : undefined
  const lines = [
    `contribution ${id}: ${status}`,
    ...(alsoRejected > 0 ? [`other proposals of the author that were rejected: ${alsoRejected}`] : []),
    ...(publication ? [publicationText(publication)] : []),
  ]
  printResult(
    options,
    { id: Number(id), status, also_rejected: alsoRejected, record_id: recordId, ...publication },
    lines.join('\n'),
  )
}

export async function historyCommand(foodId: string, options: Options): Promise<void> {
  const changes = await withDatabase(async database => {
    const recordId = await communityRecordOf(database, idOf(foodId))
    return recordId === null ? [] : listChanges(database, recordId)
  })
  const rows = changes.map(change => [
    String(change.id),
    change.changed_at.toISOString(),
    change.is_undone ? `${change.action}, undone` : change.action,
    change.contribution_id === null ? '-' : String(change.contribution_id),
    change.reason ?? '',
  ])
  printResult(options, changes, table(['CHANGE', 'TIME', 'ACTION', 'CONTRIBUTION', 'REASON'], rows))
}

export async function undoCommand(changeId: string, options: Options & { reason: string }): Promise<void> {
  const reason = textOf(options.reason, '--reason')
  const result = await withDatabase(database =>
    undo(database, idOf(changeId), null, reason, async (transaction, { contribution_id: id, author_id }) => {
      if (id !== null)
        await notifyAuthor(transaction, { id, account_id: author_id, status: 'undone', reason })
    }),
  )
  if ('error' in result) {
    const reasons = {
      not_found: `there is no change ${changeId} that can be undone; see larder moderation history FOOD`,
      undone_already: `change ${changeId} was undone already`,
      changed_since: `the record was changed after change ${changeId}; undo the later changes first`,
    }
    throw new CliError(reasons[result.error])
  }
  const publication = await publish()
  printResult(
    options,
    { undone: Number(changeId), record_id: result.recordId, ...publication },
    `undid change ${changeId}\n${publicationText(publication)}`,
  )
}

export async function listCasesCommand(options: Options): Promise<void> {
  const cases = await withDatabase(database => listCases(database, { limit: maxListed }))
  const rows = cases.map(each => [
    String(each.id),
    each.isUrgent ? `${each.kind}, urgent` : each.kind,
    each.field ?? '',
    String(each.senders),
    each.firstReportedAt.toISOString(),
    String(each.foodId),
    each.foodName ?? '',
  ])
  printResult(options, cases, table(['CASE', 'KIND', 'FIELD', 'SENDERS', 'FIRST', 'FOOD ID', 'FOOD'], rows))
}

export async function closeCaseCommand(
  id: string,
  options: Options & { dismiss: boolean; answer: string },
): Promise<void> {
  const state = options.dismiss ? 'dismissed' : 'resolved'
  const decision = { caseId: idOf(id), state, moderator: null, answer: options.answer } as const
  const isClosed = await withDatabase(database => closeCase(database, decision, queueReportAnswer))
  if (!isClosed) throw new CliError(`there is no open case ${id}; see larder moderation cases`)
  printResult(options, { case: Number(id), state }, `case ${id}: ${state}`)
}

interface Publication {
  /** False: an import is running, and a node publishes it afterwards. */
  published: boolean
}

async function publish(): Promise<Publication> {
  const config = loadConfig()
  const publisher = createPublisher(config.IMAGE_HOSTS)
  const url = config.PUBLISH_DATABASE_URL ?? config.DATABASE_URL
  return { published: (await withConnection(url, client => publisher.publish(client))) !== null }
}

const publicationText = ({ published }: Publication): string =>
  published
    ? 'the catalog is up to date'
    : 'another import or a node is changing the catalog; a node publishes it afterwards'

function idOf(text: string): number {
  if (!/^[1-9]\d{0,14}$/.test(text)) throw usageError(`"${text}" is not an id`)
  return Number(text)
}

function textOf(text: string, option: string): string {
  if (text.trim() === '') throw usageError(`${option} is empty; the author reads it`)
  return text.trim()
}

const noSuchContribution = (id: string): CliError =>
  new CliError(`there is no contribution ${id}; see larder moderation list`)
