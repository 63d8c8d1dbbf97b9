// Judges answers to the queries of a people set: is the first result the food that was asked for, with usable numbers?
import { foldLabel, foldText, isJunk } from './food-label.ts'
import type { JudgedFood, PeopleQuery } from './query-set.ts'

export interface Verdict<Result extends JudgedFood = JudgedFood> {
  query: PeopleQuery
  foods: Result[]
  isFirstRight: boolean
  isRightInFirstThree: boolean
  /** Whether the first result is that of the query it equals; null for queries that equal no other. */
  agrees: boolean | null
  usableRows: number
  distinctRows: number
  junkRows: number
}

/** Shares of queries, and of the rows returned for them; null where no query is of this sort. */
export interface PeopleFigures {
  queries: number
  /** The first result is the food that was asked for, with plausible energy. */
  'right@1': number
  'right@3': number
  empty: number
  'usable@10': number | null
  'distinct@10': number | null
  'junk@10': number | null
  'agree@1': number | null
}

/** 'all' in the first entry. */
export type KindFigures = PeopleFigures & { kind: string }

const rowsPerPage = 10
/** Records of one product differ by rounding and by revisions of the recipe. */
const maxEnergyDifference = 0.1

export function judgePeople<Result extends JudgedFood>(
  queries: PeopleQuery[],
  answers: ReadonlyMap<string, Result[]>,
): { verdicts: Verdict<Result>[]; figures: KindFigures[] } {
  const verdicts = queries.map(query => judgeQuery(query, answers))
  const kinds = [...new Set(queries.map(({ kind }) => kind))]
  const figures = kinds.map(kind => ({
    kind,
    ...figuresOf(verdicts.filter(({ query }) => query.kind === kind)),
  }))
  return { verdicts, figures: [{ kind: 'all', ...figuresOf(verdicts) }, ...figures] }
}

function judgeQuery<Result extends JudgedFood>(
  query: PeopleQuery,
  answers: ReadonlyMap<string, Result[]>,
): Verdict<Result> {
  const foods = answerTo(query.query, answers)
  return {
    query,
    foods,
    isFirstRight: isRightWithin(1, query, foods),
    isRightInFirstThree: isRightWithin(3, query, foods),
    agrees: query.sameAs === undefined ? null : isSameFood(foods[0], answerTo(query.sameAs, answers)[0]),
    usableRows: foods.filter(isUsable).length,
    distinctRows: new Set(foods.map(foldLabel)).size,
    junkRows: foods.filter(isJunk).length,
  }
}

function answerTo<Result extends JudgedFood>(q: string, answers: ReadonlyMap<string, Result[]>): Result[] {
  const foods = answers.get(q)
  if (foods === undefined) throw new Error(`no answer to ${q}`)
  return foods.slice(0, rowsPerPage)
}

function isRightWithin(rows: number, { expectation }: PeopleQuery, foods: JudgedFood[]): boolean {
  switch (expectation.type) {
    case 'food':
      return foods.slice(0, rows).some(expectation.isRight)
    case 'food-or-empty':
      return foods.length === 0 || foods.slice(0, rows).some(expectation.isRight)
    case 'no-junk':
      return !foods.some(isJunk)
    case 'empty':
      return foods.length === 0
  }
}

/** Energy and at least two of the three macronutrients are known. */
function isUsable({ calories_kcal, protein_g, fat_g, carbs_g }: JudgedFood): boolean {
  const knownMacros = [protein_g, fat_g, carbs_g].filter(value => value !== null)
  return calories_kcal !== null && knownMacros.length >= 2
}

/** The same record, or another one of the same name with about the same energy. */
function isSameFood(one: JudgedFood | undefined, other: JudgedFood | undefined): boolean {
  if (one === undefined || other === undefined) return false
  if (one.id === other.id) return true
  if (one.calories_kcal === null || other.calories_kcal === null) return false
  const difference = Math.abs(one.calories_kcal - other.calories_kcal)
  const isSimilar = difference <= maxEnergyDifference * Math.max(one.calories_kcal, other.calories_kcal)
  return isSimilar && foldText(one.name) === foldText(other.name)
}

function figuresOf(verdicts: Verdict[]): PeopleFigures {
  const ofQueries = (count: (verdict: Verdict) => boolean) => sum(verdicts, count) / verdicts.length
  const share = (count: (verdict: Verdict) => number | boolean, total: number) =>
    total === 0 ? null : sum(verdicts, count) / total
  const rows = sum(verdicts, ({ foods }) => foods.length)
  const compared = sum(verdicts, ({ agrees }) => agrees !== null)
  return {
    queries: verdicts.length,
    'right@1': ofQueries(({ isFirstRight }) => isFirstRight),
    'right@3': ofQueries(({ isRightInFirstThree }) => isRightInFirstThree),
    empty: ofQueries(({ foods }) => foods.length === 0),
    'usable@10': share(({ usableRows }) => usableRows, rows),
    'distinct@10': share(({ distinctRows }) => distinctRows, rows),
    'junk@10': share(({ junkRows }) => junkRows, rows),
    'agree@1': share(({ agrees }) => agrees === true, compared),
  }
}

function sum(verdicts: Verdict[], count: (verdict: Verdict) => number | boolean): number {
  return verdicts.reduce((total, verdict) => total + Number(count(verdict)), 0)
}
