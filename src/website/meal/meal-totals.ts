// The sum of a meal by the lines of a label, and what each food does not state.
import { euLabelLines, type Nutrient, nutrientTable, usLabelLines } from '../../food/nutrients.ts'
import { saltOf } from '../../food/traffic-lights.ts'
import { type MealTotals, totalsOf } from '../../meals/totals.ts'
import { carbsOnEuLabel } from '../food/eu-label.ts'
import { dailyEnergy } from '../food/figures.ts'
import { formatNumber } from '../food/label-numbers.ts'
import type { Reader } from '../food/reader.ts'
import { type Messages, messages } from '../messages/compiled/index.ts'
import type { ShownItem } from './read-items.ts'

interface Line {
  nutrient: Nutrient
  name: string
  nameInSentence: string
  unit: 'kcal' | 'g' | 'mg'
  /** Whether it is part of the line above. */
  isPart: boolean
  /** Whether it is salt instead of sodium. */
  isSalt: boolean
  /** What an adult needs in a day. */
  dailyValue: number | undefined
}

export interface TotalLine extends Line {
  /** Of the sum; null if no food states it. */
  value: number | null
  /** Whether some foods do not state it, so that it is too low. */
  isIncomplete: boolean
}

type EuNutrient = keyof Messages['food']['euNutrients']

export function totalLines(items: readonly ShownItem[], reader: Reader): TotalLine[] {
  const totals = totalsOf(
    items.map(({ food, portion }) => ({
      text: food.name,
      food: reader.region === 'us' ? food : { ...food, carbs_g: carbsOnEuLabel(food) },
      grams: portion?.grams ?? null,
    })),
  )
  return linesOf(reader).map(line => {
    const total = totals[line.nutrient]
    return {
      ...line,
      value: total !== null && line.isSalt ? saltOf(total) : total,
      isIncomplete: isIncomplete(totals, line.nutrient),
    }
  })
}

const isIncomplete = ({ unknown }: MealTotals, nutrient: Nutrient) =>
  unknown.some(each => each.nutrient === nutrient)

function linesOf({ locale, region }: Reader): Line[] {
  const t = messages[locale]
  if (region !== 'us')
    return euLabelLines.map(({ nutrient, isPart = false, referenceIntake }) => {
      const isSalt = nutrient === 'sodium_mg'
      return {
        ...{ nutrient, isPart, isSalt, dailyValue: referenceIntake },
        name: t.food.euNutrients[nutrient as EuNutrient],
        nameInSentence: t.food.inSentence[isSalt ? 'salt' : (nutrient as EuNutrient)],
        unit: isSalt ? 'g' : nutrientTable[nutrient].unit,
      }
    })
  const energy = { nutrient: 'calories_kcal', row: 'main', dailyValue: dailyEnergy.kcal } as const
  // Those of the EU label: foods rarely state the others.
  const lines = usLabelLines.filter(({ nutrient }) => nutrientTable[nutrient].euLabel !== undefined)
  return [energy, ...lines].map(({ nutrient, row, dailyValue }) => ({
    ...{ nutrient, isPart: row === 'part', isSalt: false, dailyValue },
    name: t.shared.nutrients[nutrient],
    nameInSentence: t.food.inSentence[nutrient as EuNutrient],
    unit: nutrientTable[nutrient].unit,
  }))
}

/** The values that a food does not state, by the position of the food; without those that are not counted at all. */
export function unstatedBy(items: readonly ShownItem[], lines: readonly TotalLine[]): Map<number, string[]> {
  return new Map(
    items.flatMap(({ food, portion }, index) => {
      const unstated = lines
        .filter(({ nutrient }) => food[nutrient] === null)
        .map(line => line.nameInSentence)
      return portion === null || unstated.length === 0 ? [] : [[index, unstated] as const]
    }),
  )
}

/** `353 kcal` or `12.3 g` */
export function formatTotal({ unit, isSalt }: Line, value: number, { locale }: Reader): string {
  if (unit === 'kcal') return formatNumber('eu-kilocalories', value, locale)
  if (isSalt) return formatNumber('eu-salt', value, locale)
  if (unit === 'mg') return formatNumber('amount-mg', value, locale)
  return value === 0 ? '0 g' : `${formatNumber('figure', value, locale)} g`
}
