import type { Food } from '../../food/food.ts'
import type { Candidate } from '../../search/query/candidates.ts'
import { createFoodSearch, type ExplainedSearch } from '../../search/query/search.ts'
import { featureNames, weights } from '../../search/ranking/features.ts'
import type { RankedFood } from '../../search/ranking/rank.ts'
import { type Reason, reasonsOf } from '../../search/ranking/reasons.ts'
import { withDatabase } from './database.ts'
import { usageError } from './errors.ts'
import { printResult, table } from './output.ts'

const maxLimit = 50

interface Options {
  limit: number
  explain: boolean
  json: boolean
}

export async function searchCommand(q: string, options: Options): Promise<void> {
  const { limit, explain } = options
  if (!Number.isInteger(limit) || limit < 1 || limit > maxLimit)
    throw usageError(`--limit must be a whole number from 1 to ${maxLimit}`)
  const found = await withDatabase(database => createFoodSearch(database).explain({ q, limit }))
  const foods = [...found.foods.values()]
  const lines = explain ? explained(found, limit) : foods.map(describe)
  const { readings, candidates, ranked } = found
  const explanation = explain && { readings, candidates, ranked: ranked.slice(0, limit) }
  printResult(options, { foods, ...explanation }, lines.join('\n') || 'No foods match.')
}

function describe(food: Food): string {
  const brand = food.brand === null ? '' : ` (${food.brand})`
  const energy = food.calories_kcal === null ? 'energy unknown' : `${food.calories_kcal} kcal`
  return `${food.name}${brand}, ${energy}, ${food.source}, confidence ${food.confidence}, id ${food.id}`
}

function explained({ readings, candidates, byBarcode, ranked, foods }: ExplainedSearch, limit: number) {
  return [
    'Readings',
    ...readings.map(({ kind, tokens, removed, preferences }) =>
      [
        `  ${kind}: ${tokens.map(({ term }) => term).join(' ')}`,
        removed.length > 0 ? `without ${removed.join(' ')}` : '',
        preferences.length > 0 ? `prefers ${preferences.map(({ name }) => name).join(', ')}` : '',
      ]
        .filter(part => part !== '')
        .join('; '),
    ),
    'Candidate queries, the likeliest first',
    ...candidates.map(
      candidate => `  ${candidate.score.toFixed(2)} ${candidate.tsquery}${notesOf(candidate)}`,
    ),
    ...byBarcode.map(id => `Found by barcode: ${describeId(id, foods)}`),
    ...ranked
      .slice(0, limit)
      .flatMap((food, index) => ['', ...explainedFood(food, index + 1, foods, reasonsOf(food, ranked))]),
  ]
}

function notesOf({ keys, synonym, prefix, kept, isWorded }: Candidate): string {
  const notes = [
    `name key ${keys.plain}`,
    keys.inState === null ? '' : `${keys.inState.key} if ${keys.inState.states.join(', ')}`,
    synonym === 'none' ? '' : 'synonym',
    prefix === null ? '' : `and a word that starts with ${prefix}`,
    isWorded ? 'attributes in other words' : '',
    kept === 1 ? '' : `keeps ${kept.toFixed(2)} of the query`,
  ]
  return ` [${notes.filter(note => note !== '').join('; ')}]`
}

const describeId = (id: number, foods: ReadonlyMap<number, Food>): string => {
  const food = foods.get(id)
  return food === undefined ? `id ${id}` : describe(food)
}

function explainedFood(
  { food, band, score, features, candidate, isRepeat }: RankedFood,
  position: number,
  foods: ReadonlyMap<number, Food>,
  reasons: Reason[],
): string[] {
  const rows = featureNames
    .filter(name => features[name] !== 0)
    .map(name => [
      `    ${name}`,
      features[name].toFixed(2),
      weights[name].toFixed(2),
      (features[name] * weights[name]).toFixed(2),
    ])
  return [
    `${position}. ${describeId(food.id, foods)}`,
    `   ${reasons.map(inWords).join('; ')}`,
    `   band ${band}, ${food.dataClass} data, score ${score.toFixed(2)}${isRepeat ? ', repeats a food above' : ''}; found by ${candidate.tsquery}`,
    table(['    feature', 'value', 'weight', 'points'], rows),
  ]
}

function inWords(reason: Reason): string {
  switch (reason.kind) {
    case 'named':
      return 'the query is its name'
    case 'other_name':
      return 'the query is another name of it'
    case 'synonym':
      return 'the query is a synonym of it'
    case 'contains':
      return `contains "${reason.words}"`
    case 'corrected':
      return `the query read as "${reason.words}"`
    case 'completed':
      return `the query completed to "${reason.words}"`
    case 'fewer_words':
      return `contains only "${reason.words}"`
    case 'fits':
      return 'is prepared as asked for'
    case 'contradicts':
      return 'contradicts the query, so it comes last'
    case 'laboratory':
      return 'values from a food composition table'
    case 'agreement':
      return `${reason.foods} other foods of this name state about the same energy`
    case 'complete':
      return 'complete, plausible values'
    case 'incomplete':
      return 'incomplete or doubtful values'
  }
}
