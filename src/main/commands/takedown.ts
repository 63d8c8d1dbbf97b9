import {
  lift,
  listTakedowns,
  publicationOf,
  type TakedownGround,
  type TakedownKind,
  type TakedownSubject,
  takeDown,
} from '../../catalog/takedowns.ts'
import { barcodeCandidates } from '../../food/barcode.ts'
import { applyPendingTakedowns } from '../../importer/take-down-now.ts'
import { type Database, withConnection } from '../../platform/database/pool.ts'
import { loadConfig } from '../config.ts'
import { confirm } from './confirm.ts'
import { withDatabase } from './database.ts'
import { CliError, usageError } from './errors.ts'
import { printResult, table } from './output.ts'

interface Options {
  ground: TakedownGround
  reason: string
  yes: boolean
  json: boolean
}

const maxReasonLength = 2_000

export async function takeDownCommand(kind: TakedownKind, value: string, options: Options): Promise<void> {
  const { ground, yes } = options
  const reason = options.reason.trim()
  if (reason === '' || reason.length > maxReasonLength)
    throw usageError(`--reason is a text of 1 to ${maxReasonLength} characters`)
  const started = performance.now()
  const result = await withDatabase(async database => {
    const subject = subjectOf(kind, value)
    await confirm(questionOf(kind, value), { yes })
    const taken = await takeDown(database, { subject, ground, reason })
    if ('error' in taken) throw new CliError(`there is no food ${value}`)
    return { id: taken.takedownId, ...(await waitUntilPublished(database, taken.takedownId, started)) }
  })
  printResult(options, { kind, ground, reason, ...result }, textOf(result.id, kind, value, result))
}

export async function liftTakedownCommand(
  id: string,
  options: { yes: boolean; json: boolean },
): Promise<void> {
  const started = performance.now()
  await confirm(`Lift takedown ${id}? Its food is shown again.`, options)
  const result = await withDatabase(async database => {
    if (!/^[1-9]\d{0,14}$/.test(id) || !(await lift(database, Number(id))))
      throw new CliError(`takedown ${id} is not in force; see larder takedown list`)
    return waitUntilPublished(database, Number(id), started)
  })
  printResult(
    options,
    { lifted: Number(id), ...result },
    `lifted takedown ${id}; the next import of its source shows the food again${result.is_published ? '' : importNote}`,
  )
}

const maxListed = 1_000

export async function listTakedownsCommand(options: { json: boolean }): Promise<void> {
  const takedowns = await withDatabase(database => listTakedowns(database, maxListed))
  const rows = takedowns.map(
    ({ id, kind, ground, food_id, barcode, created_at, lifted_at, is_published, reason }) => [
      String(id),
      kind,
      ground,
      food_id === null ? (barcode ?? '') : String(food_id),
      created_at.toISOString(),
      lifted_at === null ? (is_published ? 'in force' : 'pending') : `lifted ${lifted_at.toISOString()}`,
      reason,
    ],
  )
  printResult(options, takedowns, table(['ID', 'KIND', 'GROUND', 'OF', 'SINCE', 'STATE', 'REASON'], rows))
}

function subjectOf(kind: TakedownKind, value: string): TakedownSubject {
  if (kind === 'barcode') {
    const [barcode] = barcodeCandidates(value)
    if (barcode === undefined) throw usageError(`"${value}" is not a barcode`)
    return { kind, barcode }
  }
  if (!/^[1-9]\d{0,14}$/.test(value)) throw usageError(`"${value}" is not the id of a food`)
  return { kind, foodId: Number(value) }
}

const questionOf = (kind: TakedownKind, value: string): string =>
  ({
    food: `Remove the food ${value}, and keep imports from bringing it back?`,
    image: `Remove the photo of the food ${value}?`,
    barcode: `Remove the barcode ${value} from every food?`,
  })[kind]

interface Publication {
  is_published: boolean
  /** While an import runs: removed already, with counts and packs to follow. */
  is_import_running: boolean
  seconds: number
}

const maxWaitMs = 60_000

async function waitUntilPublished(database: Database, id: number, started: number): Promise<Publication> {
  for (;;) {
    await withConnection(loadConfig().DATABASE_URL, applyPendingTakedowns)
    const state = await publicationOf(database, id)
    const elapsedMs = performance.now() - started
    if (state !== 'pending' || elapsedMs > maxWaitMs)
      return {
        is_published: state === 'published',
        is_import_running: state === 'provisional',
        seconds: Math.round(elapsedMs / 100) / 10,
      }
  }
}

const importNote = '. An import is running; counts, packs and the journal of changes follow when it ends'

function textOf(id: number, kind: TakedownKind, value: string, result: Publication): string {
  const what = `${kind} ${value}`
  if (result.is_published)
    return `takedown ${id}: removed the ${what} in ${result.seconds} s; every node follows within a second`
  return result.is_import_running
    ? `takedown ${id}: removed the ${what} in ${result.seconds} s${importNote}`
    : `takedown ${id} is recorded, but the ${what} is still shown: it follows when the running import ends`
}
