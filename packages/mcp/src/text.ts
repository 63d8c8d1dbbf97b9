// The readable form of each answer, for clients that do not read structured output.
import type { Nutrients } from '@larder/client'
import { catalogTextNotice, quoted } from './catalog-text.ts'
import { titleOf } from './meal.ts'
import { nutrientLabels } from './nutrient-labels.ts'
import type { FoodOutput, ItemOutput } from './schemas.ts'
import { creditLine } from './sources.ts'

export function nutrientsText(nutrients: Nutrients): string {
  return nutrientLabels
    .map(({ field, name, unit }) => {
      const value = nutrients[field]
      return `${name} ${value === null ? 'unknown' : `${rounded(value)} ${unit}`}`
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
  return `${foodLine(food)}\nPer 100 g: ${nutrientsText(food.per_100g)}${serving}${warning}`
}

export function itemText(item: ItemOutput): string {
  const asked =
    `${item.amount} ${item.unit} ${item.name ?? (item.food === null ? '' : quoted(item.food.name))}`.trim()
  if (item.problem !== null) return `${asked}: not counted. ${item.problem}`
  const assumptions = item.assumptions.length === 0 ? '' : `\n  Assumed: ${item.assumptions.join('; ')}`
  const values = item.nutrients === null ? '' : nutrientsText(item.nutrients)
  const confidence = item.food === null ? '' : ` (confidence ${item.food.confidence})`
  return `${asked} = ${item.grams} g${confidence}: ${values}${assumptions}`
}

/** Paragraphs, then the credit of all foods and what their texts are. */
export function answerText(paragraphs: string[], foods: FoodOutput[]): string {
  const notes = foods.length === 0 ? [] : [creditLine(foods.map(food => food.source)), catalogTextNotice]
  return [...paragraphs, ...notes].join('\n\n')
}
