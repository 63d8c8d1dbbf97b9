// Which values the tagged foods of a category and those below it have, apart from a few.
import { categories, categoryTrail } from '../../src/food/categories.ts'
import type { ValueRanges } from '../../src/food/category-model.ts'
import { comparedValues } from '../../src/food/value-features.ts'
import type { NamedCategory } from './category-examples.ts'

const minFoods = 50
/** The share of foods below the range, and above it. */
const shareOutside = 0.02

/** By category: those of the nearest category above it that has enough tagged foods. */
export function valueRangesOf(examples: readonly NamedCategory[]): (ValueRanges | null)[] {
  const tagged = examples.filter(({ from }) => from === 'tags')
  const foods = Map.groupBy(
    tagged.flatMap(({ category, values }) =>
      categoryTrail(categories[category]?.name ?? '').map(name => ({ name, values })),
    ),
    ({ name }) => name,
  )
  const rangesOf = (name: string): ValueRanges | null => {
    const ranges = comparedValues.map(value => {
      const known = (foods.get(name) ?? []).flatMap(({ values }) => values[value] ?? [])
      return known.length < minFoods ? null : rangeOf(known.toSorted((one, other) => one - other))
    })
    return ranges.every(range => range !== null) ? ranges : null
  }
  const own = new Map(categories.map(({ name }) => [name, rangesOf(name)]))
  return categories.map(({ name }) => {
    const nearest = categoryTrail(name).findLast(each => own.get(each))
    return own.get(nearest ?? '') ?? null
  })
}

function rangeOf(sorted: readonly number[]): [low: number, high: number] {
  const outside = Math.floor(shareOutside * (sorted.length - 1))
  return [Math.floor((sorted[outside] ?? 0) * 10) / 10, Math.ceil((sorted.at(-1 - outside) ?? 0) * 10) / 10]
}
