// The readable form of each answer, for clients that do not read structured output.
import type { FoodDetails, FoundFoods } from '@larder/client'
import { catalogTextNotice, quoted } from './catalog-text.ts'
import { titleOf } from './meal.ts'
import type { Amounts } from './nutrients.ts'
import type { FoodOutput, ItemOutput } from './schemas.ts'
import { creditLine } from './sources.ts'

/** `vitamin_c_mg` is "vitamin c 50 mg". */
export function amountsText(amounts: Amounts): string {
  return Object.entries(amounts)
    .map(([id, value]) => {
      const [, name = id, unit = ''] = /^(.+)_([^_]+)$/.exec(id) ?? []
      const amount = value === null ? 'unknown' : `${rounded(value)} ${unit.replace(/^ug$/, 'µg')}`
      return `${name.replaceAll('_', ' ')} ${amount}`
    })
    .join(', ')
}

const rounded = (value: number): string =>
  String(value >= 100 ? Math.round(value) : Math.round(value * 10) / 10)

function foodLine(food: FoodOutput): string {
  return `${titleOf(food)}, id ${food.id}, ${kinds[food.kind]}, confidence ${food.confidence}`
}

const kinds = { laboratory: 'laboratory values', label: 'label values', estimate: 'AI estimate' }

export function foodText(food: FoodOutput): string {
  const { grams, description } = food.serving
  const inGrams = `${grams} g`
  const isStated = description?.replaceAll(/\s/g, '').includes(inGrams.replace(' ', ''))
  const serving =
    grams === null
      ? ''
      : `\nServing: ${description === null ? inGrams : isStated ? quoted(description) : `${quoted(description)} = ${inGrams}`}`
  const warning = food.has_usable_values
    ? ''
    : '\nThe source lacks energy or macronutrients: do not use this food for totals.'
  return `${foodLine(food)}\nPer 100 g: ${amountsText(food.per_100g)}${serving}${warning}`
}

/** What a search assumed to find its first food; nothing if that is what was asked for. */
export function matchAssumptions({
  match,
  searchedFor,
}: Pick<FoundFoods, 'match' | 'searchedFor'>): string[] {
  if (match !== 'partial' && match !== 'corrected') return []
  const query = searchedFor === undefined ? [] : [`Searched for: ${quoted(searchedFor)}.`]
  if (match === 'partial') return [['No food has all these words.', ...query].join(' ')]
  return query.length === 0 ? ['No food has exactly these words.'] : query
}

/** Allergens that are not stated are unknown; an empty list is a statement that there are none. */
export function detailsText(details: FoodDetails): string {
  const { allergens, traces, ingredients, labels, nutri_score: nutriScore, nova_group: novaGroup } = details
  const known = Object.entries(details.nutrients).filter(([, value]) => value !== null)
  const listed = (list: readonly string[] | null, empty: string) =>
    list === null ? 'not stated' : list.length === 0 ? empty : list.map(quoted).join(', ')
  return [
    `Allergens: ${listed(allergens, 'none')}. Traces: ${listed(traces, 'none')}.`,
    ...(ingredients === null ? [] : [`Ingredients: ${quoted(ingredients)}`]),
    ...(labels === null ? [] : [`Labels: ${listed(labels, 'none')}`]),
    ...(nutriScore === null ? [] : [`Nutri-Score ${nutriScore.toUpperCase()}`]),
    ...(novaGroup === null ? [] : [`NOVA group ${novaGroup}`]),
    ...(known.length === 0 ? [] : [`Further nutrients per 100 g: ${amountsText(Object.fromEntries(known))}`]),
  ].join('\n')
}

export function itemText(item: ItemOutput): string {
  if (item.problem !== null) return `${item.text}: not counted. ${item.problem}`
  const assumptions = item.assumptions.length === 0 ? '' : `\n  Assumed: ${item.assumptions.join('; ')}`
  const food = item.food === null ? '' : ` of ${titleOf(item.food)} (confidence ${item.food.confidence})`
  const values = item.nutrients === null ? '' : `: ${amountsText(item.nutrients)}`
  return `${item.text} = ${item.grams} g${food}${values}${assumptions}`
}

/** A food's vitamins may come from another source than its label values. */
const sourcesOf = ({ origins }: FoodDetails): string[] => origins.flatMap(({ source }) => source ?? [])

/** Paragraphs, then the credit of all foods and what their texts are. */
export function answerText(
  paragraphs: string[],
  foods: FoodOutput[],
  details: Iterable<FoodDetails> = [],
): string {
  const sources = [...foods.map(food => food.source), ...Array.from(details).flatMap(sourcesOf)]
  const notes = foods.length === 0 ? [] : [creditLine(sources), catalogTextNotice]
  return [...paragraphs, ...notes].join('\n\n')
}
