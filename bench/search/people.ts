// Whether the first result is the food that people mean, on a catalog of real foods.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Food, LarderClient } from '@larder/client'
import { atLeast, atMost, printTable } from '../../lab/report.ts'
import { root } from '../../lab/servers/temporary-stores.ts'
import { rowWithKinds } from './figures.ts'
import { judgePeople, type KindFigures, type PeopleFigures, type Verdict } from './judge.ts'
import { type PeopleQuery, readPeopleSet } from './query-set.ts'
import type { MeasuredRow } from './search-benchmark.ts'

/** Whether the ranking is fitted to a set, its rules were written with the set in view, or it was used for neither. */
const sets = {
  people: 'fitted',
  'people-2': 'fitted',
  'people-4': 'seen',
  bare: 'seen',
  'people-3': 'held out',
  'people-more': 'held out',
} as const

type ShareName = Exclude<keyof PeopleFigures, 'queries'>
type Format = (value: number, column: ShareName, kind: string) => string

const shareNames: ShareName[] = [
  'right@1',
  'right@3',
  'empty',
  'usable@10',
  'distinct@10',
  'junk@10',
  'agree@1',
]
const minOverAll: Partial<Record<ShareName, number>> = {
  'right@1': 0.88,
  'right@3': 0.94,
  'usable@10': 0.95,
  'distinct@10': 0.85,
}
const minFirstRightOfKind = 0.75
const maxEmpty = 0.01
const minRightMissing = 0.97

/** A row for each set, with its kinds. The fitted sets have targets. */
export async function measurePeople(
  client: LarderClient,
  missesOf: string | undefined,
): Promise<MeasuredRow[]> {
  const rows: MeasuredRow[] = []
  for (const [set, use] of Object.entries(sets)) {
    const { figures, verdicts } = await judgeSet(client, set)
    printFigures(set, figures, use === 'fitted' ? withTarget : withoutTarget)
    if (use === 'fitted') printEmpty(verdicts)
    printMisses(verdicts, missesOf)
    rows.push(rowOf(`${set} (${use})`, figures, ['right@1', 'right@3']))
  }
  return rows
}

/** Foods that the catalog lacks: right is nothing, or a food that the query may mean. */
export async function measureMissing(
  client: LarderClient,
  missesOf: string | undefined,
): Promise<MeasuredRow[]> {
  const { figures, verdicts } = await judgeSet(client, 'missing')
  printFigures('missing', figures, (value, column, kind) =>
    column === 'right@1' && kind === 'all'
      ? atLeast(value, { of: 'right@1 of missing foods', target: minRightMissing, digits: 3 })
      : withoutTarget(value),
  )
  printMisses(verdicts, missesOf)
  return [rowOf('missing foods (seen)', figures, ['right@1', 'empty'])]
}

function rowOf(
  what: string,
  figures: KindFigures[],
  columns: ('right@1' | 'right@3' | 'empty')[],
): MeasuredRow {
  const rows = figures.map(row => ({
    what: row.kind,
    queries: row.queries,
    shares: columns.map(column => row[column]),
  }))
  return rowWithKinds(what, rows)
}

function judgeSet(client: LarderClient, set: string) {
  const text = readFileSync(join(root, `lab/catalogs/${set}.tsv`), 'utf8')
  return askAndJudge(client, readPeopleSet(text))
}

async function askAndJudge(client: LarderClient, queries: PeopleQuery[]) {
  const answers = new Map<string, Food[]>()
  for (const { query } of queries) answers.set(query, answers.get(query) ?? (await client.search(query)))
  return judgePeople(queries, answers)
}

const withoutTarget = (value: number) => value.toFixed(3)

function withTarget(value: number, column: ShareName, kind: string): string {
  const of = `${column} of ${kind}`
  if (column === 'junk@10') return atMost(value, { of, target: 0, digits: 3 })
  const target = kind === 'all' ? minOverAll[column] : column === 'right@1' ? minFirstRightOfKind : undefined
  return target === undefined ? withoutTarget(value) : atLeast(value, { of, target, digits: 3 })
}

function printFigures(set: string, figures: KindFigures[], format: Format): void {
  printTable(
    [`kind (${set})`, 'queries', ...shareNames],
    figures.map(row => [
      row.kind,
      String(row.queries),
      ...shareNames.map(column => {
        const value = row[column]
        return value === null ? '–' : format(value, column, row.kind)
      }),
    ]),
  )
}

/** An empty answer is right for queries of kind `none`, so they do not count. */
function printEmpty(verdicts: Verdict[]): void {
  const asked = verdicts.filter(({ query }) => query.kind !== 'none')
  const empty = asked.filter(({ foods }) => foods.length === 0)
  const share = atMost(empty.length / asked.length, { of: 'empty without none', target: maxEmpty, digits: 3 })
  console.log(`\nEmpty answers, without the queries of kind none: ${share}`)
}

function printMisses(verdicts: Verdict<Food>[], missesOf: string | undefined): void {
  if (missesOf === undefined) return
  const missed = verdicts.filter(
    ({ query, isFirstRight }) => !isFirstRight && (missesOf === 'all' || query.kind === missesOf),
  )
  printTable(
    ['kind', 'missed', 'wanted', 'first three'],
    missed.map(({ query: { kind, query, wanted, sameAs }, foods }) => [
      kind,
      query,
      sameAs === undefined ? wanted : `as ${sameAs}: ${wanted}`,
      foods.slice(0, 3).map(describe).join('; ') || 'nothing',
    ]),
  )
}

function describe({ name, brand, calories_kcal, source, confidence }: Food): string {
  const energy = calories_kcal === null ? 'no energy' : `${calories_kcal} kcal`
  return `${name}${brand === null ? '' : ` (${brand})`} ${energy}, ${source} ${confidence}`
}
